import OktaSimulator

/// Describes the circumstances of columns in words.
///
/// A circumstance that the words omit makes no difference.
struct MatrixColumns {
  /// A property in which circumstances can differ.
  private enum Dimension: Int, CaseIterable {
    case place, device, risk, platform, session

    /// The word before the values of the property.
    var word: String {
      switch self {
      case .place: "zone"
      case .device: "device"
      case .risk: "risk"
      case .platform: "platform"
      case .session: ""
      }
    }
  }

  /// A set of circumstances, given by a set of values for each dimension.
  ///
  /// It contains every combination of these values.
  private typealias Box = [Set<Int>]

  private let merged: [MatrixBuilder.MergedColumn]
  private let words: WalkWords
  /// The values of each dimension.
  ///
  /// The empty text means that nothing is known.
  private var values: [[String]]
  /// The circumstances of each column.
  ///
  /// A circumstance is given by the index of its value in each dimension.
  private var points: [[[Int]]] = []

  /// The maximum number of combinations of values.
  ///
  /// If there are more, no short description is searched for.
  private static let combinationsMax = 1 << 20
  /// The maximum number of parts in a label.
  ///
  /// The full text can have more.
  private static let shownMax = 3
  /// The maximum number of parts in a full text.
  private static let partsMax = 12

  /// Prepares to describe columns.
  ///
  /// - Parameters:
  ///   - merged: All columns, sorted by group.
  ///   - words: The words for equivalent values.
  ///   - org: The org. If two orgs are compared, the new one.
  ///   - old: The old org; `nil` if no orgs are compared.
  init(
    _ merged: [MatrixBuilder.MergedColumn], _ words: WalkWords, of org: Org, before old: Org?
  ) {
    self.merged = merged
    self.words = words
    var numbers: [[String: Int]] = Dimension.allCases.map { _ in [:] }
    var values: [[String]] = Dimension.allCases.map { _ in [] }
    points = merged.map { column in
      column.points.map { point in
        let words = MatrixColumns.words(point, org, old)
        return words.indices.map { dimension in
          if let known = numbers[dimension][words[dimension]] { return known }
          numbers[dimension][words[dimension]] = values[dimension].count
          values[dimension].append(words[dimension])
          return values[dimension].count - 1
        }
      }
    }
    self.values = values
  }

  /// Returns the words for a circumstance, one text for each dimension.
  private static func words(_ point: MatrixPoint, _ org: Org, _ old: Org?) -> [String] {
    let start = point.start
    var place = zones(start, org)
    if let old, let before = point.before, let origin = start.address ?? start.place,
      start.zones(in: org) != before.zones(in: old)
    {
      func told(_ zones: String) -> String { zones.isEmpty ? "no zone" : "zone \(zones)" }
      place = "\(origin) (\(told(zones(before, old))) before, \(told(place)) now)"
    }
    let parameters = start.parameters(in: org)
    func value(_ name: String) -> String { parameters.first { $0.name == name }?.value ?? "" }
    return [
      place, value("device"), value("risk"), value("platform"),
      start.sessionWords == nil ? "" : RouteWords(org).session(start),
    ]
  }

  private static func zones(_ start: WalkStart, _ org: Org) -> String {
    start.zones(in: org).joined(separator: " and ")
  }

  // MARK: Columns

  /// The columns in words, each with its index.
  ///
  /// Columns with the same place are adjacent.
  var all: [(column: Matrix.Column, index: Int)] {
    var groups: [MatrixGroup: [Set<Int>: Int]] = [:]
    let places = points.map { Set($0.map { $0[Dimension.place.rawValue] }) }
    let ranks = merged.indices.map { index in
      // A column follows the first column with the same place.
      let rank = groups[merged[index].group]?[places[index]] ?? index
      groups[merged[index].group, default: [:]][places[index]] = rank
      return rank
    }
    return merged.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
      .map { (column($0, places[$0]), $0) }
  }

  private func column(_ index: Int, _ places: Set<Int>) -> Matrix.Column {
    let (boxes, isWhole) = boxes(index)
    return Matrix.Column(
      group: merged[index].group.text,
      place: phrase(.place, places, MatrixColumns.shownMax) ?? "anywhere",
      label: text(boxes, isWhole, beside: places, MatrixColumns.shownMax),
      detail: text(boxes, isWhole, beside: places, .max), count: points[index].count)
  }

  private func text(_ boxes: [Box], _ isWhole: Bool, beside places: Set<Int>, _ most: Int) -> String
  {
    var parts = boxes.prefix(most).map { box -> String in
      let words = Dimension.allCases.compactMap { dimension -> String? in
        let own = box[dimension.rawValue]
        if dimension == .place, own == places { return nil }
        return phrase(dimension, own, most) ?? (dimension == .place ? "anywhere" : nil)
      }
      return words.isEmpty ? "in every case" : words.joined(separator: ", ")
    }
    if boxes.count > most || !isWhole { parts.append("and more") }
    return parts.joined(separator: "; ")
  }

  // MARK: Boxes

  /// Returns a small number of boxes that cover the circumstances of a column, and whether they
  /// cover all.
  private func boxes(_ index: Int) -> (boxes: [Box], isWhole: Bool) {
    let sizes = values.map(\.count)
    var combinations = 1
    for size in sizes { combinations = min(combinations * size, MatrixColumns.combinationsMax + 1) }
    guard combinations <= MatrixColumns.combinationsMax else {
      let boxes = points[index].prefix(MatrixColumns.partsMax).map { $0.map { Set([$0]) } }
      return (boxes, points[index].count <= boxes.count)
    }
    func place(_ point: [Int]) -> Int { zip(point, sizes).reduce(0) { $0 * $1.1 + $1.0 } }
    // Marks the combinations of this column. A box may contain only these.
    var isOwn = [Bool](repeating: false, count: combinations)
    for point in points[index] { isOwn[place(point)] = true }
    var isCovered = [Bool](repeating: false, count: combinations)
    var boxes: [Box] = []
    for point in points[index] where !isCovered[place(point)] {
      guard boxes.count < MatrixColumns.partsMax else { return (boxes, false) }
      var box = point.map { Set([$0]) }
      for dimension in Dimension.allCases.reversed().map(\.rawValue) {
        for value in 0..<sizes[dimension] where !box[dimension].contains(value) {
          var more = box
          more[dimension] = [value]
          if all(more, { isOwn[place($0)] }) { box[dimension].insert(value) }
        }
      }
      _ = all(box) { combination in
        isCovered[place(combination)] = true
        return true
      }
      boxes.append(box)
    }
    return (boxes, true)
  }

  /// Whether a condition holds for every combination in a box.
  private func all(_ box: Box, _ holds: ([Int]) -> Bool) -> Bool {
    var point: [Int] = []
    func go(_ dimension: Int) -> Bool {
      guard dimension < box.count else { return holds(point) }
      return box[dimension].allSatisfy { value in
        point.append(value)
        defer { point.removeLast() }
        return go(dimension + 1)
      }
    }
    return go(0)
  }

  // MARK: Words

  /// Returns values of a dimension in words; `nil` if the dimension makes no difference.
  private func phrase(_ dimension: Dimension, _ own: Set<Int>, _ most: Int) -> String? {
    let all = values[dimension.rawValue]
    guard own.count < all.count else { return nil }
    let isOtherwise = own.contains { all[$0].isEmpty }
    // If a circumstance has no session, the words don't mention sessions.
    if dimension == .session, isOtherwise { return nil }
    let named = all.indices.filter { own.contains($0) != isOtherwise }
      .flatMap { alike(all[$0], dimension) }.filter { !$0.isEmpty }
    // In a label, `other` covers all values that no rule names.
    if isOtherwise, own.count == 1, named.count > 1, most < .max, dimension != .place,
      dimension != .session
    {
      return "other \(dimension.word)"
    }
    let list = alternatives(named, most)
    switch (dimension, isOtherwise) {
    case (.session, _): return list
    case (.place, true): return "outside zone \(list)"
    case (.place, false): return list.contains("(") ? "address \(list)" : "zone \(list)"
    case (_, true): return "\(dimension.word) not \(list)"
    case (_, false): return "\(dimension.word) \(list)"
    }
  }

  /// Returns a value and the values that are equivalent to it.
  private func alike(_ value: String, _ dimension: Dimension) -> [String] {
    switch dimension {
    case .place, .session: return [value]
    case .device: return words.alike(value, .device)
    case .risk: return words.alike(value, .risk)
    case .platform:
      let all = words.alike(value, .platform)
      guard all.contains("ios"), all.contains("android") else { return all }
      return ["mobile"] + all.filter { $0 != "ios" && $0 != "android" }
    }
  }

  private func alternatives(_ words: [String], _ most: Int) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    if words.count > most {
      return words.prefix(most).joined(separator: ", ") + " or \(words.count - most) more"
    }
    return words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }
}

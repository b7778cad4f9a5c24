import OktaSimulator

/// Puts the results of classes of users into a table, and merges equal rows and columns.
struct MatrixBuilder {
  /// The result for a class of users in circumstances that make no difference to it.
  struct Case {
    var answer: MatrixAnswer
    /// The answer of the old org, and the difference; `nil` if there is only one org.
    var before: MatrixAnswer?
    var change: Matrix.Change?
    /// The findings of the case, as indices.
    var marks: Set<Int> = []
    /// The route of the case; `nil` if there is no route.
    var route: Route?
    /// The circumstances.
    var points: [(point: MatrixPoint, clock: Duration)]
  }

  /// The content of a case: cases with equal content are alike, even if their routes differ.
  private struct Content: Hashable {
    var answer: MatrixAnswer
    var before: MatrixAnswer?
    var change: Matrix.Change?
  }

  /// The content from a time on, and its case.
  private struct Phase {
    var clock: Duration
    var content: Int
    var place: Int
  }

  /// The course of a cell: contents, each from a time on.
  private struct Course: Hashable {
    var clocks: [Duration]
    var contents: [Int]
  }

  /// A class of users.
  private struct Class {
    var kind: WalkKind
    var note: String
    /// The cases, with their contents.
    var cases: [(content: Int, case: Case)] = []
    /// The case of each circumstance at each time at which something changes.
    var known: [MatrixPoint: [(clock: Duration, place: Int)]] = [:]
  }

  /// A column that was merged.
  struct MergedColumn {
    var group: MatrixGroup
    var points: [MatrixPoint]
    /// The course of each class's cell, as an index.
    fileprivate var courses: [Int]
  }

  private let words: RouteWords
  private var classes: [Class] = []
  private var contents: [Content: Int] = [:]
  private var points: [MatrixGroup: [MatrixPoint]] = [:]
  private var knownPoints: Set<MatrixPoint> = []

  /// Begins a table.
  ///
  /// - Parameter words: The words of the org; of two orgs, of the new one.
  init(_ words: RouteWords) { self.words = words }

  /// Adds a class of users.
  ///
  /// - Parameters:
  ///   - kind: The class.
  ///   - note: What the users have in common.
  mutating func add(_ kind: WalkKind, note: String) {
    classes.append(Class(kind: kind, note: note))
  }

  /// Adds a result for the last class.
  mutating func add(_ new: Case) {
    guard let row = classes.indices.last else { return }
    let content = Content(answer: new.answer, before: new.before, change: new.change)
    let index = contents[content] ?? contents.count
    contents[content] = index
    for (point, clock) in new.points {
      classes[row].known[point, default: []].append((clock, classes[row].cases.count))
      if knownPoints.insert(point).inserted { points[point.group, default: []].append(point) }
    }
    classes[row].cases.append((index, new))
  }

  /// Fills a matrix.
  ///
  /// - Parameters:
  ///   - matrix: The matrix.
  ///   - labels: Returns the columns in words, in their order, each with its index.
  ///   - witness: Returns the flow of a route; `nil` if no script can express it.
  func fill(
    _ matrix: inout Matrix, labels: ([MergedColumn]) -> [(column: Matrix.Column, index: Int)],
    witness: (Route) -> String?
  ) {
    let all = MatrixGroup.all.flatMap(columns)
    var columns: [MergedColumn] = []
    for (column, index) in labels(all) {
      matrix.columns.append(column)
      columns.append(all[index])
    }
    for row in rows(columns) {
      matrix.rows.append(label(row))
      matrix.cells.append(columns.map { cell(row, $0, witness) })
    }
  }

  // MARK: Columns

  /// The columns of a group.
  ///
  /// Circumstances that make no difference to any class are one column.
  private func columns(_ group: MatrixGroup) -> [MergedColumn] {
    var numbers: [Course: Int] = [:]
    var columns: [MergedColumn] = []
    var places: [[Int]: Int] = [:]
    for point in points[group] ?? [] {
      let courses = classes.indices.map { row in
        let phases = phases(row, point)
        let course = Course(clocks: phases.map(\.clock), contents: phases.map(\.content))
        let number = numbers[course] ?? numbers.count
        numbers[course] = number
        return number
      }
      if let place = places[courses] {
        columns[place].points.append(point)
      } else {
        places[courses] = columns.count
        columns.append(MergedColumn(group: group, points: [point], courses: courses))
      }
    }
    return columns
  }

  /// The results for a class in a circumstance, in order of time.
  private func phases(_ row: Int, _ point: MatrixPoint) -> [Phase] {
    var phases: [Phase] = []
    let times = (classes[row].known[point] ?? []).sorted { $0.clock < $1.clock }
    for (clock, place) in times {
      let content = classes[row].cases[place].content
      if phases.last?.content != content {
        phases.append(Phase(clock: clock, content: content, place: place))
      }
    }
    return phases
  }

  // MARK: Rows

  /// The rows, each with the classes that have the same result in every column.
  private func rows(_ columns: [MergedColumn]) -> [[Int]] {
    var rows: [[Int]] = []
    var places: [[Int]: Int] = [:]
    for index in classes.indices {
      // Users who sign up have a row of their own.
      let key = columns.map { $0.courses[index] } + (classes[index].kind.logins.isEmpty ? [0] : [])
      if let place = places[key] {
        rows[place].append(index)
      } else {
        places[key] = rows.count
        rows.append([index])
      }
    }
    return rows
  }

  private func label(_ row: [Int]) -> Matrix.Row {
    let logins = row.flatMap { classes[$0].kind.logins }
    let notes = Set(row.map { classes[$0].note })
    return Matrix.Row(
      label: words.people(WalkKind(logins: logins)),
      note: notes.count == 1 ? notes.first ?? "" : "", logins: logins, classes: row.count)
  }

  // MARK: Cells

  private func cell(
    _ row: [Int], _ column: MergedColumn, _ witness: (Route) -> String?
  ) -> Matrix.Cell? {
    guard let point = column.points.first else { return nil }
    let phases = phases(row[0], point)
    guard !phases.isEmpty else { return nil }
    let cases = classes[row[0]].cases
    var cell = Matrix.Cell(
      phases: phases.indices.map { index in
        let own = cases[phases[index].place].case
        let next = index + 1 < phases.count ? phases[index + 1].clock : nil
        return Matrix.Phase(
          time: MatrixBuilder.span(from: phases[index].clock, until: next), answer: own.answer,
          before: own.before, change: own.change)
      })
    let shown = phases[cell.shown]
    if var route = cases[shown.place].case.route {
      route.start = point.start.start(of: route.start.index, at: shown.clock)
      cell.witness = witness(route)
    }
    for index in row {
      let places = column.points.flatMap { classes[index].known[$0] ?? [] }.map(\.place)
      for place in Set(places) { cell.marks.formUnion(classes[index].cases[place].case.marks) }
    }
    return cell
  }

  /// A span of time; empty for all of it.
  private static func span(from clock: Duration, until end: Duration?) -> String {
    let begin = clock > .zero ? "after \(RouteWords.passed(clock))" : ""
    let rest = end.map { "within \(RouteWords.passed($0))" } ?? ""
    return [begin, rest].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

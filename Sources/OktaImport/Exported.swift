package import FlowHTTP

/// A value of an export with its location, which records that it is read.
package struct Exported {
  package let json: JSON
  let spot: ExportPlace
  let ledger: ImportLedger

  /// Creates a value of a file with its location.
  package init(json: JSON, spot: ExportPlace, ledger: ImportLedger) {
    self.json = json
    self.spot = spot
    self.ledger = ledger
  }

  /// The path of the file.
  package var file: String { spot.file }
  /// The location in the file, such as `$[0].conditions`.
  package var path: String { spot.path }

  /// The elements of an array, or the members of an object with their names.
  ///
  /// The value is recorded as read.
  package var members: [(name: String, value: Exported)] {
    ledger.noteLooked(self)
    return parts
  }

  /// The elements or members, without recording the value as read.
  package var parts: [(name: String, value: Exported)] {
    switch json {
    case .array(let elements):
      elements.indices.map { ("", child(elements[$0], .index($0))) }
    case .object(let object):
      object.members.map { ($0.name, child($0.value, .name($0.name))) }
    default: []
    }
  }

  private func child(_ json: JSON, _ step: ExportPlace.Step) -> Exported {
    with(json, at: ExportPlace(in: spot, step))
  }

  /// Returns another value at this location, or at the location `other`.
  package func with(_ json: JSON, at other: ExportPlace? = nil) -> Exported {
    Exported(json: json, spot: other ?? spot, ledger: ledger)
  }

  /// A member; `nil` if it is missing or `null`.
  package subscript(name: String) -> Exported? {
    ledger.noteLooked(self)
    guard let value = json[name], value != .null else { return nil }
    return child(value, .name(name))
  }

  // MARK: Remarks

  /// Reports a part that may decide differently, and that nothing in the org stands for.
  ///
  /// The part becomes a `gap` of the org.
  ///
  /// - Parameters:
  ///   - message: What the org does instead.
  ///   - isWhole: Whether the message names the gap, because the part isn't a single value.
  package func warn(_ message: String, isWhole: Bool = false) {
    ledger.add(.warning, message, at: self)
    ledger.addGap(at: isWhole ? with(.string(message)) : self, isWhole: isWhole)
  }

  /// Reports a part for which an unknown condition stands, or that can only restrict users more
  /// than the org does.
  func caution(_ message: String) { ledger.add(.warning, message, at: self) }

  /// Reports a part that decides differently than in the org, and that the org has as a text.
  ///
  /// Versions of an org that differ in such a part can't be compared.
  ///
  /// - Parameters:
  ///   - message: What the org does instead.
  ///   - isWarning: Whether users may get in differently.
  func detail(_ message: String, isWarning: Bool = true) {
    ledger.add(isWarning ? .warning : .note, message, at: self)
    ledger.addDetail(at: self)
  }

  package func note(_ message: String) { ledger.add(.note, message, at: self) }

  /// Records that the value was handled, with all of its contents.
  package func settle() { ledger.note(self, whole: true) }

  /// Records that some members were handled although they don't affect access.
  package func settle(_ names: String...) {
    for name in names { self[name]?.settle() }
  }

  // MARK: Reading

  /// The value's text; reports a value that isn't a text.
  package var string: String? {
    guard let text = json.string else {
      warn("expected a text")
      settle()
      return nil
    }
    ledger.note(self, whole: false)
    return text
  }

  /// Returns a member's text; `nil` if the member is missing or isn't a text.
  package func text(_ name: String) -> String? { self[name]?.string }

  /// Returns a member's text in upper case if it is one of some words.
  ///
  /// Any other text is reported.
  package func word(_ name: String, _ words: [String]) -> String? {
    guard let value = self[name], let text = value.string else { return nil }
    let word = text.uppercased()
    if words.contains(word) { return word }
    value.warn("this isn't one of \(words.joined(separator: ", "))")
    return nil
  }

  /// Returns a member's Boolean; `nil` if the member is missing or isn't a Boolean.
  func flag(_ name: String) -> Bool? {
    guard let value = self[name] else { return nil }
    value.settle()
    if value.json.bool == nil { value.warn("expected true or false") }
    return value.json.bool
  }

  /// Returns a member's whole number; `nil` if the member is missing or isn't a whole number.
  package func number(_ name: String) -> Int? {
    guard let value = self[name] else { return nil }
    value.settle()
    if value.json.integer == nil { value.warn("expected a whole number") }
    return value.json.integer
  }

  /// Returns a member that is an object; `nil` if it is missing or isn't one.
  package func object(_ name: String) -> Exported? {
    guard let value = self[name] else { return nil }
    if value.json.object != nil { return value }
    value.warn("expected an object")
    value.settle()
    return nil
  }

  /// Returns a member's array elements; empty if the member is missing.
  ///
  /// A single object counts as an array with one element.
  package func list(_ name: String) -> [Exported] {
    guard let value = self[name] else { return [] }
    if case .array = value.json { return value.members.map(\.value).filter { $0.json != .null } }
    if case .object = value.json {
      value.warn("expected an array; this is read as its only element")
      return [value]
    }
    value.warn("expected an array")
    value.settle()
    return []
  }

  /// Returns the texts of a member that is an array.
  package func texts(_ name: String) -> [String] { list(name).compactMap(\.string) }

  /// Returns the path segment after a folder in the address of a link.
  ///
  /// For example, it is the id after `policies` in `…/policies/ID/rules`.
  func linked(_ link: String, _ folder: String) -> String? {
    guard let href = json["_links"]?[link]?["href"]?.string else { return nil }
    let parts = href.split(separator: "/")
    guard let index = parts.firstIndex(where: { $0 == folder }), index + 1 < parts.endIndex else {
      return nil
    }
    return String(parts[index + 1])
  }
}

extension JSON {
  /// The value without what every object of the API has: ids, links and times of changes.
  var withoutIdentity: JSON {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutIdentity))
    case .object(let object):
      var kept: JSONObject = [:]
      for member in object.members where !JSON.identity.contains(member.name) {
        kept[member.name] = member.value.withoutIdentity
      }
      return .object(kept)
    default: return self
    }
  }

  /// Returns the value without empty members, and with the others in the order of their names.
  ///
  /// Lists of texts are sorted, because no such list of the API has an order.
  ///
  /// - Parameter hasOnlySets: Whether no other list has an order.
  /// - Returns: The value in the form that equal values have.
  func canonical(hasOnlySets: Bool) -> JSON {
    switch self {
    case .array(let elements):
      let all = elements.map { $0.canonical(hasOnlySets: hasOnlySets) }.filter { !$0.isNothing }
      guard hasOnlySets || all.allSatisfy({ $0.string != nil }) else { return .array(all) }
      let sorted = all.map { (key: $0.bytes(), value: $0) }.sorted {
        $0.key.lexicographicallyPrecedes($1.key)
      }
      return .array(sorted.map(\.value))
    case .object(let object):
      let all = object.members.filter { !$0.value.isNothing }.map {
        JSONObject.Member($0.name, $0.value.canonical(hasOnlySets: hasOnlySets))
      }
      return .object(JSONObject(members: all.sorted { $0.name < $1.name }))
    default: return self
    }
  }

  private static let identity: Set<String> = [
    "id", "_links", "created", "createdBy", "lastUpdated", "lastUpdatedBy", "create",
  ]

  /// Whether the value is `null`, or consists only of empty arrays and objects.
  var isNothing: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.allSatisfy(\.isNothing)
    case .object(let object): object.members.allSatisfy(\.value.isNothing)
    default: false
    }
  }
}

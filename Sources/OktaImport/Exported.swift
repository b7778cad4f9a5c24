package import FlowHTTP

/// A value of an export, with its place; reading it is noted.
package struct Exported {
  package let json: JSON
  let spot: ExportPlace
  let ledger: ImportLedger

  /// A value of a file, at its place.
  package init(json: JSON, spot: ExportPlace, ledger: ImportLedger) {
    self.json = json
    self.spot = spot
    self.ledger = ledger
  }

  /// The file.
  package var file: String { spot.file }
  /// Its place in the file, such as `$[0].conditions`.
  package var path: String { spot.path }

  /// What is in an array or an object, with the names of an object's members.
  package var members: [(name: String, value: Exported)] {
    ledger.noteLooked(self)
    return parts
  }

  /// The same, looked at by nobody who takes it up.
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

  /// Another value at this place, or at another one.
  package func with(_ json: JSON, at other: ExportPlace? = nil) -> Exported {
    Exported(json: json, spot: other ?? spot, ledger: ledger)
  }

  /// A member; `nil` where there is none, or `null`.
  package subscript(name: String) -> Exported? {
    ledger.noteLooked(self)
    guard let value = json[name], value != .null else { return nil }
    return child(value, .name(name))
  }

  // MARK: Remarks

  package func warn(_ message: String) { ledger.add(.warning, message, at: self) }

  package func note(_ message: String) { ledger.add(.note, message, at: self) }

  /// Notes that all of it is dealt with.
  package func settle() { ledger.note(self, whole: true) }

  /// Notes that some members are dealt with: what says nothing of who is let in.
  package func settle(_ names: String...) {
    for name in names { self[name]?.settle() }
  }

  // MARK: Reading

  /// A text without a name of its own.
  package var string: String? {
    guard let text = json.string else {
      warn("expected a text")
      settle()
      return nil
    }
    ledger.note(self, whole: false)
    return text
  }

  /// The text of a member.
  package func text(_ name: String) -> String? { self[name]?.string }

  /// The word of a member, one of a few, in upper case; another one is told.
  package func word(_ name: String, _ words: [String]) -> String? {
    guard let value = self[name], let text = value.string else { return nil }
    let word = text.uppercased()
    if words.contains(word) { return word }
    value.warn("this isn't one of \(words.joined(separator: ", "))")
    return nil
  }

  /// The truth of a member.
  func flag(_ name: String) -> Bool? {
    guard let value = self[name] else { return nil }
    value.settle()
    if value.json.bool == nil { value.warn("expected true or false") }
    return value.json.bool
  }

  /// The whole number of a member.
  package func number(_ name: String) -> Int? {
    guard let value = self[name] else { return nil }
    value.settle()
    if value.json.integer == nil { value.warn("expected a whole number") }
    return value.json.integer
  }

  /// A member that is an object.
  package func object(_ name: String) -> Exported? {
    guard let value = self[name] else { return nil }
    if value.json.object != nil { return value }
    value.warn("expected an object")
    value.settle()
    return nil
  }

  /// The elements of a member that is an array; one object alone stands for an array of it.
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

  /// The texts of a member that is an array.
  package func texts(_ name: String) -> [String] { list(name).compactMap(\.string) }

  /// What follows a folder in the address of a link: the id after `policies` in `…/policies/ID/rules`.
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
  /// Whether there is nothing in it: `null`, or arrays and objects of nothing else.
  var isNothing: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.allSatisfy(\.isNothing)
    case .object(let object): object.members.allSatisfy(\.value.isNothing)
    default: false
    }
  }
}

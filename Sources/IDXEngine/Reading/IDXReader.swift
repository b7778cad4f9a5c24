import FlowHTTP

/// Reads the engine's documents into the model, and accepts any content.
///
/// No member is required, and reading never fails. A value with a wrong type or an unknown member
/// is kept under its name, and noted with its path.
struct IDXReader {
  /// The notes about parts that were not understood, in the order of the document.
  private(set) var notes: [IDXNote] = []
  /// The page as far as it has been read; references are resolved in it.
  var page = IDXPage()
  /// Whether the reader takes notes; without notes it keeps neither paths nor unknown members.
  let takesNotes: Bool
  /// The current nesting depth of forms.
  var depth = 0
  private var path: [Component] = []
  /// The members of the parts being read that are kept, starting with the outermost part's.
  private(set) var kept: [JSONObject.Member] = []

  /// The maximum nesting depth of forms; real documents have three levels.
  static let deepestForm = 32

  private enum Component {
    case member(String)
    case index(Int)
  }

  /// The previous page, whose equal parts are reused.
  let previous: Shared<IDXPage>?
  /// Whether a reference's target is outside of the lists of authenticators.
  var refersElsewhere = false

  private init(takesNotes: Bool, previous: Shared<IDXPage>?) {
    self.takesNotes = takesNotes
    self.previous = previous
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - object: The whole document.
  ///   - takesNotes: Whether to take notes.
  ///   - previous: The previous page, read without notes, whose equal parts are reused.
  /// - Returns: The page, and notes about parts that were not understood.
  static func read(
    _ object: JSONObject, takesNotes: Bool = true, after previous: Shared<IDXPage>? = nil
  ) -> (page: Shared<IDXPage>, notes: [IDXNote]) {
    var reader = IDXReader(takesNotes: takesNotes, previous: previous)
    reader.readPage(object)
    // The page is moved out of the reader, not copied.
    return (Shared(IDXPage()) { swap(&$0, &reader.page) }, reader.notes)
  }

  // MARK: Places

  mutating func enter<Result>(_ name: String, _ body: (inout IDXReader) -> Result) -> Result {
    guard takesNotes else { return body(&self) }
    path.append(.member(name))
    defer { path.removeLast() }
    return body(&self)
  }

  mutating func enter<Result>(_ index: Int, _ body: (inout IDXReader) -> Result) -> Result {
    guard takesNotes else { return body(&self) }
    path.append(.index(index))
    defer { path.removeLast() }
    return body(&self)
  }

  mutating func note(
    _ kind: IDXNote.Kind, _ message: @autoclosure () -> String, at name: String? = nil
  ) {
    guard takesNotes else { return }
    var text = "$"
    for component in path + (name.map { [.member($0)] } ?? []) {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .member(let name): text += Self.isPlain(name) ? ".\(name)" : "['\(name)']"
      }
    }
    notes.append(IDXNote(kind, at: text, message()))
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, 95: true
        default: false
        }
      }
  }

  // MARK: Values

  /// Keeps an unknown member, and notes it.
  mutating func keep(_ member: JSONObject.Member) {
    guard takesNotes else { return }
    kept.append(member)
    note(.unknown, "is unknown, but kept", at: member.name)
  }

  /// Keeps a member whose meaning is known but not used, without a note.
  mutating func leave(_ member: JSONObject.Member) {
    if takesNotes { kept.append(member) }
  }

  /// Removes and returns the members that were kept since `count`, which belong to the current
  /// part.
  mutating func takeKept(since count: Int) -> [JSONObject.Member] {
    guard kept.count > count else { return [] }
    defer { kept.removeSubrange(count...) }
    return Array(kept[count...])
  }

  /// Reads a text; `null` counts as absent.
  mutating func text(
    _ member: JSONObject.Member
  ) -> String? {
    switch member.value {
    case .string(let text): return text
    case .null: return nil
    default:
      mistype(member, "text")
      return nil
    }
  }

  /// Reads a Boolean; some servers send the texts `"true"` and `"false"`.
  mutating func truth(
    _ member: JSONObject.Member, or usual: Bool
  ) -> Bool {
    switch member.value {
    case .bool(let truth): return truth
    case .null: return usual
    case .string("true"), .string("false"):
      note(.unreadable, "is text instead of true or false; accepted", at: member.name)
      return member.value == .string("true")
    default:
      mistype(member, "true or false")
      return usual
    }
  }

  /// Reads a number.
  mutating func number(
    _ member: JSONObject.Member
  ) -> Double? {
    switch member.value {
    case .integer(let number): return Double(number)
    case .double(let number): return number
    case .null: return nil
    default:
      mistype(member, "a number")
      return nil
    }
  }

  /// Reads an object without looking at its members.
  mutating func object(
    _ member: JSONObject.Member
  ) -> JSONObject? {
    if case .object(let object) = member.value { return object }
    mistype(member, "an object")
    return nil
  }

  /// Keeps a value of a wrong type, and notes it.
  mutating func mistype(
    _ member: JSONObject.Member, _ expected: String
  ) {
    guard takesNotes else { return }
    kept.append(member)
    note(.unreadable, "should be \(expected), is \(member.value.kindName)", at: member.name)
  }

  // MARK: Wrappers

  /// Reads the elements of a collection, either wrapped as `{"type":"array","value":[…]}` or not.
  ///
  /// - Parameters:
  ///   - member: The collection.
  ///   - empty: An empty element, to be filled.
  ///   - read: Fills an element in place; returns `false` if the JSON can't be read.
  /// - Returns: The elements that could be read.
  mutating func elements<Element>(
    of member: JSONObject.Member, _ empty: @autoclosure () -> Element,
    _ read: (inout IDXReader, JSON, inout Element) -> Bool
  ) -> [Element] {
    var result: [Element] = []
    enter(member.name) { reader in
      switch member.value {
      case .array(let elements):
        return reader.all(elements, empty(), &result, read)
      case .object(let wrapper):
        guard let value = wrapper["value"] else { break }
        if case .array(let elements) = value {
          return reader.enter("value") { $0.all(elements, empty(), &result, read) }
        }
      default: break
      }
      reader.leave(member)
      reader.note(.unreadable, "should be a list, is \(member.value.kindName)")
    }
    return result
  }

  private mutating func all<Element>(
    _ elements: [JSON], _ empty: @autoclosure () -> Element, _ result: inout [Element],
    _ read: (inout IDXReader, JSON, inout Element) -> Bool
  ) {
    result.reserveCapacity(elements.count)
    for index in elements.indices {
      result.append(empty())
      let last = result.count - 1
      let isRead = enter(index) { read(&$0, elements[index], &result[last]) }
      if !isRead { result.removeLast() }
    }
  }

  /// Reads an object, either wrapped as `{"type":"object","value":{…}}` or not.
  mutating func wrapped<Element>(
    _ member: JSONObject.Member,
    _ read: (inout IDXReader, JSONObject) -> Element?
  ) -> Element? {
    enter(member.name) { reader in
      if case .object(let wrapper) = member.value {
        guard let value = wrapper["value"] else { return read(&reader, wrapper) }
        if case .object(let object) = value {
          return reader.enter("value") { read(&$0, object) }
        }
      }
      reader.leave(member)
      reader.note(.unreadable, "should be an object, is \(member.value.kindName)")
      return nil
    }
  }
}

extension JSON {
  /// The name of the value's type in notes.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .double, .bigNumber: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object of another shape"
    }
  }
}

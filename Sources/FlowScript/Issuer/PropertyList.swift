import FlowText

/// A value in a property list in XML: a text or a list of texts.
///
/// Other values are skipped, because no setting uses them.
///
/// The reader accepts only the form that Apple's tools write. It accepts numeric entities and the
/// five entities of XML. It doesn't accept an internal document type definition, and never loads
/// anything.
enum PropertyList: Sendable, Hashable {
  case text(String)
  case list([String])
  /// Any other value: a number, a date, a dictionary.
  case other

  /// Reads a property list whose outermost value is a dictionary.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Returns: The members of the dictionary, in order.
  /// - Throws: `PlainFailure` with the line of the error.
  static func members(of bytes: [UInt8]) throws(PlainFailure) -> [(
    name: String, value: PropertyList
  )] {
    guard String(validUTF8: bytes) != nil else {
      throw PlainFailure("the text is not UTF-8", at: "line 1")
    }
    var reader = PropertyListReader(bytes)
    return try reader.document()
  }
}

/// Reads a property list from beginning to end.
private struct PropertyListReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The number of elements around the current element.
  private var depth = 0

  /// The maximum nesting of elements.
  ///
  /// No settings need deeper nesting, and the stack has room for this depth.
  private static let depthMax = 32

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A tag: `<name …>`, `</name>` or `<name …/>`.
  private struct Tag: Equatable {
    var name: String
    var isEnd = false
    var isEmpty = false
  }

  mutating func document() throws(PlainFailure) -> [(name: String, value: PropertyList)] {
    try skipProlog()
    try expect(Tag(name: "plist"))
    let first = try tag()
    var members: [(name: String, value: PropertyList)] = []
    if first == Tag(name: "dict") {
      members = try dictionary()
    } else if first != Tag(name: "dict", isEmpty: true) {
      throw fault("the list isn't a dictionary")
    }
    try expect(Tag(name: "plist", isEnd: true))
    try skipSpace()
    guard index == bytes.count else { throw fault("something follows the end of the list") }
    return members
  }

  private func fault(_ message: String) -> PlainFailure {
    let line = bytes.prefix(index).count { $0 == 0x0A } + 1
    return PlainFailure(message, at: "line \(line)")
  }

  private func starts(with text: StaticString) -> Bool {
    bytes[index...].starts(with: "\(text)".utf8)
  }

  /// Skips everything up to and including a text.
  private mutating func skip(past mark: StaticString, _ what: String) throws(PlainFailure) {
    let start = index
    let end = Array("\(mark)".utf8)
    while index < bytes.count {
      if bytes[index...].starts(with: end) {
        index += end.count
        return
      }
      index += 1
    }
    index = start
    throw fault("\(what) is never closed")
  }

  /// Skips blanks and comments.
  private mutating func skipSpace() throws(PlainFailure) {
    while index < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
        index += 1
      } else if starts(with: "<!--") {
        index += 4
        try skip(past: "-->", "a comment")
      } else {
        return
      }
    }
  }

  private mutating func skipProlog() throws(PlainFailure) {
    try skipSpace()
    if starts(with: "<?xml") { try skip(past: "?>", "the declaration") }
    try skipSpace()
    guard starts(with: "<!DOCTYPE") else { return }
    let start = index
    try skip(past: ">", "the document type")
    if bytes[start..<index].contains(UInt8(ascii: "[")) {
      index = start
      throw fault("a document type with its own declarations isn't supported")
    }
  }

  // MARK: Tags

  private mutating func tag() throws(PlainFailure) -> Tag {
    try skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else {
      throw fault(index < bytes.count ? "a tag is missing here" : "the list ends too early")
    }
    let start = index
    try skip(past: ">", "a tag")
    var inner = bytes[(start + 1)..<(index - 1)]
    var tag = Tag(name: "")
    if inner.first == UInt8(ascii: "/") {
      tag.isEnd = true
      inner = inner.dropFirst()
    }
    if inner.last == UInt8(ascii: "/") {
      tag.isEmpty = true
      inner = inner.dropLast()
    }
    let name = inner.prefix { $0 > 32 }
    tag.name = String(decoding: name, as: UTF8.self)
    let isName = !name.isEmpty && name.allSatisfy { (97...122).contains($0 | 32) }
    // Only the outermost element has an attribute, which is its version.
    let isPlain = inner.count == name.count || (tag.name == "plist" && !tag.isEnd)
    guard isName, isPlain, !(tag.isEnd && tag.isEmpty), !inner.contains(UInt8(ascii: "<")) else {
      index = start
      throw fault("this tag isn't part of a property list")
    }
    return tag
  }

  private mutating func expect(_ wanted: Tag) throws(PlainFailure) {
    try skipSpace()
    let start = index
    guard try tag() == wanted else {
      index = start
      throw fault("`<\(wanted.isEnd ? "/" : "")\(wanted.name)>` is missing here")
    }
  }

  // MARK: Values

  /// Reads the members between `<dict>` and `</dict>`.
  private mutating func dictionary() throws(PlainFailure) -> [(
    name: String, value: PropertyList
  )] {
    var members: [(name: String, value: PropertyList)] = []
    while true {
      let next = try tag()
      if next == Tag(name: "dict", isEnd: true) { return members }
      guard next == Tag(name: "key") else { throw fault("a `<key>` is missing here") }
      let name = try text(upTo: "key")
      members.append((name, try value(tag())))
    }
  }

  private mutating func value(_ tag: Tag) throws(PlainFailure) -> PropertyList {
    depth += 1
    defer { depth -= 1 }
    guard depth < PropertyListReader.depthMax else { throw fault("the list is nested too deeply") }
    switch (tag.name, tag.isEmpty) {
    case (_, _) where tag.isEnd: throw fault("a value is missing before `</\(tag.name)>`")
    case ("string", true): return .text("")
    case ("string", false): return .text(try text(upTo: "string"))
    case ("array", true): return .list([])
    case ("array", false): return try array()
    case ("dict", false):
      _ = try dictionary()
      return .other
    case ("dict", true), ("true", true), ("false", true): return .other
    case ("integer", false), ("real", false), ("date", false), ("data", false):
      _ = try text(upTo: tag.name)
      return .other
    default: throw fault("`<\(tag.name)>` isn't a value of a property list")
    }
  }

  private mutating func array() throws(PlainFailure) -> PropertyList {
    var texts: [String] = []
    var hasOthers = false
    while true {
      let next = try tag()
      if next == Tag(name: "array", isEnd: true) { return hasOthers ? .other : .list(texts) }
      if case .text(let text) = try value(next) { texts.append(text) } else { hasOthers = true }
    }
  }

  /// Reads a text up to an end tag, and decodes its entities.
  private mutating func text(upTo name: String) throws(PlainFailure) -> String {
    var text: [UInt8] = []
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        try expect(Tag(name: name, isEnd: true))
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "&"): text += try entity()
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    throw fault("`<\(name)>` is never closed")
  }

  /// Decodes one of the five entities of XML, or a numeric entity.
  private mutating func entity() throws(PlainFailure) -> [UInt8] {
    let longest = bytes[index...].prefix(10)
    guard let end = longest.firstIndex(of: UInt8(ascii: ";")) else {
      throw fault("`&` doesn't begin an entity: write `&amp;`")
    }
    let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    let found: [UInt8]
    switch name {
    case "amp": found = [UInt8(ascii: "&")]
    case "lt": found = [UInt8(ascii: "<")]
    case "gt": found = [UInt8(ascii: ">")]
    case "quot": found = [UInt8(ascii: "\"")]
    case "apos": found = [UInt8(ascii: "'")]
    default:
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst(1)) : nil
      guard let number, number >= 32, let scalar = Unicode.Scalar(number) else {
        throw fault("`&\(name);` isn't a supported entity")
      }
      found = Array(String(Character(scalar)).utf8)
    }
    index = end + 1
    return found
  }
}

package import FlowDiagnostics

/// The text of an export's file, for showing locations in it.
///
/// The shown text has only the names of things, because a line of an export may be very long, and
/// may contain what no report should quote.
package struct ExportText: Sendable {
  private let bytes: [UInt8]
  private let source: SourceFile

  /// Creates the text of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The contents, which must be valid JSON.
  package init(path: String, bytes: [UInt8]) {
    self.bytes = bytes
    source = SourceFile(name: path, bytes: ExportText.shown(bytes))
  }

  /// Returns the location of a value: its name, if the value is an object with a name.
  ///
  /// If the file doesn't have the whole path, the nearest enclosing value counts. For a resource of
  /// Terraform, that is its address.
  ///
  /// - Parameter place: The location in the export.
  /// - Returns: The location; `nil` if the file doesn't have the path at all.
  package func place(of place: ExportPlace) -> Place? {
    var scanner = JSONScanner(bytes: bytes)
    var found: Range<Int>?
    for step in place.steps {
      guard let start = scanner.enter(step) else { break }
      found = start
    }
    if found == nil, case .name(let address)? = place.steps.first {
      found = scanner.text(equalTo: address)
    } else {
      found = scanner.name() ?? found
    }
    return found.map { Place(source, SourceRange(UInt32($0.lowerBound), UInt32($0.upperBound))) }
  }

  /// The names of members whose texts are shown.
  private static let names = ["name", "label", "login", "address"].map { Array("\"\($0)\"".utf8) }

  /// Returns a text in which spaces replace everything except line breaks and the names of things.
  private static func shown(_ bytes: [UInt8]) -> [UInt8] {
    // Other characters stay, because columns count characters.
    var shown = bytes.map { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D ? 0x20 : $0 }
    var scanner = JSONScanner(bytes: bytes)
    var key: Range<Int>?
    while let text = scanner.nextText() {
      if let name = key, names.contains(Array(bytes[name])), scanner.isValue(text, after: name) {
        let range = name.lowerBound..<text.upperBound
        shown.replaceSubrange(range, with: bytes[range])
      }
      key = text
    }
    return shown
  }
}

/// Finds values in valid JSON without reading it into memory.
private struct JSONScanner {
  let bytes: [UInt8]
  /// The offset of the current value.
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Moves to an element or a member of the current value.
  ///
  /// - Parameter step: The element or the member.
  /// - Returns: The range of its first byte; `nil` if the value doesn't have it.
  mutating func enter(_ step: ExportPlace.Step) -> Range<Int>? {
    var next = self
    next.skipSpace()
    let isObject: Bool
    switch (next.byte, step) {
    case (UInt8(ascii: "{"), .name): isObject = true
    case (UInt8(ascii: "["), .index): isObject = false
    default: return nil
    }
    next.offset += 1
    var index = 0
    while true {
      next.skipSpace()
      guard let byte = next.byte, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else {
        return nil
      }
      var isWanted = step == .index(index)
      if isObject {
        guard let key = next.nextText() else { return nil }
        if case .name(let name) = step { isWanted = next.isText(key, name) }
        next.skipSpace()
        // The colon.
        next.offset += 1
        next.skipSpace()
      }
      if isWanted {
        self = next
        return offset..<min(offset + 1, bytes.count)
      }
      next.skipValue()
      next.skipSpace()
      if next.byte == UInt8(ascii: ",") { next.offset += 1 }
      index += 1
    }
  }

  /// The range of the current object's name; `nil` if it doesn't have one.
  func name() -> Range<Int>? {
    for name in ["name", "label"] {
      var next = self
      if next.enter(.name(name)) != nil, next.byte == UInt8(ascii: "\"") { return next.nextText() }
    }
    return nil
  }

  /// Returns the first text that is equal to another text.
  func text(equalTo wanted: String) -> Range<Int>? {
    var next = self
    next.offset = 0
    while let text = next.nextText() { if isText(text, wanted) { return text } }
    return nil
  }

  /// Moves behind the next text, and returns its range with the quotes; `nil` at the end.
  mutating func nextText() -> Range<Int>? {
    guard let start = bytes[min(offset, bytes.count)...].firstIndex(of: UInt8(ascii: "\"")) else {
      return nil
    }
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = min(end + 1, bytes.count)
    return start..<offset
  }

  /// Whether a text is the value of a member.
  func isValue(_ text: Range<Int>, after key: Range<Int>) -> Bool {
    let between = bytes[key.upperBound..<text.lowerBound]
    return between.contains(UInt8(ascii: ":")) && between.allSatisfy { $0 <= 0x20 || $0 == 0x3A }
  }

  private func isText(_ range: Range<Int>, _ text: String) -> Bool {
    bytes[range].dropFirst().dropLast().elementsEqual(text.utf8)
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte, byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF { offset += 1 }
  }

  /// Moves behind the current value.
  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        _ = nextText()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of the enclosing value.
        guard depth > 0 else { return }
        depth -= 1
        if depth == 0 {
          offset += 1
          return
        }
      case UInt8(ascii: ","): if depth == 0 { return }
      default: break
      }
      offset += 1
    }
  }
}

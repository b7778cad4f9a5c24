public import FlowDiagnostics

/// Reads the value of a text in quotes.
///
/// The value has its escapes resolved and its indentation removed.
///
/// In a text of several lines, the first and the last line contain only the quotes. The indentation
/// of the closing quotes is removed from each line, as in Swift. Line breaks become LF.
public struct TextLiteral: Sendable {
  /// A piece of a text.
  public enum Segment: Sendable, Hashable {
    case text(String)
    /// `\(name)`.
    ///
    /// The name has its range in the script.
    case name(Name)
  }

  /// The segments of the text, in order.
  ///
  /// Two segments of text are never adjacent. An empty text has no segments.
  public private(set) var segments: [Segment] = []
  /// The problems of the text.
  public private(set) var diagnostics: [Diagnostic] = []

  /// The value of the text without the interpolated names.
  package var plainText: String {
    segments.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  private let source: SourceFile
  private let keepsText: Bool
  private var run: [UInt8] = []

  /// Reads a text in a source.
  public static func read(_ text: Text, in source: SourceFile) -> TextLiteral {
    var literal = TextLiteral(source: source, keepsText: true)
    literal.read(text)
    return literal
  }

  /// Reads only the names and the problems of a text, but not its value.
  package static func check(_ text: Text, in source: SourceFile) -> TextLiteral {
    var literal = TextLiteral(source: source, keepsText: false)
    literal.read(text)
    return literal
  }

  /// Returns the value of a text; `nil` if the text contains names.
  package static func fixedText(_ text: Text, in source: SourceFile) -> String? {
    guard text.isPlain, text.range.end - text.range.start >= 2 else {
      return read(text, in: source).fixedText
    }
    return source.text(SourceRange(text.range.start + 1, text.range.end - 1))
  }

  private init(source: SourceFile, keepsText: Bool) {
    self.source = source
    self.keepsText = keepsText
  }

  /// The value of the text; `nil` if the text contains names.
  public var fixedText: String? {
    switch segments.first {
    case nil: ""
    case .text(let text) where segments.count == 1: text
    default: nil
    }
  }

  /// The names in the text.
  public var names: [Name] {
    segments.compactMap { segment in
      if case .name(let name) = segment { name } else { nil }
    }
  }

  private mutating func read(_ text: Text) {
    let bytes = source.bytes
    let start = Int(text.range.start)
    let end = min(Int(text.range.end), bytes.count)
    let quotes = end - start >= 6 && bytes[start..<start + 3].allSatisfy { $0 == 0x22 } ? 3 : 1
    guard end - start >= 2 * quotes else { return }
    let content = start + quotes..<end - quotes
    if text.isPlain {
      say(bytes[content])
    } else if quotes == 3, bytes[content].contains(0x0A) {
      let lines = lines(of: content, opening: text.range)
      for (index, line) in lines.enumerated() {
        if index > 0 { say([0x0A]) }
        scan(line)
      }
    } else {
      scan(content)
    }
    endRun()
  }

  private mutating func say(_ bytes: some Collection<UInt8>) {
    if keepsText { run += bytes }
  }

  private mutating func endRun() {
    guard !run.isEmpty else { return }
    segments.append(.text(String(decoding: run, as: UTF8.self)))
    run = []
  }

  // MARK: Lines

  /// Returns the lines between the quotes, without indentation and line breaks.
  private mutating func lines(of content: Range<Int>, opening: SourceRange) -> [Range<Int>] {
    let bytes = source.bytes
    var lines: [Range<Int>] = []
    var start = content.lowerBound
    for index in content where bytes[index] == 0x0A {
      lines.append(start..<(index > start && bytes[index - 1] == 0x0D ? index - 1 : index))
      start = index + 1
    }
    let indentation = start..<content.upperBound
    let first = lines.removeFirst()
    guard isBlank(first) else {
      fault("the text begins on the line of its opening quotes", first)
      return [first] + lines + [indentation]
    }
    guard isBlank(indentation) else {
      fault("the closing quotes share their line with text", indentation)
      return lines + [indentation]
    }
    return lines.map { strip($0, indentation) }
  }

  private mutating func strip(_ line: Range<Int>, _ indentation: Range<Int>) -> Range<Int> {
    let bytes = source.bytes
    if line.count >= indentation.count, bytes[line].starts(with: bytes[indentation]) {
      return line.lowerBound + indentation.count..<line.upperBound
    }
    if !isBlank(line) {
      let start = line.lowerBound
      let end = bytes[line].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? start
      fault("this line is indented less than the closing quotes", start..<max(end, start + 1))
    }
    return line.upperBound..<line.upperBound
  }

  private func isBlank(_ line: Range<Int>) -> Bool {
    source.bytes[line].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private mutating func fault(_ message: String, _ bytes: Range<Int>) {
    report(.multilineText(fault: message), bytes.lowerBound, bytes.upperBound)
  }

  // MARK: Escapes

  private mutating func scan(_ content: Range<Int>) {
    let bytes = source.bytes
    var position = content.lowerBound
    while position < content.upperBound {
      let start = position
      while position < content.upperBound, bytes[position] != 0x5C { position += 1 }
      say(bytes[start..<position])
      guard position < content.upperBound else { return }
      position = escape(at: position, end: content.upperBound)
    }
  }

  /// Reads the escape at a backslash, and returns the position after it.
  private mutating func escape(at start: Int, end: Int) -> Int {
    let bytes = source.bytes
    guard start + 1 < end else {
      report(.badEscape("\\"), start, end)
      return end
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): say([bytes[start + 1]])
    case UInt8(ascii: "n"): say([0x0A])
    case UInt8(ascii: "t"): say([0x09])
    case UInt8(ascii: "u"): return scalar(at: start, end: end)
    case UInt8(ascii: "("): return name(at: start, end: end)
    default:
      var after = start + 2
      while after < end, bytes[after] & 0xC0 == 0x80 { after += 1 }
      return bad(start, after)
    }
    return start + 2
  }

  /// Reads `\u{…}`, which has one to six hexadecimal digits of a Unicode scalar.
  private mutating func scalar(at start: Int, end: Int) -> Int {
    let bytes = source.bytes
    guard start + 2 < end, bytes[start + 2] == UInt8(ascii: "{") else {
      return bad(start, start + 2)
    }
    var after = start + 3
    while after < end, after < start + 10, bytes[after] != UInt8(ascii: "}") { after += 1 }
    guard after < end, bytes[after] == UInt8(ascii: "}") else { return bad(start, after) }
    let digits = bytes[start + 3..<after]
    guard !digits.isEmpty, !digits.contains(UInt8(ascii: "+")), !digits.contains(0x2D),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return bad(start, after + 1) }
    say(String(scalar).utf8)
    return after + 1
  }

  /// Reads `\(name)`.
  ///
  /// The name is one word.
  private mutating func name(at start: Int, end: Int) -> Int {
    let bytes = source.bytes
    var after = start + 2
    while after < end, bytes[after].continuesWord { after += 1 }
    guard after < end, bytes[after] == UInt8(ascii: ")"), after > start + 2,
      !bytes[start + 2].isDigit
    else {
      let close = bytes[after..<end].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? after
      return bad(start, close)
    }
    endRun()
    segments.append(.name(Name(bytes, SourceRange(UInt32(start + 2), UInt32(after)))))
    return after + 1
  }

  private mutating func bad(_ start: Int, _ end: Int) -> Int {
    let range = SourceRange(UInt32(start), UInt32(end))
    report(.badEscape(source.text(range)), start, end)
    return end
  }

  private mutating func report(_ problem: Problem, _ start: Int, _ end: Int) {
    let range = SourceRange(UInt32(start), UInt32(end))
    diagnostics.append(Diagnostic(problem, at: Place(source, range)))
  }

  /// Returns a text in quotes, as scripts write it.
  ///
  /// Control characters, and characters that change the writing direction, are escaped.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          quoted += "\\u{\(String(scalar.value, radix: 16))}"
        default: quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}

/// The text of one script and its name.
///
/// Immutable, and shared by everything that points into it. Positions are byte offsets; lines and
/// columns exist only where a problem is shown.
public final class SourceFile: Sendable {
  /// The name that problems show: a path as the person gave it.
  public let name: String
  /// The text, which need not be UTF-8: the lexer says where it isn't.
  public let bytes: [UInt8]

  /// Where what is written begins: after the mark of the byte order, where there is one.
  package var start: UInt32 { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The longest script that is read, in bytes: offsets are 32 bits wide, and a person writes none
  /// that is a thousandth of this.
  public static let bytesMax = 64 << 20

  /// Wraps a text.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Wraps a text.
  public convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The text of a range; bytes that are not UTF-8 become U+FFFD.
  public func text(_ range: SourceRange) -> String {
    let end = min(Int(range.end), bytes.count)
    let start = min(Int(range.start), end)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

extension SourceFile: Hashable {
  /// Whether two names stand for the same text in memory.
  public static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }
  /// Feeds the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

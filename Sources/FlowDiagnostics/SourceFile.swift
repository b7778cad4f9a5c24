/// The name and the text of one script.
///
/// A source file is immutable, and all code shares the same object. Positions are byte offsets.
/// Lines and columns are computed only when a problem is shown.
public final class SourceFile: Sendable {
  /// The path as the user wrote it, which problems show.
  public let name: String
  /// The text; the lexer reports invalid UTF-8 in it.
  public let bytes: [UInt8]

  /// The offset of the script's first byte, after the byte order mark if there is one.
  package var start: UInt32 { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The maximum size of a script in bytes.
  ///
  /// Offsets have 32 bits. No real script has even a thousandth of this size.
  public static let bytesMax = 64 << 20

  /// Makes a source file from bytes.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Makes a source file from a text.
  public convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The text in a range; bytes that are not UTF-8 become U+FFFD.
  public func text(_ range: SourceRange) -> String {
    let end = min(Int(range.end), bytes.count)
    let start = min(Int(range.start), end)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

extension SourceFile: Hashable {
  /// Whether both values are the same object.
  public static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

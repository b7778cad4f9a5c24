import FlowSyntax

/// The address of a document (RFC 3986), and the path that scripts use for it.
enum DocumentURI {
  private static let scheme = "file://"

  /// The path of a file's address, without `.` and `..`.
  ///
  /// An address with another scheme stays unchanged.
  static func path(_ uri: String) -> String {
    guard uri.utf8.starts(with: scheme.utf8) else { return uri }
    var rest = Array(uri.utf8.dropFirst(scheme.utf8.count))
    // The host is empty or `localhost`.
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return uri }
    rest.removeFirst(slash)
    var bytes: [UInt8] = []
    var index = 0
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let high = digit(rest[index + 1]), let low = digit(rest[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    // A file can't have such a name, and system calls would see only its beginning.
    guard !bytes.contains(0) else { return uri }
    return ScriptPath.normalized(String(decoding: bytes, as: UTF8.self))
  }

  /// The address of a path.
  static func uri(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    var text = scheme
    for byte in path.utf8 {
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}

import FlowText

/// Parses the host of a URL if it is a name or an IPv4 address.
enum HostName {
  /// The maximum length of a name (RFC 1035, section 2.3.4).
  static let bytesMax = 253
  /// The maximum length of a label (RFC 1035, section 2.3.4).
  static let labelBytesMax = 63

  /// Returns the host in lower case; `nil` if it is neither a name nor an address of four
  /// decimal numbers.
  ///
  /// Some resolvers accept `127.1`, `0x7f000001` and `2130706433` as 127.0.0.1, others don't. So if
  /// the last label is a number, the host must consist of four decimal numbers, as in the WHATWG's
  /// URL standard.
  static func read(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count <= bytesMax else { return nil }
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.allSatisfy(isLabel), let last = labels.last else { return nil }
    if isNumber(last) {
      guard octets(bytes) != nil else { return nil }
    }
    return String(decoding: bytes.map(ASCII.lowered), as: UTF8.self)
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    1...labelBytesMax ~= label.count && label.first != UInt8(ascii: "-")
      && label.last != UInt8(ascii: "-")
      && label.allSatisfy { ASCII.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
    if label.allSatisfy(ASCII.isDigit) { return true }
    let prefix = label.prefix(2).map(ASCII.lowered)
    return prefix == Array("0x".utf8) && label.dropFirst(2).allSatisfy { Hex.value(of: $0) != nil }
  }

  /// Returns the four numbers of an IPv4 address in decimal without padding; `nil` for another
  /// text.
  static func octets(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let octets = labels.compactMap { label -> UInt8? in
      guard label.allSatisfy(ASCII.isDigit), label.count == 1 || label.first != UInt8(ascii: "0")
      else { return nil }
      return UInt8(String(decoding: label, as: UTF8.self))
    }
    return labels.count == 4 && octets.count == 4 ? octets : nil
  }
}

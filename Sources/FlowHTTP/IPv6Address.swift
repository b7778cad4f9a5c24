/// An IPv6 address (RFC 4291), which compares equal to the same address in another notation.
struct IPv6Address: Equatable {
  private var groups: [UInt16] = []

  /// Parses an address without brackets and without a zone.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let gap = IPv6Address.gap(in: bytes) else {
      guard let all = IPv6Address.groups(bytes), all.count == 8 else { return nil }
      groups = all
      return
    }
    // `::` replaces at least one group of zeros.
    guard let head = IPv6Address.groups(bytes[..<gap], isHead: true),
      let tail = IPv6Address.groups(bytes[(gap + 2)...]), head.count + tail.count <= 7
    else { return nil }
    groups = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  /// The sixteen bytes in network order.
  var octets: [UInt8] { groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

  private static func gap(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast().first {
      bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == UInt8(ascii: ":")
    }
  }

  /// Returns the 16-bit groups between colons; `nil` if a group is invalid.
  ///
  /// The last two groups may be written as an IPv4 address, except before `::`.
  private static func groups(_ bytes: ArraySlice<UInt8>, isHead: Bool = false) -> [UInt16]? {
    guard !bytes.isEmpty else { return [] }
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if !isHead, index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard let octets = HostName.octets(part) else { return nil }
        groups.append(UInt16(octets[0]) << 8 | UInt16(octets[1]))
        groups.append(UInt16(octets[2]) << 8 | UInt16(octets[3]))
      } else {
        guard 1...4 ~= part.count, part.allSatisfy({ Hex.value(of: $0) != nil }) else { return nil }
        groups.append(part.reduce(0) { $0 << 4 | UInt16(Hex.value(of: $1) ?? 0) })
      }
    }
    return groups
  }
}

extension IPv6Address: CustomStringConvertible {
  /// The address in the form of RFC 5952: lower case, and the longest run of zeros as `::`.
  var description: String {
    var longest = 0..<0
    var start = 0
    while start < groups.count {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
      if end - start > max(longest.count, 1) { longest = start..<end }
      start = max(end, start + 1)
    }
    let texts = groups.map { String($0, radix: 16) }
    guard !longest.isEmpty else { return texts.joined(separator: ":") }
    return texts[..<longest.lowerBound].joined(separator: ":") + "::"
      + texts[longest.upperBound...].joined(separator: ":")
  }
}

/// A network zone, from which requests can come: `zone "office" { ip "10.0.0.0/8" }`.
struct NetworkZone: Sendable, Hashable {
  var name: String
  var ranges: [ClosedRange<IPAddress>] = []
  /// The countries, networks and services.
  var terms = ZoneTerms()
  /// Whether the org refuses every request from the zone.
  var isBlocked = false

  /// Whether the settings don't say what is in the zone.
  var isOpen: Bool { ranges.isEmpty && terms.isEmpty }

  /// The maximum number of zones in an org, because a sign-in stores one bit for each zone.
  static let most = 64
}

/// An IPv4 or IPv6 address.
///
/// IPv4 addresses are stored as IPv6 addresses (RFC 4291, section 2.5.5.2).
struct IPAddress: Sendable, Hashable, Comparable {
  let bits: Bits128

  /// The prefix of the IPv6 addresses that represent IPv4 addresses.
  private static let mapped: Bits128 = 0xFFFF << 32

  static func < (left: IPAddress, right: IPAddress) -> Bool { left.bits < right.bits }

  var isVersion4: Bool { bits >> 32 == 0xFFFF }

  /// Parses an IPv4 address with dots, or an IPv6 address (RFC 4291, section 2.2); `nil` if the
  /// text isn't an address.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count <= IPAddress.longest else { return nil }
    if let number = IPAddress.version4(bytes[...]) {
      bits = IPAddress.mapped | Bits128(UInt64(number))
    } else if let number = IPAddress.version6(bytes[...]) {
      bits = number
    } else {
      return nil
    }
  }

  init(bits: Bits128) {
    self.bits = bits
  }

  /// The address as text: four numbers with dots, or IPv6 words in which `::` replaces the longest
  /// run of zeros (RFC 5952, section 4).
  var text: String {
    guard !isVersion4 else {
      return [24, 16, 8, 0].map { String((bits >> $0).low & 0xFF) }.joined(separator: ".")
    }
    let words = (0..<8).map { UInt16(truncatingIfNeeded: (bits >> (112 - 16 * $0)).low) }
    var longest = 0..<0
    var start = 0
    for index in 0...8 where index == 8 || words[index] != 0 {
      if index - start > max(longest.count, 1) { longest = start..<index }
      start = index + 1
    }
    func text(_ words: ArraySlice<UInt16>) -> String {
      words.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard !longest.isEmpty else { return text(words[...]) }
    return text(words[..<longest.lowerBound]) + "::" + text(words[longest.upperBound...])
  }

  /// The maximum length of an address in bytes.
  private static let longest = 45

  private static func version4(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.count), let value = IPAddress.number(part, radix: 10),
        value < 256
      else { return nil }
      number = number << 8 | value
    }
    return number
  }

  private static func version6(_ bytes: ArraySlice<UInt8>) -> Bits128? {
    let colon = UInt8(ascii: ":")
    let gaps = bytes.indices.dropLast().filter { bytes[$0] == colon && bytes[$0 + 1] == colon }
    guard let gap = gaps.first else {
      guard let words = words(bytes), words.count == 8 else { return nil }
      return words.reduce(0) { $0 << 16 | Bits128(UInt64($1)) }
    }
    guard gaps.count == 1, let head = words(bytes[..<gap]), let tail = words(bytes[(gap + 2)...]),
      head.count + tail.count < 8
    else { return nil }
    let high = head.reduce(Bits128(0)) { $0 << 16 | Bits128(UInt64($1)) }
    let low = tail.reduce(Bits128(0)) { $0 << 16 | Bits128(UInt64($1)) }
    return head.isEmpty ? low : high << (16 * (8 - head.count)) | low
  }

  /// Parses the IPv6 words between colons; `nil` if a word isn't valid.
  ///
  /// An IPv4 address with dots may replace the last two words.
  private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
    guard !bytes.isEmpty else { return [] }
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var words: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, let number = version4(part) {
        words += [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
        continue
      }
      guard (1...4).contains(part.count), let value = number(part, radix: 16) else { return nil }
      words.append(UInt16(truncatingIfNeeded: value))
    }
    return words
  }

  private static func number(_ bytes: ArraySlice<UInt8>, radix: UInt32) -> UInt32? {
    var number: UInt32 = 0
    for byte in bytes {
      let digit: UInt32
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt32(byte - UInt8(ascii: "a")) + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = UInt32(byte - UInt8(ascii: "A")) + 10
      default: return nil
      }
      guard digit < radix else { return nil }
      number = number * radix + digit
    }
    return number
  }

  /// Parses the addresses in a setting: one address, a prefix (RFC 4632, section 3.1), or a range;
  /// `nil` if the text isn't valid.
  static func range(_ text: String) -> ClosedRange<IPAddress>? {
    if let slash = text.firstIndex(of: "/") {
      guard let address = IPAddress(text[..<slash]),
        let length = number(
          Array(text[text.index(after: slash)...].utf8.prefix(4))[...], radix: 10),
        text[slash...].utf8.count > 1, length <= (address.isVersion4 ? 32 : 128)
      else { return nil }
      let fixed = (address.isVersion4 ? 96 : 0) + Int(length)
      let mask = Bits128.max >> fixed
      return IPAddress(bits: address.bits & ~mask)...IPAddress(bits: address.bits | mask)
    }
    guard let dash = text.firstIndex(of: "-") else { return IPAddress(text).map { $0...$0 } }
    guard let low = IPAddress(text[..<dash]),
      let high = IPAddress(text[text.index(after: dash)...]),
      low.isVersion4 == high.isVersion4, low <= high
    else { return nil }
    return low...high
  }
}

extension OrgPolicy {
  /// Returns the zones that contain an address, as a bit set.
  ///
  /// The country of an address isn't known, so zones of countries don't contain it.
  func zones(of address: IPAddress) -> UInt64 {
    var bits: UInt64 = 0
    for (index, zone) in zones.enumerated()
    where zone.terms.isEmpty && zone.ranges.contains(where: { $0 ~= address }) {
      bits |= 1 << UInt64(index)
    }
    return bits
  }

  /// The blocked zones, as a bit set.
  var blockedZones: UInt64 {
    var bits: UInt64 = 0
    for (index, zone) in zones.enumerated() where zone.isBlocked { bits |= 1 << UInt64(index) }
    return bits
  }
}

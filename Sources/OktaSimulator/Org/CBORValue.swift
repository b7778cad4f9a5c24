import FlowText

/// A CBOR value (RFC 8949).
///
/// Only the types in a passkey's attestation are supported.
enum CBORValue: Sendable, Hashable {
  case integer(Int)
  case bytes([UInt8])
  case text(String)
  case list([CBORValue])
  case map([CBORMember])
  /// `false`, `true` or `null`.
  case simple(UInt8)

  /// Returns the value of a key; `nil` if this isn't a map or the key is missing.
  subscript(_ key: CBORValue) -> CBORValue? {
    guard case .map(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The bytes of a byte string; `nil` for other values.
  var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}

/// A key of a map and its value.
struct CBORMember: Sendable, Hashable {
  var key: CBORValue
  var value: CBORValue
}

/// Reads CBOR values one after the other.
///
/// Indefinite lengths, tags and floating-point numbers are rejected, because an authenticator must
/// not send them (CTAP2, section 6).
struct CBORReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The maximum nesting depth.
  ///
  /// An attestation has three levels.
  private static let depthMax = 8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether all bytes were read.
  var isAtEnd: Bool { position == bytes.count }

  /// Reads the next value; `nil` if it is missing or isn't valid.
  mutating func value(depth: Int = 0) -> CBORValue? {
    guard depth < Self.depthMax, let (kind, number) = head() else { return nil }
    switch kind {
    case 0: return .integer(number)
    case 1: return .integer(-1 - number)
    case 2: return take(number).map { .bytes($0) }
    case 3: return take(number).flatMap { String(validUTF8: $0) }.map { .text($0) }
    case 4:
      var elements: [CBORValue] = []
      // Each element has at least one byte, so the loop ends when no bytes are left.
      while elements.count < number {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
      }
      return .list(elements)
    case 5:
      var members: [CBORMember] = []
      while members.count < number {
        guard let key = value(depth: depth + 1), let value = value(depth: depth + 1),
          !members.contains(where: { $0.key == key })
        else { return nil }
        members.append(CBORMember(key: key, value: value))
      }
      return .map(members)
    case 7: return (20...22).contains(number) ? .simple(UInt8(number)) : nil
    default: return nil
    }
  }

  /// Reads the type of a value, with its number or length; `nil` if they aren't valid.
  private mutating func head() -> (kind: UInt8, number: Int)? {
    guard let first = take(1)?.first else { return nil }
    let kind = first >> 5
    let short = first & 31
    if short < 24 { return (kind, Int(short)) }
    // Simple values have no longer form. Without this check, a floating-point number would be read
    // as an integer.
    guard short < 28, kind != 7, let rest = take(1 << Int(short - 24)) else { return nil }
    let number = rest.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: number).map { (kind, $0) }
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }
}

/// Writes the few types of CBOR in a passkey's answer (RFC 8949), in the canonical form of CTAP2.
enum CBOR {
  case integer(Int)
  case bytes([UInt8])
  case text(String)
  /// The members in the given order, which must be the canonical order.
  case map([(key: CBOR, value: CBOR)])

  var encoded: [UInt8] {
    switch self {
    case .integer(let number):
      return number >= 0 ? CBOR.head(0, number) : CBOR.head(1, -1 - number)
    case .bytes(let bytes): return CBOR.head(2, bytes.count) + bytes
    case .text(let text): return CBOR.head(3, text.utf8.count) + text.utf8
    case .map(let members):
      return CBOR.head(5, members.count)
        + members.flatMap { $0.key.encoded + $0.value.encoded }
    }
  }

  private static func head(_ kind: UInt8, _ number: Int) -> [UInt8] {
    let kind = kind << 5
    switch number {
    case ..<24: return [kind | UInt8(number)]
    case ..<0x100: return [kind | 24, UInt8(number)]
    case ..<0x1_0000: return [kind | 25, UInt8(number >> 8), UInt8(number & 0xFF)]
    default:
      return [kind | 26] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}

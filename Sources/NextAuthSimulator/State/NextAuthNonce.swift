import FlowHTTP
import SimulatorKit

/// The nonce that identifies a session: 16 random bytes.
struct NextAuthNonce: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Makes a random nonce.
  init(_ draw: inout Draw) {
    high = draw.next()
    low = draw.next()
  }

  /// Reads a nonce in base64url; `nil` if its size is wrong.
  init?(_ text: String) {
    guard text.utf8.count <= NextAuthNonce.size * 2, let bytes = Base64URL.decode(text),
      bytes.count == NextAuthNonce.size
    else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    high = number(bytes[..<8])
    low = number(bytes[8...])
  }

  /// The nonce in base64url.
  var text: String {
    Base64URL.encode(
      [high, low].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
      })
  }

  /// The number of bytes; the server's documentation requires at least this many.
  static let size = 16
}

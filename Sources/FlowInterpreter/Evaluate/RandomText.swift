package import FlowEngine
package import FlowSyntax

/// Generates the texts of `random`.
package struct RandomText {
  let next: @Sendable () -> UInt64

  /// Creates a generator.
  ///
  /// `next` returns 64 random bits per call.
  package init(next: @escaping @Sendable () -> UInt64) {
    self.next = next
  }

  /// The number of random characters in a password.
  ///
  /// Four fixed characters precede them, one for each character class that policies may require.
  private static let passwordLength = 16
  private static let letters = Array(
    "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

  /// Returns a random email address, password or sequence of digits.
  package func value(_ kind: Random.Kind, _ count: Int) -> Value {
    switch kind {
    case .email: .text("flow-" + text(12, of: Array("0123456789abcdef".utf8)) + "@example.com")
    case .password:
      .secret(Secret("aA1!" + text(RandomText.passwordLength, of: RandomText.letters)))
    case .digits: .text(text(min(max(count, 1), Random.digitsMax), of: Array("0123456789".utf8)))
    }
  }

  private func text(_ count: Int, of alphabet: [UInt8]) -> String {
    // The high word of the product is an index. All indices are equally likely, up to 1 part in
    // 2^58.
    let bytes = (0..<count).map { _ in
      alphabet[Int(next().multipliedFullWidth(by: UInt64(alphabet.count)).high)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

package import FlowEngine
package import FlowSyntax

/// Makes texts that no other run makes.
package struct RandomText {
  let next: @Sendable () -> UInt64

  /// Makes texts of 64 random bits a call.
  package init(next: @escaping @Sendable () -> UInt64) {
    self.next = next
  }

  /// The length of a password: 16 random characters, and four that bring the kinds that policies ask
  /// for.
  private static let passwordLength = 16
  private static let letters = Array(
    "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

  /// A random e-mail address, password or row of digits.
  package func value(_ kind: Random.Kind, _ count: Int) -> Value {
    switch kind {
    case .email: .text("flow-" + text(12, of: Array("0123456789abcdef".utf8)) + "@example.com")
    case .password:
      .secret(Secret("aA1!" + text(RandomText.passwordLength, of: RandomText.letters)))
    case .digits: .text(text(min(max(count, 1), Random.digitsMax), of: Array("0123456789".utf8)))
    }
  }

  private func text(_ count: Int, of alphabet: [UInt8]) -> String {
    // The high bits of the product: every character is as likely as another but for 1 part in 2^58.
    let bytes = (0..<count).map { _ in
      alphabet[Int(next().multipliedFullWidth(by: UInt64(alphabet.count)).high)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

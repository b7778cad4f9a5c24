import FlowText
import FlowCrypto
import FlowEngine

/// The values that an exploration enters in forms.
///
/// The generated flows use the same values.
package enum WalkValues {
  package static let phoneNumber = "+15551230190"
  package static let answer = "Turnip fields"
  package static let deviceCode = "246810"
  /// A value that every policy rejects.
  package static let wrong = "not it"
  /// The login of a user who signs up.
  package static let newcomer = "newcomer@walk.example"

  /// Returns the first candidate that is accepted, or the last candidate if none is.
  static func password(taken rules: PasswordRules, by isTaken: (String) -> Bool) -> String {
    if let usual = usualPasswords.first(where: isTaken) { return usual }
    let pattern = Array("Kx7-qW3+zT9=hV5!mB2?".unicodeScalars)
    let length = max(rules.minLength, 20) + rules.minSymbol * 4 + rules.minNumber * 4
    var long = ""
    for index in 0..<min(length, PasswordRules.maxLength) {
      long.unicodeScalars.append(pattern[index % pattern.count])
    }
    return long
  }

  private static let usualPasswords = ["Quite-New-Stable-4", "Zwoelf-Boxer-77-jagen"]

  /// Returns a value that a profile field accepts.
  ///
  /// This works only for simple patterns.
  static func example(of field: Registration.Field) -> String {
    if field.name == "email" {
      guard let pattern = field.pattern else { return newcomer }
      return Glob.example(of: pattern, length: 3...100, filling: "x")
    }
    let pattern = field.pattern ?? "*"
    return Glob.example(of: pattern, length: field.limits, filling: "a")
  }

  /// The passkey that enrollments add.
  ///
  /// It never signs anything.
  static let passkey = Account.Passkey(
    credential: Array(repeating: 7, count: 16), key: anyKey, counter: 0)

  /// A public key: the generator point of the curve (SEC 2, section 2.4.2).
  private static let anyKey: PasskeyKey = {
    let x = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    let y = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    let digits = Array((x + y).utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).map { index in
      UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16) ?? 0
    }
    // 64 bytes after the prefix of an uncompressed point always have the format of a key.
    guard let key = try? P256.PublicKey(point: [4] + bytes) else { preconditionFailure() }
    return .es256(key)
  }()
}

extension Glob {
  /// Returns a text that matches a pattern.
  ///
  /// The first `*` is filled to reach the minimum length.
  static func example(of pattern: String, length: ClosedRange<Int>, filling: Character) -> String {
    let fixed = pattern.filter { $0 != "*" }.count
    let missing = max(0, length.lowerBound - fixed)
    var text = ""
    var isFilled = false
    for character in pattern {
      switch character {
      case "*":
        guard !isFilled else { continue }
        isFilled = true
        text += String(repeating: filling, count: max(missing, 1))
      case "?": text.append(filling)
      default: text.append(character)
      }
    }
    return text
  }
}

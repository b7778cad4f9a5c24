/// The rules for a new password.
struct PasswordRules: Sendable, Hashable {
  /// An attribute of the profile that a password must not contain.
  enum ExcludedAttribute: String, Sendable, Hashable, CaseIterable {
    case firstName = "first-name"
    case lastName = "last-name"

    /// The name of the attribute in a profile and on the wire.
    var attribute: String { self == .firstName ? "firstName" : "lastName" }

    /// The label for users.
    var label: String { self == .firstName ? "first name" : "last name" }
  }

  var minLength = 8
  var minLower = 1
  var minUpper = 1
  var minNumber = 1
  var minSymbol = 0
  /// The maximum number of equal characters in a row; `nil` for no limit.
  var maxRepeats: Int?
  var excludesUsername = true
  var excludedAttributes: [ExcludedAttribute] = []
  /// Whether common passwords are refused.
  var excludesCommon = false
  /// The number of the user's latest passwords that can't be reused.
  var history = 0
  /// The minimum time between two changes of a password.
  var minAge: Duration = .zero

  /// The maximum length of a password in bytes, as in the real engine.
  static let maxLength = 72

  /// Whether the rules accept a new password for an account.
  ///
  /// Common passwords and earlier passwords aren't checked here.
  func accept(_ password: String, for account: Account) -> Bool {
    var counts = (lower: 0, upper: 0, number: 0, symbol: 0)
    for scalar in password.unicodeScalars {
      switch scalar {
      case "a"..."z": counts.lower += 1
      case "A"..."Z": counts.upper += 1
      case "0"..."9": counts.number += 1
      case _ where scalar.isASCII: counts.symbol += 1
      case _ where scalar.properties.isLowercase: counts.lower += 1
      case _ where scalar.properties.isUppercase: counts.upper += 1
      default: counts.symbol += 1
      }
    }
    return password.unicodeScalars.count >= minLength
      && password.utf8.count <= PasswordRules.maxLength
      && counts.lower >= minLower && counts.upper >= minUpper && counts.number >= minNumber
      && counts.symbol >= minSymbol && !repeats(password)
      && !(excludesUsername && holdsPart(of: account.login, password))
      && !holdsAttribute(of: account, password)
  }

  /// The rules in the words of the engine's messages.
  var text: String {
    var parts = ["at least \(minLength) characters"]
    if minLower > 0 { parts.append("a lowercase letter") }
    if minUpper > 0 { parts.append("an uppercase letter") }
    if minNumber > 0 { parts.append("a number") }
    if minSymbol > 0 { parts.append("a symbol") }
    if let maxRepeats { parts.append("no more than \(maxRepeats) repeating characters") }
    if excludesUsername { parts.append("no parts of your username") }
    for excluded in excludedAttributes { parts.append("does not include your \(excluded.label)") }
    var text = "Password requirements: \(parts.joined(separator: ", "))."
    if history > 0 {
      text += " Your password cannot be any of your last \(history) passwords."
    }
    if minAge > .zero {
      text += " At least \(minAgeText) must have elapsed since you last changed your password."
    }
    return text
  }

  /// The minimum age, in whole minutes.
  var minAgeMinutes: Int { Int(minAge.components.seconds / 60) }

  /// The minimum age in days, hours or minutes: the longest unit of which it is a multiple.
  private var minAgeText: String {
    let units = [(name: "day", minutes: 1440), (name: "hour", minutes: 60)]
    let fitting = units.first { minAgeMinutes % $0.minutes == 0 }
    guard let fitting else { return "\(minAgeMinutes) minute(s)" }
    return "\(minAgeMinutes / fitting.minutes) \(fitting.name)(s)"
  }

  /// Whether a character occurs too often in a row.
  private func repeats(_ password: String) -> Bool {
    guard let maxRepeats else { return false }
    var last: Unicode.Scalar?
    var count = 0
    for scalar in password.unicodeScalars {
      count = scalar == last ? count + 1 : 1
      last = scalar
      if count > maxRepeats { return true }
    }
    return false
  }

  /// Whether a password contains a part of the login that has at least four characters.
  private func holdsPart(of login: String, _ password: String) -> Bool {
    let parts = login.lowercased().utf8.split { [0x2C, 0x2D, 0x2E, 0x5F, 0x23, 0x40].contains($0) }
    return parts.contains { $0.count >= 4 && PasswordRules.holds(password, Array($0)) }
  }

  private func holdsAttribute(of account: Account, _ password: String) -> Bool {
    excludedAttributes.contains { excluded in
      guard let value = account.attribute(excluded.attribute), !value.isEmpty else { return false }
      return PasswordRules.holds(password, Array(value.lowercased().utf8))
    }
  }

  /// Whether a password contains a text in any combination of upper and lower case.
  private static func holds(_ password: String, _ part: [UInt8]) -> Bool {
    let lowered = Array(password.lowercased().utf8)
    guard lowered.count >= part.count else { return false }
    return (0...(lowered.count - part.count)).contains { start in
      lowered[start..<(start + part.count)].elementsEqual(part)
    }
  }
}

/// Common passwords that rules can exclude.
enum CommonPasswords {
  /// Common passwords that meet typical rules, in lower case.
  ///
  /// The list of the real engine is longer and isn't published.
  private static let all: Set<String> = [
    "password", "password1", "password12", "password123", "password1234", "password1!",
    "password123!", "passw0rd", "passw0rd1", "passw0rd!", "p@ssw0rd", "p@ssword1", "p@ssw0rd1",
    "welcome1", "welcome12", "welcome123", "welcome1!", "qwerty12", "qwerty123", "qwerty1234",
    "qwertyuiop1", "1qaz2wsx", "1q2w3e4r", "1q2w3e4r5t", "zaq12wsx", "abc12345", "abcd1234",
    "abc123456", "a1b2c3d4", "iloveyou1", "letmein1", "letmein123", "admin123", "admin1234",
    "changeme1", "changeme123", "football1", "baseball1", "princess1", "sunshine1", "monkey123",
    "dragon123", "superman1", "michael1", "charlie1", "trustno1", "test1234", "testing123",
    "hello123", "hello1234", "summer2024", "summer2025", "winter2024", "winter2025", "12345678",
    "123456789", "1234567890", "11111111", "00000000", "asdf1234", "asdfghjk1",
  ]

  /// Whether a password is common, in any combination of upper and lower case.
  static func contain(_ password: String) -> Bool { all.contains(password.lowercased()) }
}

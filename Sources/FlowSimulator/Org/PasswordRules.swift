/// What a new password must be like.
struct PasswordRules: Sendable, Hashable {
  var minLength = 8
  var minLower = 1
  var minUpper = 1
  var minNumber = 1
  var minSymbol = 0
  var excludesUsername = true
  /// How many of the last passwords can't be used again.
  var history = 0

  /// The longest password that is taken, as in the real engine.
  static let maxLength = 72

  /// Whether a password may be set for a login.
  func accept(_ password: String, login: String) -> Bool {
    var counts = (lower: 0, upper: 0, number: 0, symbol: 0)
    for scalar in password.unicodeScalars {
      if scalar.properties.isLowercase {
        counts.lower += 1
      } else if scalar.properties.isUppercase {
        counts.upper += 1
      } else if (48...57).contains(scalar.value) {
        counts.number += 1
      } else {
        counts.symbol += 1
      }
    }
    return password.unicodeScalars.count >= minLength
      && password.utf8.count <= PasswordRules.maxLength
      && counts.lower >= minLower && counts.upper >= minUpper && counts.number >= minNumber
      && counts.symbol >= minSymbol && !(excludesUsername && holdsPart(of: login, password))
  }

  /// The rules as the engine's message lists them.
  var text: String {
    var parts = ["at least \(minLength) characters"]
    if minLower > 0 { parts.append("a lowercase letter") }
    if minUpper > 0 { parts.append("an uppercase letter") }
    if minNumber > 0 { parts.append("a number") }
    if minSymbol > 0 { parts.append("a symbol") }
    if excludesUsername { parts.append("no parts of your username") }
    let text = "Password requirements: \(parts.joined(separator: ", "))."
    guard history > 0 else { return text }
    return text + " Your password cannot be any of your last \(history) passwords."
  }

  /// Whether a password holds a part of the login of at least four characters.
  private func holdsPart(of login: String, _ password: String) -> Bool {
    let lowered = Array(password.lowercased().utf8)
    let parts = login.lowercased().utf8.split { [0x2C, 0x2D, 0x2E, 0x5F, 0x23, 0x40].contains($0) }
    return parts.contains { part in
      guard part.count >= 4, lowered.count >= part.count else { return false }
      return (0...(lowered.count - part.count)).contains { start in
        lowered[start..<(start + part.count)].elementsEqual(part)
      }
    }
  }
}

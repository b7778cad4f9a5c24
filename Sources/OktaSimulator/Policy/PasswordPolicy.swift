/// A password rule: `passwords ["name"] { when …; min-length …; expire …; lockout … }`.
struct PasswordPolicy: Conditional, Sendable, Hashable {
  var name: String?
  var conditions: [Condition] = []
  /// The rules for a new password.
  var rules = PasswordRules()
  /// The maximum age of a password; `nil` if it never expires.
  var life: Duration?
  /// The time before the expiry at which the user is warned.
  var warning: Duration = .zero
  /// The lockout after wrong passwords; `nil` for the lockout of the org.
  var lockout: Lockout?
  /// Whether the message to a locked-out user states that the account is locked.
  var tellsLocked = false
}

/// The lockout after wrong passwords: `lockout { after N attempts [for D] }`.
struct Lockout: Sendable, Hashable {
  /// The number of wrong passwords in a row that lock the account.
  ///
  /// The default is the same as in the real engine.
  var attempts = 10
  /// The duration of the lockout; `nil` if it lasts until the account is unlocked.
  var duration: Duration?
}

/// Whether a password is valid, expires soon, or has expired.
enum PasswordAge: Sendable, Hashable {
  case good
  /// The password expires in this number of days, and the user is warned.
  case expiring(days: Int)
  case expired
}

extension PasswordPolicy {
  /// Returns whether a user's password is valid, expires soon, or has expired.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - now: The current time of the user's sign-in.
  ///   - began: The time of the org's first request. The ages in the settings are relative to this
  ///     time.
  /// - Returns: The age of the password.
  func age(of account: Account, at now: Duration, began: Duration) -> PasswordAge {
    guard account.status != .passwordExpired else { return .expired }
    if let days = account.passwordDays {
      // The number of days decreases each time a whole day has passed.
      let left = days - Int(max(.zero, now - began) / Self.day)
      return left <= 0 ? .expired : .expiring(days: left)
    }
    guard let life else { return .good }
    let left = account.passwordSet.time(began: began) + life - now
    if left <= .zero { return .expired }
    return left <= warning ? .expiring(days: Int(left / Self.day)) : .good
  }

  static let day: Duration = .seconds(86_400)
}

extension Account {
  /// The time when a password was set.
  enum PasswordDate: Sendable, Hashable {
    /// The password was set this long before the org's first request.
    case before(Duration)
    /// The password was set at this time since 1970.
    case at(Duration)

    func time(began: Duration) -> Duration {
      switch self {
      case .before(let age): began - age
      case .at(let time): time
      }
    }
  }
}

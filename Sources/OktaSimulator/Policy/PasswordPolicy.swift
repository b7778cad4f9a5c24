/// `passwords ["name"] { when …; min-length …; expire …; lockout … }`.
struct PasswordPolicy: Conditional, Sendable, Hashable {
  var name: String?
  var conditions: [Condition] = []
  /// The rules for a new password.
  var rules = PasswordRules()
  /// The maximum age of a password; `nil` if it never expires.
  var life: Duration?
  /// The time before expiry from which the user is warned.
  var warning: Duration = .zero
  /// The lockout after wrong passwords; `nil` for the org's own.
  var lockout: Lockout?
  /// Whether a user is informed of the lockout.
  var tellsLocked = false
}

/// `lockout { after N attempts [for D] }`.
struct Lockout: Sendable, Hashable {
  /// The number of wrong passwords in a row that lock the account; the real engine's default.
  var attempts = 10
  /// The duration of the lockout; `nil` until the account is unlocked.
  var duration: Duration?
}

/// The remaining life of a password.
enum PasswordAge: Sendable, Hashable {
  case good
  /// It expires in this number of days, and the user is warned.
  case expiring(days: Int)
  case expired
}

extension PasswordPolicy {
  /// Returns the remaining life of a user's password.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - now: The current time for the user.
  ///   - began: The time of the org's first request, to which its settings are relative.
  /// - Returns: The remaining life.
  func age(of account: Account, at now: Duration, began: Duration) -> PasswordAge {
    guard account.status != .passwordExpired else { return .expired }
    if let days = account.passwordDays {
      // The number of days is shown until the first of them is over.
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
  /// The date on which a password was set.
  enum PasswordDate: Sendable, Hashable {
    /// A duration before the org's first request.
    case before(Duration)
    /// A time since 1970.
    case at(Duration)

    func time(began: Duration) -> Duration {
      switch self {
      case .before(let age): began - age
      case .at(let time): time
      }
    }
  }
}

/// `passwords ["name"] { when …; min-length …; expire …; lockout … }`.
struct PasswordPolicy: Conditional, Sendable, Hashable {
  var name: String?
  var conditions: [Condition] = []
  /// What a new password must be like.
  var rules = PasswordRules()
  /// How old a password gets; `nil` where it never expires.
  var life: Duration?
  /// How long before that it is told.
  var warning: Duration = .zero
  /// When wrong passwords lock an account; `nil` for the org's own.
  var lockout: Lockout?
  /// Whether whoever is locked out is told so.
  var tellsLocked = false
}

/// `lockout { after N attempts [for D] }`.
struct Lockout: Sendable, Hashable {
  /// Wrong passwords in a row until the account is locked; the real engine's default.
  var attempts = 10
  /// How long it stays locked; `nil` until it is unlocked.
  var duration: Duration?
}

/// How long a password still is good.
enum PasswordAge: Sendable, Hashable {
  case good
  /// It expires in so many days, which are told.
  case expiring(days: Int)
  case expired
}

extension PasswordPolicy {
  /// How long somebody's password still is good.
  ///
  /// - Parameters:
  ///   - account: whose it is.
  ///   - now: what time it is for them.
  ///   - began: when the org was spoken to first, which its settings count from.
  /// - Returns: how long.
  func age(of account: Account, at now: Duration, began: Duration) -> PasswordAge {
    guard account.status != .passwordExpired else { return .expired }
    if let days = account.passwordDays {
      // So many days are told until the first of them is over.
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
  /// When a password was set.
  enum PasswordDate: Sendable, Hashable {
    /// So long before the org was spoken to first.
    case before(Duration)
    /// Then, as time since 1970.
    case at(Duration)

    func time(began: Duration) -> Duration {
      switch self {
      case .before(let age): began - age
      case .at(let time): time
      }
    }
  }
}

/// `enrollment ["name"] { when …; required …; optional …; disabled … }`.
struct EnrollmentPolicy: Conditional, Sendable, Hashable {
  /// The limit for postponing a required enrollment.
  enum Grace: Sendable, Hashable {
    /// A number of times.
    case skips(Int)
    /// A time since 1970.
    case until(Duration)
  }

  enum Need: Sendable, Hashable {
    /// It must be enrolled. If it has a grace, it may be postponed within it.
    case required(Grace?)
    /// It is offered once.
    case optional
  }

  /// The need of an authenticator.
  ///
  /// An authenticator that isn't named is disabled.
  struct Term: Sendable, Hashable {
    var authenticator: Authenticator
    var need: Need
  }

  var name: String?
  var conditions: [Condition] = []
  var terms: [Term] = []
  /// Whether users who sign in are asked to enroll.
  var asksAtSignIn = true

  /// Returns the need of an authenticator; `nil` if it is disabled.
  func need(of authenticator: Authenticator) -> Need? {
    terms.first { $0.authenticator == authenticator }?.need
  }
}

extension EnrollmentPolicy.Term {
  /// The time since 1970 until which it may be postponed; `nil` if the limit isn't a time.
  var graceEnd: Duration? {
    if case .required(.until(let end)?) = need { end } else { nil }
  }
}

extension EnrollmentPolicy.Grace {
  /// Whether a user may postpone an authenticator once more.
  func isRunning(for authenticator: Authenticator, of account: Account, at now: Duration) -> Bool {
    switch self {
    case .skips(let most): (account.skips[authenticator] ?? 0) < most
    case .until(let end): now < end
    }
  }
}

/// `enrollment ["name"] { when …; required …; optional …; disabled … }`.
struct EnrollmentPolicy: Conditional, Sendable, Hashable {
  /// How long something that is required may be put off.
  enum Grace: Sendable, Hashable {
    /// So many times.
    case skips(Int)
    /// Until then, as time since 1970.
    case until(Duration)
  }

  enum Need: Sendable, Hashable {
    /// It has to be enrolled; with a grace it may be put off while that runs.
    case required(Grace?)
    /// It is offered once.
    case optional
  }

  /// What becomes of an authenticator; of what isn't named nothing, as of what is disabled.
  struct Term: Sendable, Hashable {
    var authenticator: Authenticator
    var need: Need
  }

  var name: String?
  var conditions: [Condition] = []
  var terms: [Term] = []
  /// Whether whoever signs in is asked to enroll anything.
  var asksAtSignIn = true

  /// What becomes of an authenticator; `nil` where nobody enrolls it.
  func need(of authenticator: Authenticator) -> Need? {
    terms.first { $0.authenticator == authenticator }?.need
  }
}

extension EnrollmentPolicy.Term {
  /// Until when it may be put off, as time since 1970; `nil` where no time says so.
  var graceEnd: Duration? {
    if case .required(.until(let end)?) = need { end } else { nil }
  }
}

extension EnrollmentPolicy.Grace {
  /// Whether somebody may put an authenticator off once more.
  func isRunning(for authenticator: Authenticator, of account: Account, at now: Duration) -> Bool {
    switch self {
    case .skips(let most): (account.skips[authenticator] ?? 0) < most
    case .until(let end): now < end
    }
  }
}

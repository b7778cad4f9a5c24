import FlowEngine

/// What remains of a sign-in: who it was and what was verified, for the next one of the same browser.
struct Session: Sendable, Hashable {
  var person: Transaction.Person
  /// The client that signed them in; empty for a session of the settings.
  var clientID = ""
  var proofs: [Proof]
  /// The identity provider that vouched, by index.
  var provider: Int?
  /// What the browser's cookie carries; empty for a session of the settings.
  var token = Secret("")
  var began: Duration
  var lastUsed: Duration
  /// How long it is good; `nil` as long as it is used.
  var lifetime: Duration?
  /// How long it may be left alone; `nil` for as long as it is good.
  var idle: Duration?
  /// Whether its person has ended it.
  var isEnded = false

  /// Whether it is good.
  func isOpen(at now: Duration) -> Bool {
    guard !isEnded else { return false }
    if let lifetime, now - began >= lifetime { return false }
    if let idle, now - lastUsed >= idle { return false }
    return true
  }
}

/// A device on which somebody is not asked for a second factor again.
struct RememberedDevice: Sendable, Hashable {
  var person: Transaction.Person
  /// What its cookie carries.
  var token: Secret
}

extension Account {
  /// `session password, email 2h ago`: what was verified in a browser, and how long ago.
  struct SessionSetting: Sendable, Hashable {
    var methods: Methods
    var age: Duration
  }
}

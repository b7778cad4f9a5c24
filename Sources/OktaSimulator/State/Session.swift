import FlowEngine

/// A browser session: the user and the verifications of a sign-in, for later sign-ins in the same
/// browser.
struct Session: Sendable, Hashable {
  var person: Transaction.Person
  /// The client that the user signed in to; empty for a session from the settings.
  var clientID = ""
  var proofs: [Proof]
  /// The index of the identity provider that vouched for the user; `nil` if none did.
  var provider: Int?
  /// The value of the browser's cookie; empty for a session from the settings.
  var token = Secret("")
  var began: Duration
  var lastUsed: Duration
  /// The maximum lifetime; `nil` for no limit as long as the session is used.
  var lifetime: Duration?
  /// The maximum time without use; `nil` for no limit.
  var idle: Duration?
  /// Whether the session was ended, such as by signing out.
  var isEnded = false

  /// Whether the session is valid at a time.
  func isOpen(at now: Duration) -> Bool {
    guard !isEnded else { return false }
    if let lifetime, now - began >= lifetime { return false }
    if let idle, now - lastUsed >= idle { return false }
    return true
  }
}

/// A device on which the org doesn't ask a user for a second factor again.
struct RememberedDevice: Sendable, Hashable {
  var person: Transaction.Person
  /// The value of the device's cookie.
  var token: Secret
}

extension Account {
  /// The session in a user's browser as settings describe it: `session password, email 2h ago, in
  /// use`.
  struct SessionSetting: Sendable, Hashable {
    var methods: Methods
    /// The age of the verifications.
    var age: Duration
    /// Whether the session was used continuously until now, so that it was never idle.
    var isInUse = false
    /// Whether the user chose to stay signed in.
    var staysSignedIn = false
  }
}

extension Account.SessionSetting {
  /// Parses the state of a session that a client sends: `password, phone via sms 5h ago, in use,
  /// kept`.
  ///
  /// Returns `nil` if the text isn't valid.
  init?(_ text: String) {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ") }
    if parts.last == ["kept"] {
      staysSignedIn = true
      parts.removeLast()
    }
    if parts.last == ["in", "use"] {
      isInUse = true
      parts.removeLast()
    }
    age = .zero
    if let last = parts.last, last.last == "ago" {
      guard last.count > 2, let age = ContextHeaders.offset(String(last[last.count - 2])),
        age >= .zero
      else { return nil }
      self.age = age
      parts[parts.count - 1] = last.dropLast(2)
    }
    methods = []
    for words in parts {
      guard let first = words.first, let authenticator = Authenticator(rawValue: String(first))
      else { return nil }
      switch words.count {
      case 1: methods.formUnion(authenticator.methods)
      case 3:
        guard words[1] == "via", let method = Method(word: String(words[2])),
          authenticator.methods.contains(Methods(method))
        else { return nil }
        methods.insert(Methods(method))
      default: return nil
      }
    }
    guard !methods.isEmpty else { return nil }
  }

  /// The state of the session in the format that a client sends.
  var text: String {
    let verified = methods.list.map { method in
      let authenticator = Authenticator(of: method)
      let isOneOfSeveral = authenticator.methods != Methods(method)
      return authenticator.rawValue + (isOneOfSeveral ? " via \(method.word)" : "")
    }
    return verified.joined(separator: ", ") + " \(age.components.seconds)s ago"
      + (isInUse ? ", in use" : "") + (staysSignedIn ? ", kept" : "")
  }
}

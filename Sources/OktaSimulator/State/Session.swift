import FlowEngine

/// The result of a sign-in, its user and its verifications, for the next one in the same browser.
struct Session: Sendable, Hashable {
  var person: Transaction.Person
  /// The client that signed them in; empty for a session of the settings.
  var clientID = ""
  var proofs: [Proof]
  /// The identity provider that vouched, by index.
  var provider: Int?
  /// The value of the browser's cookie; empty for a session of the settings.
  var token = Secret("")
  var began: Duration
  var lastUsed: Duration
  /// The maximum lifetime; `nil` for as long as it is used.
  var lifetime: Duration?
  /// The maximum idle time; `nil` for no limit.
  var idle: Duration?
  /// Whether its user has ended it.
  var isEnded = false

  /// Whether the session is valid.
  func isOpen(at now: Duration) -> Bool {
    guard !isEnded else { return false }
    if let lifetime, now - began >= lifetime { return false }
    if let idle, now - lastUsed >= idle { return false }
    return true
  }
}

/// A device on which a user isn't asked for a second factor again.
struct RememberedDevice: Sendable, Hashable {
  var person: Transaction.Person
  /// The value of its cookie.
  var token: Secret
}

extension Account {
  /// `session password, email 2h ago, in use`: the verifications in a browser, and their age.
  struct SessionSetting: Sendable, Hashable {
    var methods: Methods
    /// The age of the verifications.
    var age: Duration
    /// Whether the session has been used ever since, so that it was never idle.
    var isInUse = false
    /// Whether the user has chosen to stay signed in.
    var staysSignedIn = false
  }
}

extension Account.SessionSetting {
  /// Parses a client's session state: `password, phone via sms 5h ago, in use, kept`.
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

  /// The text that a client sends.
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

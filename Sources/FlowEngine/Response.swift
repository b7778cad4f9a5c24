/// An engine's response: everything that a script can see and use.
///
/// It is a plain value. Handles, addresses and the original forms stay inside the engine. Two
/// responses are equal if a script can't distinguish them, which is how a run without progress is
/// detected.
public struct Response: Sendable, Hashable {
  /// The offered steps, in the engine's order.
  ///
  /// The first is the main one.
  public var steps: [Step]
  /// Every message of the response and of its fields, in order, without duplicates.
  public var messages: [Message]
  /// The actions that are possible at every step, such as `cancel`.
  public var capabilities: [Capability]
  /// The outcome of the transaction; `nil` while it continues.
  public var outcome: Outcome?
  /// The reason of a failure; `nil` if a server stated it.
  public var cause: FailureCause?
  /// The outcome of a run that ends here because no rule names the step.
  ///
  /// The transaction can stay in this state, like an active session.
  public var settled: Outcome?
  /// The engine's callbacks to an app on the way to this response, in order, without secrets.
  public var callbacks: [String]
  /// The facts that conditions can test: `user.…`, `app.…`, `token.…`, `history`.
  public var facts: [Fact]
  /// The tokens of a successful sign-in, if the engine provides them.
  public var tokens: Tokens? {
    get { kept.value }
    set { kept.value = newValue }
  }

  private var kept: Rare<Tokens>

  /// Makes a response.
  public init(
    steps: [Step] = [], messages: [Message] = [], capabilities: [Capability] = [],
    outcome: Outcome? = nil, settled: Outcome? = nil, facts: [Fact] = [], tokens: Tokens? = nil,
    callbacks: [String] = []
  ) {
    self.steps = steps
    self.messages = messages
    self.capabilities = capabilities
    self.outcome = outcome
    self.settled = settled
    self.callbacks = callbacks
    self.facts = facts
    kept = Rare(tokens)
  }
}

/// The outcome of a transaction or a run.
public enum Outcome: String, Sendable, Hashable, CaseIterable {
  /// Signed in, with tokens if the engine provides them.
  case success
  /// A terminal answer without tokens, as after an unlock.
  case finished
  /// Refused, or the script could not continue.
  case failure
  /// Refused without a page that could be answered, and the script expects that.
  case refused
  /// Canceled by the script or by the user.
  case cancelled
  /// Ended by the script's `stop`.
  case stopped
}

/// A server's message to the user.
public struct Message: Sendable, Hashable {
  /// The severity of a message.
  public enum Severity: String, Sendable, Hashable {
    case info
    case warning
    case error
  }

  /// The severity according to the server.
  public var severity: Severity
  /// The text, in the server's language.
  public var text: String
  /// The server's own stable key (`errors.E0000004`), if there is one.
  public var key: String?
  /// The full name of the field with the message, if it belongs to one.
  public var field: String?
  /// The addresses of the message's links.
  public var links: [String]
  /// The values that are inserted into the text of the key.
  public var parameters: [String]

  /// Makes a message.
  public init(
    _ severity: Severity, _ text: String, key: String? = nil, field: String? = nil,
    links: [String] = [], parameters: [String] = []
  ) {
    self.severity = severity
    self.text = text
    self.key = key
    self.field = field
    self.links = links
    self.parameters = parameters
  }
}

/// A fact that a condition can test by its dotted name.
public struct Fact: Sendable, Hashable {
  /// The full name: `user.identifier`, `token.scope`.
  public var name: String
  /// Its value.
  public var value: Value
  /// The form's label of the value, if it is part of a form; empty for a text without a label.
  public var label: String?

  /// Makes a fact.
  public init(_ name: String, _ value: Value, label: String? = nil) {
    self.name = name
    self.value = value
    self.label = label
  }
}

/// The tokens of a sign-in (RFC 6749, section 5.1; OpenID Connect Core, section 3.1.3.3).
public struct Tokens: Sendable, Hashable {
  /// The access token.
  public var accessToken: Secret
  /// The token type, `Bearer`.
  public var tokenType: String
  /// The lifetime of the access token in seconds.
  public var expiresIn: Int?
  /// The granted scopes, separated by spaces.
  public var scope: String?
  /// The ID token, if `openid` was requested.
  public var idToken: Secret?
  /// The refresh token, if `offline_access` was requested.
  public var refreshToken: Secret?
  /// The extent to which the ID token was checked before it was passed on.
  public var verification: Verification

  /// All existing tokens.
  public var all: [Secret] { [accessToken] + [idToken, refreshToken].compactMap(\.self) }

  /// The extent to which an ID token was checked.
  public enum Verification: String, Sendable, Hashable {
    /// The ID token is absent.
    case absent
    /// Its claims, and its signature with a key that the issuer publishes.
    case signature
    /// Its claims. It is from an org in this process, so it could not be intercepted.
    case inProcess
    /// Only its claims, because this machine has no library for signatures.
    case claims
  }

  /// Makes a set of tokens.
  public init(
    accessToken: Secret, tokenType: String, expiresIn: Int? = nil, scope: String? = nil,
    idToken: Secret? = nil, refreshToken: Secret? = nil, verification: Verification = .absent
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.expiresIn = expiresIn
    self.scope = scope
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.verification = verification
  }
}

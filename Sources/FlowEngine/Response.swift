/// What an engine answered: all that a script can see and act on.
///
/// A plain value. Handles, addresses and the forms as they came stay inside the engine; two
/// responses are equal when a script could not tell them apart, which is how a run without progress
/// is noticed.
public struct Response: Sendable, Hashable {
  /// The steps that are offered, in the engine's order; the first is the main one.
  public var steps: [Step]
  /// Every message, of the response and of its fields, in order, each once.
  public var messages: [Message]
  /// What can be done whatever the step, such as `cancel`.
  public var capabilities: [Capability]
  /// How the transaction ended; `nil` while it goes on.
  public var outcome: Outcome?
  /// Why it has ended in failure; `nil` where that is what a server said.
  public var cause: FailureCause?
  /// How a run ends here where no rule answers a step by its name: the transaction can stay as it
  /// is, as a session that is active can.
  public var settled: Outcome?
  /// What the engine called an app back with on the way to this response, in order, without secrets.
  public var callbacks: [String]
  /// What conditions can ask for: `user.…`, `app.…`, `token.…`, `history`.
  public var facts: [Fact]
  /// The tokens of a sign-in that succeeded, where the engine has them.
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

/// How a transaction or a run ended.
public enum Outcome: String, Sendable, Hashable, CaseIterable {
  /// Signed in, with tokens where the engine has them.
  case success
  /// A terminal answer without tokens, as after an unlock.
  case finished
  /// Refused, or the script could not go on.
  case failure
  /// Refused without a page that could be answered, where the script expects that.
  case refused
  /// Cancelled by the script or by the person.
  case cancelled
  /// Ended by the script's `stop`.
  case stopped
}

/// What a server says to the person.
public struct Message: Sendable, Hashable {
  /// How serious it is.
  public enum Severity: String, Sendable, Hashable {
    case info
    case warning
    case error
  }

  /// How serious the server says it is.
  public var severity: Severity
  /// The text, in the server's language.
  public var text: String
  /// The server's own stable key (`errors.E0000004`), where it gives one.
  public var key: String?
  /// The full name of the field that the message stands at, where it stands at one.
  public var field: String?
  /// The addresses that the message links to.
  public var links: [String]
  /// What the text of the key is filled in with.
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

/// Something that a condition can ask for by its dotted name.
public struct Fact: Sendable, Hashable {
  /// The whole name: `user.identifier`, `token.scope`.
  public var name: String
  /// Its value.
  public var value: Value
  /// What a form writes before the value, if it is a part of the form: empty for a text by itself.
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
  /// The access token's life in seconds.
  public var expiresIn: Int?
  /// The granted scopes, separated by spaces.
  public var scope: String?
  /// The ID token, where `openid` was asked for.
  public var idToken: Secret?
  /// The refresh token, where `offline_access` was asked for.
  public var refreshToken: Secret?
  /// How far the ID token was checked before it was handed on.
  public var verification: Verification

  /// The tokens that there are.
  public var all: [Secret] { [accessToken] + [idToken, refreshToken].compactMap(\.self) }

  /// How far an ID token was checked.
  public enum Verification: String, Sendable, Hashable {
    /// There is none.
    case absent
    /// Its claims, and its signature by a key that the issuer publishes.
    case signature
    /// Its claims; it comes from an org in this process, so that nobody stood between.
    case inProcess
    /// Its claims alone: this machine has no library for signatures.
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

/// An engine's response: everything that a script can see and use.
///
/// A response is a plain value. Handles, addresses and the original forms stay inside the engine.
/// Two responses are equal if a script can't distinguish them. The interpreter uses this to detect
/// a run without progress.
public struct Response: Sendable, Hashable {
  /// The steps that the response offers, in the engine's order.
  ///
  /// The first step is the main step.
  public var steps: [Step]
  /// All messages of the response and of its fields, in order, without duplicates.
  public var messages: [Message]
  /// The actions that are possible regardless of the step, such as `cancel`.
  public var capabilities: [Capability]
  /// The outcome of the transaction; `nil` while it continues.
  public var outcome: Outcome?
  /// The reason why the transaction failed; `nil` if it hasn't failed, or if a server gave the
  /// reason.
  public var cause: FailureCause?
  /// The outcome of a run that ends here because no rule names the step; `nil` if a run can't end
  /// here.
  ///
  /// The transaction itself can stay in this state, like an active session.
  public var settled: Outcome?
  /// The callbacks from the engine to an app before this response, in order, without secrets.
  public var callbacks: [String]
  /// The facts that conditions can test: `user.…`, `app.…`, `token.…`, `history`.
  public var facts: [Fact]
  /// The tokens of a successful sign-in; `nil` if the engine provides none.
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
  /// The user is signed in, with tokens if the engine provides them.
  case success
  /// The transaction ended without tokens, as after an unlock.
  case finished
  /// The server refused, or the script couldn't continue.
  case failure
  /// The server refused without a page to answer, and the script expects that.
  case refused
  /// The script or the user canceled.
  case cancelled
  /// The script's `stop` ended the run.
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

  /// The severity that the server reports.
  public var severity: Severity
  /// The text, in the server's language.
  public var text: String
  /// The server's own stable key (`errors.E0000004`); `nil` if there is none.
  public var key: String?
  /// The full name of the field that the message belongs to; `nil` if it belongs to none.
  public var field: String?
  /// The addresses of the message's links.
  public var links: [String]
  /// The values that the server inserted into the text.
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
  /// The label of the value in a form; empty for a text without a label, `nil` outside of a form.
  public var label: String?

  /// Makes a fact.
  public init(_ name: String, _ value: Value, label: String? = nil) {
    self.name = name
    self.value = value
    self.label = label
  }
}

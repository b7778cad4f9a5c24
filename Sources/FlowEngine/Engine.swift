public import FlowDiagnostics

/// An identity protocol that scripts can be run against.
///
/// The port between the interpreter and a protocol: the interpreter knows steps and moves, an
/// engine knows its requests. An engine knows no script and no other engine.
public protocol Engine: Sendable {
  /// Begins a session that has sent nothing yet.
  ///
  /// - Parameter learn: Is given each secret of the protocol as soon as it exists: handles, codes,
  ///   verifiers and tokens, which fill no field, and which a server may repeat in any text.
  /// - Returns: The session.
  func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session
}

extension Engine {
  /// Begins a session whose secrets nobody has to hide.
  public func makeSession() -> any Session { makeSession { _ in } }
}

/// One transaction with a server, used by one task at a time.
public protocol Session: Sendable {
  /// When an answer must have come; `nil` for as long as the engine's own limits let it take.
  ///
  /// What is under way then ends with a failure of the kind `timedOut`; abandoning does not heed
  /// it.
  var deadline: ContinuousClock.Instant? { get set }

  /// How the session behaves, as of the latest response.
  var traits: SessionTraits { get }

  /// Sends the first request.
  ///
  /// - Throws: `EngineFailure` where no response came that a script could answer.
  mutating func start(_ start: Start) async throws(EngineFailure) -> Response

  /// Performs a move on the latest response.
  ///
  /// - Throws: `EngineFailure`; the latest response can still be answered after one.
  mutating func perform(_ move: Move) async throws(EngineFailure) -> Response

  /// Abandons the transaction on the server, once, where one was begun and has not ended.
  ///
  /// It is called when a run is interrupted or fails; its own failure is of no consequence.
  mutating func abandon() async

  /// Asks once whether what a step waits for has happened. The interpreter does the waiting.
  ///
  /// - Parameter step: The index of the step in the latest response.
  /// - Returns: The answer.
  /// - Throws: `EngineFailure`, as `perform` does.
  mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer

  /// Asks the server about the user who has signed in, with the tokens of the latest response.
  ///
  /// It is called if a script asks for a fact of the user that no response has.
  ///
  /// - Returns: Facts such as `user.email`; none if the responses have all that is known.
  /// - Throws: `EngineFailure` if the server doesn't say it, or says it of another user.
  mutating func userFacts() async throws(EngineFailure) -> [Fact]

  /// What of the latest response could not be read, a sentence each with its place: what is offered
  /// may be less than what the server meant.
  var unreadParts: [String] { get }

  /// Explains why a response doesn't have a fact.
  ///
  /// - Parameter fact: Its whole name.
  /// - Returns: The reason, in a clause; `nil` if there is nothing to say.
  func absence(of fact: String) -> String?
}

extension Session {
  /// Makes the move: a server that doesn't answer is a failure.
  public mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer {
    .answered(try await perform(.poll(step: step)))
  }
}

/// How a session behaves.
public struct SessionTraits: Sendable, Hashable {
  /// Whether what the latest response says can change without a move, as a session that times out
  /// does; `look` then asks for what it has become.
  public var changesByItself: Bool
  /// Whether `cancel` gives up one thing of several, so that the response to it says what has
  /// become of the run; otherwise a transaction that is canceled is over.
  public var answersCancel: Bool
  /// The facts that only list what has been done so far, and so grow with every move: a response
  /// that differs from another in these alone is no progress.
  public var growingFacts: Set<String>
  /// How far the server's clock is from the run's, if the script has moved it; what is made for the
  /// server by the time, such as a one-time code, is made by its clock.
  public var clockOffset: Duration

  /// Makes the traits of a session; by default those of one transaction with a server.
  public init(
    changesByItself: Bool = false, answersCancel: Bool = false, growingFacts: Set<String> = [],
    clockOffset: Duration = .zero
  ) {
    self.changesByItself = changesByItself
    self.answersCancel = answersCancel
    self.growingFacts = growingFacts
    self.clockOffset = clockOffset
  }
}

/// What came of asking once whether what a step waits for has happened.
public enum PollAnswer: Sendable {
  /// The server answered.
  case answered(Response)
  /// No one answered, or the server asks to wait: the latest response again, and why.
  case unanswered(Response, EngineFailure)
}

/// How a transaction begins.
public struct Start: Sendable, Hashable {
  /// What the person wants: `sign-in`, `register`, `recover-password`, `unlock-account`.
  public var intent: String
  /// The parameters that `start … with` gives.
  public var parameters: [Answer]

  /// Makes a start.
  public init(intent: String, parameters: [Answer] = []) {
    self.intent = intent
    self.parameters = parameters
  }
}

/// What is done at a response.
public enum Move: Sendable, Hashable {
  /// Submits a step, by its index in `Response.steps`, with a choice and answers.
  case submit(step: Int, selection: Selection?, answers: [Answer])
  /// Uses a capability of a step, or of the response where `step` is `nil`.
  case use(Capability, step: Int?)
  /// Asks once whether what a step waits for has happened.
  case poll(step: Int)
  /// Comes back from a redirect with the address at which the browser arrived.
  case resume(step: Int, address: Secret)
  /// Something happens outside of the run: the server ends a session, a push arrives.
  case outside(String, parameters: [Answer])
  /// Asks for what has changed by itself since the latest response.
  case look
  /// Waits until a step that ends by itself has ended, or something else has changed.
  case settle
}

/// Which of a step's choices is taken.
public struct Selection: Sendable, Hashable {
  /// The index in `Step.choices`.
  public var choice: Int
  /// The index in `Choice.methods`; `nil` leaves it to the server.
  public var method: Int?

  /// Makes a selection.
  public init(choice: Int, method: Int? = nil) {
    self.choice = choice
    self.method = method
  }
}

/// A field's full name and what it is answered with.
public struct Answer: Sendable, Hashable {
  /// The field's full name.
  public var field: String
  /// The value.
  public var value: Value

  /// Makes an answer.
  public init(_ field: String, _ value: Value) {
    self.field = field
    self.value = value
  }
}

/// Why an engine has no response to give.
public struct EngineFailure: Error, Sendable, Hashable {
  /// What went wrong, as far as the next decision depends on it.
  public enum Kind: String, Sendable, Hashable {
    /// The task was cancelled.
    case cancelled
    /// No answer of a server in time.
    case timedOut
    /// What is no server has kept the run waiting past its deadline: an app's SDK, another app, a
    /// person's browser.
    case outOfTime
    /// The server could not be reached, or the connection broke.
    case unreachable
    /// The server asks to wait (429).
    case limited
    /// The server answered with an error of its own (HTTP 500 and above).
    case failed
    /// The server answered with what can't be understood.
    case malformed
    /// The server refused the request for good, or what was asked would be unsafe to do.
    case refused
    /// The move doesn't fit the response: a bug of the caller.
    case misused
    /// The transaction is gone (expired, or used up).
    case expired
    /// What was asked for is something that only a simulated org can do; nothing was sent.
    case simulatedOnly
    /// What answers, or came, proves not to be from the issuer, or not for this app: `distrust` says
    /// why.
    case untrusted
  }

  /// What went wrong.
  public var kind: Kind
  /// One sentence in lower case, without secrets.
  public var message: String
  /// What to do about it.
  public var help: String?
  /// The response's HTTP status, where there was one.
  public var status: Int?
  /// How long the server asks to wait, where it says so.
  public var retryAfter: Duration?
  /// What is wrong with what must not be trusted: an ID token, or who sent it.
  public private(set) var distrust: ProblemKind?
  /// What the server itself says where it refused a request without a page that could be answered.
  ///
  /// Its text, and its code as the key: a script can expect it.
  public var refusal: Message?
  /// Tokens that came and were refused, because something about them or their issuer is wrong; at
  /// the server they are good all the same.
  public var refusedTokens: Tokens? {
    get { refused.value }
    set { refused.value = newValue }
  }

  private var refused = Rare<Tokens>(nil)

  /// Makes a failure.
  public init(
    _ kind: Kind, _ message: String, help: String? = nil, status: Int? = nil,
    retryAfter: Duration? = nil, refusal: Message? = nil
  ) {
    self.kind = kind
    self.message = message
    self.help = help
    self.status = status
    self.retryAfter = retryAfter
    self.refusal = refusal
  }

  /// Makes the failure of what must not be trusted.
  package init(untrusted problem: ProblemKind, _ message: String, help: String? = nil) {
    self.init(.untrusted, message, help: help)
    distrust = problem
  }
}

extension EngineFailure {
  /// The failure as a problem: it has the failure's own help, else that of its kind.
  public var problem: Problem {
    switch kind {
    case .cancelled: .interrupted
    case .timedOut, .outOfTime, .unreachable: .serverUnreachable(message: message)
    case .limited: .serverLimit(message: message)
    case .failed: .serverError(message: message)
    case .malformed: .responseMalformed(message: message)
    case .refused: .serverRefused(message: message)
    case .misused: .requestFailed(message: message)
    case .expired: .transactionExpired(message: message)
    case .simulatedOnly: .simulatedOnly(message: message)
    case .untrusted:
      switch distrust {
      case .certificateRefused: .certificateRefused(message: message)
      case .redirectMismatch: .redirectMismatch(message: message)
      case let fault?: Problem(fault, message)
      case nil: Problem(.idTokenMalformed, message)
      }
    }
  }
}

public import FlowDiagnostics

/// An identity protocol that scripts can run against.
///
/// It is the port between the interpreter and a protocol. The interpreter handles steps and moves,
/// and an engine handles its requests. An engine doesn't depend on scripts or on another engine.
public protocol Engine: Sendable {
  /// Makes a session that hasn't sent anything yet.
  ///
  /// - Parameter learn: Receives each secret of the protocol as soon as it exists: handles, codes,
  ///   verifiers and tokens. They don't fill fields, and a server may repeat them in any text.
  /// - Returns: The session.
  func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session
}

extension Engine {
  /// Makes a session whose secrets don't have to be hidden.
  public func makeSession() -> any Session { makeSession { _ in } }
}

/// One transaction with a server, used by one task at a time.
public protocol Session: Sendable {
  /// The deadline of an answer; `nil` if only the engine's own limits apply.
  ///
  /// At the deadline, the current request ends with a failure of the kind `timedOut`. Abandoning
  /// ignores the deadline.
  var deadline: ContinuousClock.Instant? { get set }

  /// The traits of the session, as of the latest response.
  var traits: SessionTraits { get }

  /// Sends the first request.
  ///
  /// - Throws: `EngineFailure` if no response arrives that a script could answer.
  mutating func start(_ start: Start) async throws(EngineFailure) -> Response

  /// Performs a move on the latest response.
  ///
  /// - Throws: `EngineFailure`. The latest response can still be answered afterwards.
  mutating func perform(_ move: Move) async throws(EngineFailure) -> Response

  /// Abandons the transaction on the server once, if it has begun and not ended.
  ///
  /// It is called when a run is interrupted or fails. Its own failure is ignored.
  mutating func abandon() async

  /// Checks once whether the event that a step waits for has happened. The interpreter does the
  /// waiting.
  ///
  /// - Parameter step: The index of the step in the latest response.
  /// - Returns: The answer.
  /// - Throws: `EngineFailure`, like `perform`.
  mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer

  /// Requests facts about the signed-in user from the server, with the tokens of the latest
  /// response.
  ///
  /// It is called if a script uses a fact of the user that the response doesn't contain.
  ///
  /// - Returns: Facts such as `user.email`; empty if the responses contain everything that is
  ///   known.
  /// - Throws: `EngineFailure` if the server doesn't answer, or answers for another user.
  mutating func userFacts() async throws(EngineFailure) -> [Fact]

  /// The parts of the latest response that could not be read, as one sentence each with the
  /// location. The server may have offered more than the response contains.
  var unreadParts: [String] { get }

  /// Explains why a response doesn't have a fact.
  ///
  /// - Parameter fact: The full name of the fact.
  /// - Returns: The reason, as a clause; `nil` if no reason is known.
  func absence(of fact: String) -> String?
}

extension Session {
  /// Performs the move.
  ///
  /// A server that doesn't answer is a failure.
  public mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer {
    .answered(try await perform(.poll(step: step)))
  }
}

/// The traits of a session.
public struct SessionTraits: Sendable, Hashable {
  /// Whether the latest response can change without a move, like a session that times out.
  ///
  /// `look` then reads the current state.
  public var changesByItself: Bool
  /// Whether `cancel` ends only a part of the transaction, so that the response contains the new
  /// state of the run.
  ///
  /// Otherwise `cancel` ends the transaction.
  public var answersCancel: Bool
  /// The facts that only list past events, and so grow with every move.
  ///
  /// If only these facts change, a response isn't progress.
  public var growingFacts: Set<String>
  /// The difference between the server's clock and the run's, if the script has moved it.
  ///
  /// Time-based data for the server, such as a one-time code, uses the server's clock.
  public var clockOffset: Duration

  /// Makes the traits of a session.
  ///
  /// The defaults describe one transaction with a server.
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

/// The result of one check whether the event that a step waits for has happened.
public enum PollAnswer: Sendable {
  /// The server answered.
  case answered(Response)
  /// Without an answer, or if the server asks to wait: the latest response again, and the reason.
  case unanswered(Response, EngineFailure)
}

/// The start of a transaction.
public struct Start: Sendable, Hashable {
  /// The user's intent: `sign-in`, `register`, `recover-password`, `unlock-account`.
  public var intent: String
  /// The parameters of `start … with`.
  public var parameters: [Answer]

  /// Makes a start.
  public init(intent: String, parameters: [Answer] = []) {
    self.intent = intent
    self.parameters = parameters
  }
}

/// A move on a response.
public enum Move: Sendable, Hashable {
  /// Submits a step, by its index in `Response.steps`, with a choice and answers.
  case submit(step: Int, selection: Selection?, answers: [Answer])
  /// Uses a capability of a step, or of the response if `step` is `nil`.
  case use(Capability, step: Int?)
  /// Checks once whether the event that a step waits for has happened.
  case poll(step: Int)
  /// Returns from a redirect with the address at which the browser arrived.
  case resume(step: Int, address: Secret)
  /// Triggers an event outside of the run: the server ends a session, a push arrives.
  case outside(String, parameters: [Answer])
  /// Checks for changes since the latest response.
  case look
  /// Waits until a step that ends by itself has ended, or something else has changed.
  case settle
}

/// The selected choice of a step.
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

/// The full name of a field and its answer.
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

/// The reason why an engine has no response.
public struct EngineFailure: Error, Sendable, Hashable {
  /// The kind of failure, as far as the next decision depends on it.
  public enum Kind: String, Sendable, Hashable {
    /// The task was canceled.
    case cancelled
    /// A server didn't answer in time.
    case timedOut
    /// Something other than a server kept the run waiting past its deadline: an app's SDK, another
    /// app, or the user's browser.
    case outOfTime
    /// The server could not be reached, or the connection broke.
    case unreachable
    /// The server asks to wait (429).
    case limited
    /// The server answered with an error (HTTP 500 and above).
    case failed
    /// The server's answer can't be interpreted.
    case malformed
    /// The server refused the request permanently, or the request would be unsafe.
    case refused
    /// The move doesn't fit the response: a bug of the caller.
    case misused
    /// The transaction is gone (expired, or used up).
    case expired
    /// The move is possible only with a simulated org. Nothing was sent.
    case simulatedOnly
    /// A response or a token isn't from the issuer, or isn't for this app. `distrust` gives the
    /// reason.
    case untrusted
  }

  /// The kind of failure.
  public var kind: Kind
  /// One sentence in lower case, without secrets.
  public var message: String
  /// The remedy.
  public var help: String?
  /// The HTTP status of the response, if there was one.
  public var status: Int?
  /// The time that the server asks to wait, if it does.
  public var retryAfter: Duration?
  /// The problem of untrusted data: an ID token, or its sender.
  public private(set) var distrust: ProblemKind?
  /// The server's own message, if it refused a request without a page that could be answered.
  ///
  /// It is the text, with the code as the key. A script can expect it.
  public var refusal: Message?
  /// Tokens that were refused because they or their issuer have a problem.
  ///
  /// They are still valid at the server.
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

  /// Makes the failure of untrusted data.
  package init(untrusted problem: ProblemKind, _ message: String, help: String? = nil) {
    self.init(.untrusted, message, help: help)
    distrust = problem
  }
}

extension EngineFailure {
  /// The failure as a problem.
  ///
  /// Its help is the failure's own, or else the help of its kind.
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

public import FlowDiagnostics

/// An identity protocol that scripts can run against.
///
/// An engine connects the interpreter with one protocol. The interpreter handles steps and moves,
/// and the engine sends the requests. An engine doesn't depend on scripts or on other engines.
public protocol Engine: Sendable {
  /// Makes a session that hasn't sent anything yet.
  ///
  /// - Parameter learn: Receives each secret of the protocol as soon as it exists: handles, codes,
  ///   verifiers and tokens. No field is filled with them, but a server may repeat them in any
  ///   text.
  /// - Returns: The session.
  func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session
}

extension Engine {
  /// Makes a session without a receiver for its secrets.
  public func makeSession() -> any Session { makeSession { _ in } }
}

/// One transaction with a server, used by one task at a time.
public protocol Session: Sendable {
  /// The time at which a request is aborted; `nil` if only the engine's own limits apply.
  ///
  /// The current request then fails with the kind `timedOut`. `abandon` ignores the deadline.
  var deadline: ContinuousClock.Instant? { get set }

  /// The traits of the session after the latest response.
  var traits: SessionTraits { get }

  /// Sends the first request.
  ///
  /// - Throws: `EngineFailure` if no response arrives that a script could answer.
  mutating func start(_ start: Start) async throws(EngineFailure) -> Response

  /// Makes a move on the latest response.
  ///
  /// - Throws: `EngineFailure`. The latest response can still be answered after the failure.
  mutating func perform(_ move: Move) async throws(EngineFailure) -> Response

  /// Ends the transaction on the server, if it has begun and hasn't ended.
  ///
  /// The interpreter calls this when a run is interrupted or fails. A failure of this request is
  /// ignored.
  mutating func abandon() async

  /// Checks once whether the event that a step waits for has happened.
  ///
  /// The interpreter makes the pauses between the checks.
  ///
  /// - Parameter step: The index of the step in the latest response.
  /// - Returns: The server's answer, or the reason why there is none.
  /// - Throws: `EngineFailure`, like `perform`.
  mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer

  /// Requests facts about the signed-in user from the server, with the tokens of the latest
  /// response.
  ///
  /// The interpreter calls this if a script uses a fact of the user that the response doesn't
  /// contain.
  ///
  /// - Returns: Facts such as `user.email`; empty if the server can't add any.
  /// - Throws: `EngineFailure` if the server doesn't answer, or answers for another user.
  mutating func userFacts() async throws(EngineFailure) -> [Fact]

  /// The parts of the latest response that the engine couldn't read.
  ///
  /// Each element is one sentence with the location of the part.
  ///
  /// The server may have offered more than `Response` contains.
  var unreadParts: [String] { get }

  /// Explains why a response doesn't have a fact.
  ///
  /// - Parameter fact: The full name of the fact.
  /// - Returns: The reason, as a clause; `nil` if no reason is known.
  func absence(of fact: String) -> String?
}

extension Session {
  /// Makes the move `poll`.
  ///
  /// If the server doesn't answer, that is a failure.
  public mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer {
    .answered(try await perform(.poll(step: step)))
  }
}

/// The traits of a session.
public struct SessionTraits: Sendable, Hashable {
  /// Whether the latest response can change without a move, as when a session times out.
  ///
  /// The move `look` then returns the current response.
  public var changesByItself: Bool
  /// Whether a run continues after `cancel`, because `cancel` ends only a part of the transaction.
  ///
  /// Otherwise `cancel` ends the transaction.
  public var answersCancel: Bool
  /// The names of facts that only list past events, and so grow with every move.
  ///
  /// A response that differs only in these facts isn't progress.
  public var growingFacts: Set<String>
  /// The difference between the server's clock and the run's clock, which a script may have moved.
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
  /// The server didn't answer, or asks to wait.
  ///
  /// The values are the latest response and the reason.
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

/// The next action of a run on a response.
public enum Move: Sendable, Hashable {
  /// Submits a step, with a choice and answers.
  ///
  /// The index is the step's index in `Response.steps`.
  case submit(step: Int, selection: Selection?, answers: [Answer])
  /// Uses a capability of the step at index `step`, or of the whole response if `step` is `nil`.
  case use(Capability, step: Int?)
  /// Checks once whether the event that a step waits for has happened.
  case poll(step: Int)
  /// Continues a step after its redirect, with the address at which the browser arrived.
  case resume(step: Int, address: Secret)
  /// Triggers an event outside of the run, such as a push that arrives or a session that ends.
  case outside(String, parameters: [Answer])
  /// Checks whether the response has changed since it came.
  case look
  /// Waits until a step that ends by itself ends, or until something else changes.
  case settle
}

/// The choice that a move selects at a step.
public struct Selection: Sendable, Hashable {
  /// The index of the choice in `Step.choices`.
  public var choice: Int
  /// The index of the method in `Choice.methods`; `nil` lets the server select one.
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

/// The reason why an engine can't return a response.
public struct EngineFailure: Error, Sendable, Hashable {
  /// The kinds of failures that a caller handles in different ways.
  public enum Kind: String, Sendable, Hashable {
    /// The task was canceled.
    case cancelled
    /// A server didn't answer in time.
    case timedOut
    /// The deadline passed while the run waited for something other than a server: an app's SDK,
    /// another app, or the user's browser.
    case outOfTime
    /// The server could not be reached, or the connection broke.
    case unreachable
    /// The server limits requests, and asks to wait (HTTP 429).
    case limited
    /// The server answered with an error (HTTP 500 and above).
    case failed
    /// The server's answer can't be interpreted.
    case malformed
    /// The server refused the request permanently, or sending the request would be unsafe.
    case refused
    /// The move isn't possible at the response, which is a bug in the caller.
    case misused
    /// The transaction no longer exists, because it expired or was completed.
    case expired
    /// The move is possible only with a simulated org.
    ///
    /// Nothing was sent.
    case simulatedOnly
    /// A response or a token isn't from the issuer, or isn't for this app.
    ///
    /// The reason is in `distrust`.
    case untrusted
  }

  /// The kind of failure.
  public var kind: Kind
  /// The message: one sentence in lower case, without secrets.
  public var message: String
  /// How to fix the problem; `nil` if that is unknown.
  public var help: String?
  /// The HTTP status of the response; `nil` if there was no response.
  public var status: Int?
  /// How long the server asks to wait; `nil` if it doesn't ask.
  public var retryAfter: Duration?
  /// The kind of problem if the failure is `untrusted`, such as an invalid ID token; otherwise
  /// `nil`.
  public private(set) var distrust: ProblemKind?
  /// The server's own message, if it refused a request without a page that a script can answer.
  ///
  /// The message's key is the server's error code. A script can expect the refusal.
  public var refusal: Message?
  /// The tokens that the engine refused, because they or their issuer can't be trusted.
  ///
  /// The server still accepts them.
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

  /// Makes the failure for data that can't be trusted.
  package init(untrusted problem: ProblemKind, _ message: String, help: String? = nil) {
    self.init(.untrusted, message, help: help)
    distrust = problem
  }
}

extension EngineFailure {
  /// The problem that reports the failure.
  ///
  /// The problem's help is the failure's own help, or else the default help for the kind.
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

import FlowText
public import FlowEngine
import FlowInterpreter
import FlowScript
public import MobileIdPEngine
import FlowDiagnostics
import FlowSyntax

/// The result of a run that ended as its script expects.
///
/// The description contains no secret; neither do the tokens' descriptions.
public struct SignInResult: Sendable, Hashable {
  /// The flow's name.
  public let flow: String
  /// The outcome that the script expects: `success` with tokens, `finished` without, or another.
  public let outcome: Outcome
  /// The tokens; `nil` unless the outcome is a success with tokens.
  public let tokens: Tokens?
  /// The server's messages, in order.
  public let messages: [Message]
  /// The number of steps that were answered.
  public let steps: Int
  /// The duration of the run, including the user's time.
  public let duration: Duration
  /// The facts at the end of the run, such as the `credentials` of an AppLogin.
  public let facts: [Fact]
  /// The warnings, such as a signature that this machine can't check.
  public let warnings: [SignInProblem]
  /// The operations on the tokens; `nil` if there are no tokens.
  let service: TokenHandle?

  /// Refreshes the tokens.
  ///
  /// There is a refresh token if the script requested the scope `offline_access`.
  ///
  /// - Parameter tokens: The latest tokens; `nil` for the tokens of the sign-in.
  /// - Returns: The new tokens. Store them in place of the old tokens, including the refresh token.
  /// - Throws: `SignInFailure`: `noTokens` if there are no tokens, `configuration` if there is no
  ///   refresh token, `server` if the server refuses. The `code` `invalid_grant` means that the
  ///   refresh token is no longer valid, so the user must sign in again.
  public func refresh(_ tokens: Tokens? = nil) async throws(SignInFailure) -> Tokens {
    guard let service, let tokens = tokens ?? self.tokens else { throw .noTokens(outcome) }
    return try await service.refresh(tokens)
  }

  /// Signs out: revokes the refresh token and the access token (RFC 7009).
  ///
  /// - Parameter tokens: The latest tokens; `nil` for the tokens of the sign-in.
  /// - Throws: `SignInFailure` if the server did not accept the request; the tokens may then still
  ///   be valid.
  public func signOut(_ tokens: Tokens? = nil) async throws(SignInFailure) {
    guard let service, let tokens = tokens ?? self.tokens else { throw .noTokens(outcome) }
    try await service.revoke(tokens)
  }

  /// Returns the tokens of a sign-in to a client app as a token set.
  ///
  /// The app can store the set, and pass it to its next run in `accounts`.
  ///
  /// - Parameter host: The login host that issued the tokens.
  /// - Returns: The tokens with their user; `nil` if no user signed in to a client.
  public func tokenSet(of host: LoginHost) -> TokenSet? {
    guard let tokens, case .text(let text)? = facts.first(where: { $0.name == "user.hint" })?.value,
      let user = UserHint(text)
    else { return nil }
    return TokenSet(
      user: user, host: host, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken,
      scopes: ScopeList(server: tokens.scope ?? ""))
  }

  /// Creates the result of a run.
  ///
  /// - Parameters:
  ///   - result: The complete result.
  ///   - masker: The masker with the run's secrets.
  ///   - reason: The text of the error that the app's own code threw; `nil` if it threw none.
  ///   - service: The service for the tokens; `nil` if there are no tokens.
  ///   - limit: The maximum time for a call of the service; `nil` for the limit of its requests.
  /// - Returns: The result if the run ended as its script expects, or else the failure.
  static func make(
    _ result: RunResult, masker: Masker, reason: String?, service: (any TokenService)?,
    limit: Duration?
  ) -> Result<SignInResult, SignInFailure> {
    guard result.passed else {
      return .failure(SignInFailure(of: result, masker: masker, reason: reason))
    }
    return .success(
      SignInResult(
        flow: result.name, outcome: result.outcome, tokens: result.tokens,
        messages: result.messages.map { $0.masked(by: masker) }, steps: result.moves,
        duration: result.duration,
        facts: (result.records.last?.response.facts ?? []).map { $0.masked(by: masker) },
        warnings: SignInProblem.all(result.warnings, masker: masker),
        service: service.map { TokenHandle($0, masker: masker, limit: limit) }))
  }
}

/// The operations on tokens, as a member that doesn't affect the comparison of results.
struct TokenHandle: Sendable, Hashable {
  private let service: any TokenService
  /// Masks the secrets that a server may repeat, including the tokens.
  private let masker: Masker
  /// The maximum time for an operation; `nil` for the service's own limits.
  private let limit: Duration?

  init(_ service: any TokenService, masker: Masker, limit: Duration?) {
    self.service = service
    self.masker = masker
    self.limit = limit
  }

  private var deadline: ContinuousClock.Instant? { limit.map { .now + $0 } }

  func refresh(_ tokens: Tokens) async throws(SignInFailure) -> Tokens {
    guard tokens.refreshToken != nil else {
      throw SignInFailure(
        PlainFailure(
          "there is no refresh token",
          help: "request the scope `offline_access`, and sign in again"))
    }
    masker.add(tokens)
    do throws(EngineFailure) { return try await service.refresh(tokens, by: deadline) } catch {
      throw SignInFailure(error, masker: masker)
    }
  }

  func revoke(_ tokens: Tokens) async throws(SignInFailure) {
    masker.add(tokens)
    do throws(EngineFailure) { try await service.revoke(tokens, by: deadline) } catch {
      throw SignInFailure(error, masker: masker)
    }
  }

  static func == (left: TokenHandle, right: TokenHandle) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension TokenHandle: CustomStringConvertible, CustomReflectable {
  /// Only the type's name.
  var description: String { "TokenHandle" }
  /// A mirror without children, so that a dump shows no secrets.
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension Fact {
  /// Returns the fact with the run's secrets masked in its texts.
  fileprivate func masked(by masker: Masker) -> Fact {
    Fact(name, value.masked(by: masker))
  }
}

extension Value {
  fileprivate func masked(by masker: Masker) -> Value {
    switch self {
    case .text(let text): .text(masker.masked(text))
    case .list(let values): .list(values.map { $0.masked(by: masker) })
    case .secret, .number, .boolean: self
    }
  }
}

extension SignInFailure {
  fileprivate init(of result: RunResult, masker: Masker, reason: String?) {
    let problems = SignInProblem.all(
      result.diagnostics, masker: masker, failure: result.faults.isEmpty ? nil : result.failure)
    let response = result.records.last?.response
    let said = response?.messages ?? []
    let isInterrupted = result.faults.contains { $0.kind == .interrupted }
    if let reason, !isInterrupted {
      self = .unanswered(masker.masked(reason))
    } else if let fault = result.faults.first, let problem = problems.first {
      // If the server states a reason, it has refused the answer, even if the engine reports no
      // progress.
      if fault.kind == .noProgress, !said.isEmpty {
        self = .refused(said.map { $0.masked(by: masker) }, problem)
        return
      }
      let step = response?.steps.first?.name ?? ""
      self.init(fault.kind, problem, problems, step: step)
    } else if result.outcome == .cancelled {
      self = .cancelled
    } else if result.refusal != nil, let problem = problems.first {
      let errors = said.filter { $0.severity == .error }
      let messages = (errors.isEmpty ? said : errors).map { $0.masked(by: masker) }
      self.init(response?.cause, messages, problem)
    } else if result.endsWithoutWay, let problem = problems.first {
      self = .cannotProceed(step: "", problem)
    } else {
      self = .expectationFailed(problems)
    }
  }

  private init(_ cause: FailureCause?, _ messages: [Message], _ problem: SignInProblem) {
    self =
      switch cause {
      case nil: .refused(messages, problem)
      case .unreachable: .network(problem)
      case .insecure, .elsewhere: .untrusted(problem)
      case .unanswered: .unanswered(problem.message)
      case .givenUp: .cancelled
      }
  }

  /// Creates the failure of refreshing or revoking tokens.
  init(_ failure: EngineFailure, masker: Masker) {
    let diagnostic = Diagnostic(failure, at: nil)
    let problem = SignInProblem.one(diagnostic, masker: masker, failure: failure)
    self.init(diagnostic.kind, problem, [problem], step: "")
  }

  private init(
    _ kind: ProblemKind, _ problem: SignInProblem, _ problems: [SignInProblem], step: String
  ) {
    switch kind {
    case .interrupted: self = .cancelled
    case .deadline, .pollTimeout: self = .timedOut(problem)
    case .missingValues: self = .missingValues(problem)
    case .nobodyToAsk: self = .nobodyToAsk(problem)
    case .serverUnreachable: self = .network(problem)
    case .responseMalformed: self = .malformed(problem)
    case .unexpectedAuthenticator: self = .unexpectedAuthenticator(step: step, problem)
    case .serverError, .serverLimit, .serverRefused, .requestFailed, .transactionExpired:
      self = .server(problem)
    case _ where kind.exit == .untrusted: self = .untrusted(problem)
    case .ruleFailed: self = .failed(problem)
    case .captcha, .commandFailed, .inboxEmpty, .inboxFailed, .noProgress, .noRule, .notOffered,
      .requiredField, .tooManySteps,
      .valueFailed:
      self = .cannotProceed(step: step, problem)
    default: self = .script(problems)
    }
  }
}

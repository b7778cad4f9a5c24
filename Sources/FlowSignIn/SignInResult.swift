import FlowText
public import FlowEngine
import FlowInterpreter
import FlowScript
public import MobileIdPEngine
import FlowDiagnostics
import FlowSyntax

/// How a run ended that ended as its script expects.
///
/// Its descriptions and those of its tokens hold no secret.
public struct SignInResult: Sendable, Hashable {
  /// The flow's name.
  public let flow: String
  /// How it ended: `success` with tokens, `finished` without (after an unlock), or another way that
  /// the script expects.
  public let outcome: Outcome
  /// The tokens of a success.
  public let tokens: Tokens?
  /// Everything that the server said, in order.
  public let messages: [Message]
  /// How many steps were answered.
  public let steps: Int
  /// How long it took, the person's time included.
  public let duration: Duration
  /// What conditions can ask for at the end, such as the `credentials` of an AppLogin.
  public let facts: [Fact]
  /// What is worth knowing all the same, such as a signature that this machine can't check.
  public let warnings: [SignInProblem]
  /// What refreshes and revokes the tokens; `nil` where there are none.
  let service: TokenHandle?

  /// Gets new tokens for the refresh token, which is there where the scope `offline_access` was
  /// asked for.
  ///
  /// - Parameter tokens: The newest tokens; `nil` for those of the sign-in.
  /// - Returns: The new tokens; keep them in place of the old ones, refresh token and all.
  /// - Throws: `SignInFailure`: `noTokens` where there are none, `configuration` where there is no
  ///   refresh token among them, `server` where the server gives none; with the `code`
  ///   `invalid_grant` the refresh token is no longer good, so that the person has to sign in again.
  public func refresh(_ tokens: Tokens? = nil) async throws(SignInFailure) -> Tokens {
    guard let service, let tokens = tokens ?? self.tokens else { throw .noTokens(outcome) }
    return try await service.refresh(tokens)
  }

  /// Signs out: revokes the refresh token and the access token (RFC 7009).
  ///
  /// - Parameter tokens: The newest tokens; `nil` for those of the sign-in.
  /// - Throws: `SignInFailure`, where the server did not agree; the tokens may still be good then.
  public func signOut(_ tokens: Tokens? = nil) async throws(SignInFailure) {
    guard let service, let tokens = tokens ?? self.tokens else { throw .noTokens(outcome) }
    try await service.revoke(tokens)
  }

  /// The tokens of a client's sign-in as the client keeps them, for the `accounts` of its next run.
  ///
  /// - Parameter host: The login host that gave them.
  /// - Returns: The tokens with their user; `nil` where nobody has signed in to a client.
  public func tokenSet(of host: LoginHost) -> TokenSet? {
    guard let tokens, case .text(let text)? = facts.first(where: { $0.name == "user.hint" })?.value,
      let user = UserHint(text)
    else { return nil }
    return TokenSet(
      user: user, host: host, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken,
      scopes: ScopeList(server: tokens.scope ?? ""))
  }

  /// Tells how a run ended.
  ///
  /// - Parameters:
  ///   - result: All that happened.
  ///   - masker: What knows the run's secrets.
  ///   - reason: The text of the error that the app's own code threw, where it threw one.
  ///   - service: What refreshes and revokes the tokens; `nil` where there are none.
  ///   - limit: How long it may take to do so; `nil` for as long as its requests may.
  /// - Returns: The end of a run that ended as its script expects, else the failure.
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

/// What can be done with tokens, as a part of a value that is compared by everything else.
struct TokenHandle: Sendable, Hashable {
  private let service: any TokenService
  /// What knows the secrets that a server may send back: it learns the tokens besides.
  private let masker: Masker
  /// How long it may take; `nil` for as long as the service's own limits let it.
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
          help: "ask for the scope `offline_access`, and sign in again"))
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
  /// The kind alone.
  var description: String { "TokenHandle" }
  /// Nothing: a dump shows no child.
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension Fact {
  /// The fact with the run's secrets masked in its texts.
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
      // Who says why nothing came of an answer has refused it, whatever it calls that.
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

  /// What the server said about tokens that were to be refreshed or revoked.
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

import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax

extension SignInResult {
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

public import FlowEngine
public import FlowSyntax

extension Problem {
  /// What a failure is that a response tells of.
  ///
  /// - Parameters:
  ///   - cause: what has caused it; `nil` where a server has said no.
  ///   - message: what a person is told.
  init(of cause: FailureCause?, _ message: String) {
    self =
      switch cause {
      case nil, .givenUp: .serverMessage(message: message)
      case .unreachable: .serverUnreachable(message: message)
      case .insecure: .certificateRefused(message: message)
      case .unanswered, .elsewhere: .valueFailed(message: message)
      }
  }
}

extension Diagnostic {
  /// What an engine says of why it has no answer, as a problem.
  ///
  /// - Parameters:
  ///   - failure: What it says.
  ///   - place: The line that asked for the answer; `nil` where no script did.
  public init(_ failure: EngineFailure, at place: Place?) {
    let message = failure.message
    let problem: Problem =
      switch failure.kind {
      case .cancelled: .interrupted
      case .timedOut, .outOfTime, .unreachable: .serverUnreachable(message: message)
      case .limited: .serverLimit(message: message)
      case .failed: .serverError(message: message)
      case .malformed: .responseMalformed(message: message)
      case .refused: .serverRefused(message: message)
      case .misused: .requestFailed(message: message)
      case .expired: .transactionExpired(message: message)
      case .simulatedOnly: .simulatedOnly(message: message)
      case .untrusted: Diagnostic.problem(of: failure.tokenFault, message)
      }
    // Nobody can expect a refusal that says nothing: it may be a proxy's.
    let isSilent = failure.kind == .refused && failure.refusal == nil
    self.init(
      problem, at: place,
      help: failure.help
        ?? (isSilent ? Problem.settingsHelp : nil))
    if let status = failure.status { notes.append("the HTTP status was \(status)") }
    if let wait = failure.retryAfter { notes.append("the server asks to wait \(text(of: wait))") }
  }

  private static func problem(of fault: TokenFault?, _ message: String) -> Problem {
    switch fault {
    case .form, nil: .idToken(.malformed, message: message)
    case .algorithm: .idToken(.algorithm, message: message)
    case .key: .idToken(.key, message: message)
    case .signature: .idToken(.signature, message: message)
    case .issuer: .idToken(.issuer, message: message)
    case .audience: .idToken(.audience, message: message)
    case .expiry: .idToken(.expired, message: message)
    case .issueTime: .idToken(.time, message: message)
    case .signInTime: .idToken(.signInTime, message: message)
    case .nonce: .idToken(.nonce, message: message)
    case .hash: .idToken(.hash, message: message)
    case .issuerName: .issuerMismatch(message: message)
    case .certificate: .certificateRefused(message: message)
    case .redirect: .redirectMismatch(message: message)
    }
  }
}

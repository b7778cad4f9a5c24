import FlowSignIn

/// The case of a failure, without its values.
enum FailureKind {
  case configuration, script, missingValues, nobodyToAsk, unanswered, refused, cannotProceed
  case unexpectedAuthenticator, failed, expectationFailed, network, server, malformed, untrusted
  case cancelled, timedOut, noTokens
}

extension SignInFailure {
  var kind: FailureKind {
    switch self {
    case .configuration: .configuration
    case .script: .script
    case .missingValues: .missingValues
    case .nobodyToAsk: .nobodyToAsk
    case .unanswered: .unanswered
    case .refused: .refused
    case .cannotProceed: .cannotProceed
    case .unexpectedAuthenticator: .unexpectedAuthenticator
    case .failed: .failed
    case .expectationFailed: .expectationFailed
    case .network: .network
    case .server: .server
    case .malformed: .malformed
    case .untrusted: .untrusted
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .noTokens: .noTokens
    }
  }
}

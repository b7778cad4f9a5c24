package import FlowDiagnostics

/// The kinds of problems that engines report.
extension ProblemKind {
  package static let certificateRefused = ProblemKind("certificate-refused", exit: .untrusted)
  package static let idTokenAlgorithm = ProblemKind("id-token-algorithm", exit: .untrusted)
  package static let idTokenAudience = ProblemKind("id-token-audience", exit: .untrusted)
  package static let idTokenExpired = ProblemKind("id-token-expired", exit: .untrusted)
  package static let idTokenHash = ProblemKind("id-token-hash", exit: .untrusted)
  package static let idTokenIssuer = ProblemKind("id-token-issuer", exit: .untrusted)
  package static let idTokenKey = ProblemKind("id-token-key", exit: .untrusted)
  package static let idTokenMalformed = ProblemKind("id-token-malformed", exit: .untrusted)
  package static let idTokenNonce = ProblemKind("id-token-nonce", exit: .untrusted)
  package static let idTokenSignInTime = ProblemKind("id-token-sign-in-time", exit: .untrusted)
  package static let idTokenSignature = ProblemKind("id-token-signature", exit: .untrusted)
  package static let idTokenTime = ProblemKind("id-token-time", exit: .untrusted)
  package static let interrupted = ProblemKind("interrupted", exit: .interrupted)
  package static let issuerMismatch = ProblemKind("issuer-mismatch", exit: .untrusted)
  package static let redirectMismatch = ProblemKind("redirect-mismatch", exit: .untrusted)
  package static let requestFailed = ProblemKind("request-failed")
  package static let responseMalformed = ProblemKind("response-malformed", exit: .server)
  package static let serverError = ProblemKind("server-error", exit: .server)
  package static let serverLimit = ProblemKind("server-limit", exit: .server)
  package static let serverRefused = ProblemKind("server-refused", exit: .server)
  package static let serverUnreachable = ProblemKind("server-unreachable", exit: .server)
  package static let simulatedOnly = ProblemKind("simulated-only", exit: .invalid)
  package static let tokenUnbound = ProblemKind("token-unbound", exit: .untrusted)
  package static let transactionExpired = ProblemKind("transaction-expired", exit: .server)
}

extension Problem {
  /// The help if a server refuses the first request.
  package static let settingsHelp =
    "check the issuer, the client id, the redirect URI and the scopes"

  package static func certificateRefused(message: String) -> Problem {
    Problem(
      .certificateRefused, message,
      help: "check the issuer; your own certificate, or a company proxy's, is trusted with "
        + "`--ca-file`")
  }

  package static let interrupted = Problem(.interrupted, "the run was interrupted")

  package static func issuerMismatch(message: String) -> Problem {
    Problem(.issuerMismatch, message)
  }

  package static func redirectMismatch(message: String) -> Problem {
    Problem(
      .redirectMismatch, message,
      help: "begin again, and follow the latest link")
  }

  package static func requestFailed(message: String) -> Problem {
    Problem(.requestFailed, message)
  }

  package static func responseMalformed(message: String) -> Problem {
    Problem(
      .responseMalformed, message,
      help: "check the issuer's address: something else may answer there")
  }

  package static func serverError(message: String) -> Problem {
    Problem(
      .serverError, message,
      help: "try again later")
  }

  package static func serverLimit(message: String) -> Problem {
    Problem(
      .serverLimit, message,
      help: "wait before the next try")
  }

  package static func serverRefused(message: String) -> Problem {
    Problem(
      .serverRefused, message,
      help: settingsHelp + "; to test the refusal, write `expect refused`")
  }

  package static func serverUnreachable(message: String) -> Problem {
    Problem(
      .serverUnreachable, message,
      help: "check the issuer's address and the network")
  }

  package static func simulatedOnly(message: String) -> Problem {
    Problem(.simulatedOnly, message)
  }

  package static func transactionExpired(message: String) -> Problem {
    Problem(
      .transactionExpired, message,
      help: "run it again")
  }
}

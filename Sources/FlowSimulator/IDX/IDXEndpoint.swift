/// The addresses below `/idp/idx/`, by what follows it.
enum IDXEndpoint: String, Sendable, Hashable, CaseIterable {
  case introspect
  case identify
  case selectIdentify = "identify/select"
  case challenge
  case answer = "challenge/answer"
  case resend = "challenge/resend"
  case send = "challenge/send"
  case poll = "challenge/poll"
  case credentialEnroll = "credential/enroll"
  case enroll
  case enrollNew = "enroll/new"
  case recover
  case skip
  case unlockAccount = "unlock-account"
  case cancel

  /// The path that all of them begin with.
  static let root = "/idp/idx/"
}

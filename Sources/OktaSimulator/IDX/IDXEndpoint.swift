/// An endpoint below `/idp/idx/`.
enum IDXEndpoint: Int, Sendable, Hashable, CaseIterable {
  case introspect
  case identify
  case selectIdentify
  case challenge
  case answer
  case answerAutofill
  case resend
  case send
  case poll
  case authenticatorsPoll
  case credentialEnroll
  case enroll
  case enrollNew
  case recover
  case skip
  case unlockAccount
  case cancel
  case keepMeSignedIn
  case consent

  /// The prefix that the paths of all endpoints have in common.
  static let root = "/idp/idx/"

  /// The path of the endpoint without `root`.
  var name: String {
    switch self {
    case .introspect: "introspect"
    case .identify: "identify"
    case .selectIdentify: "identify/select"
    case .challenge: "challenge"
    case .answer: "challenge/answer"
    case .answerAutofill: "challenge/answer/webauthn-autofillui"
    case .resend: "challenge/resend"
    case .send: "challenge/send"
    case .poll: "challenge/poll"
    case .authenticatorsPoll: "authenticators/poll"
    case .credentialEnroll: "credential/enroll"
    case .enroll: "enroll"
    case .enrollNew: "enroll/new"
    case .recover: "recover"
    case .skip: "skip"
    case .unlockAccount: "unlock-account"
    case .cancel: "cancel"
    case .keepMeSignedIn: "keep-me-signed-in"
    case .consent: "consent"
    }
  }

  /// Finds the endpoint with a path; `nil` if there is none.
  init?(path: String) {
    guard let found = IDXEndpoint.byPath[path] else { return nil }
    self = found
  }

  private static let byPath = Dictionary(
    uniqueKeysWithValues: allCases.map { (root + $0.name, $0) })
}

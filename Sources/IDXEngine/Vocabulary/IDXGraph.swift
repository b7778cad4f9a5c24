package import FlowEngine

/// The Identity Engine as a state machine, as far as the order of its steps is known.
///
/// The server decides the order, and the policies of orgs differ. A state represents the known
/// steps that ask for the same thing. A transition means that one state may follow another.
package enum IDXGraph {
  /// A state and the known steps that it represents.
  package struct Phase: Sendable, Hashable {
    package var name: String
    package var steps: [String]
  }

  /// Every state except the ends, with its steps.
  ///
  /// Each known step is in one state, or in `anywhere`.
  package static let phases = [
    Phase(
      name: "identify",
      steps: [
        "identify", "challenge-webauthn-autofillui-authenticator", "launch-passkeys-authenticator",
        "select-identify", "user-code", "piv-idp", "device-apple-sso-extension",
        "launch-authenticator", "device-challenge-poll", "cancel-polling",
      ]),
    Phase(
      name: "profile",
      steps: ["select-enroll-profile", "enroll-profile", "profile-update", "profile-attributes"]),
    Phase(name: "recovery", steps: ["recover", "identify-recovery"]),
    Phase(name: "unlock", steps: ["unlock-account", "select-authenticator-unlock-account"]),
    Phase(
      name: "select-authenticator",
      steps: [
        "select-authenticator-authenticate", "select-factor", "select-factor-authenticate",
      ]),
    Phase(name: "method", steps: ["authenticator-verification-data", "send", "send-challenge"]),
    Phase(
      name: "challenge",
      steps: [
        "challenge-authenticator", "challenge-poll", "challenge-factor", "factor-poll-verification",
        "resend",
        "resend-challenge", "launch-webauthn-authenticator", "launch-nfc-authenticator",
      ]),
    Phase(
      name: "select-enrollment",
      steps: [
        "select-authenticator-enroll", "select-authenticator-enroll-data", "select-factor-enroll",
        "enroll-authenticator-promotion",
      ]),
    Phase(
      name: "enrollment-data",
      steps: [
        "authenticator-enrollment-data", "select-enrollment-channel", "enrollment-channel-data",
        "select-platform",
      ]),
    Phase(
      name: "enroll",
      steps: [
        "enroll-authenticator", "enroll-poll", "qr-refresh", "enroll-factor", "activate-factor",
        "enroll-webauthn-residentkey",
      ]),
    Phase(
      name: "new-password",
      steps: [
        "reset-authenticator", "reenroll-authenticator", "reenroll-authenticator-warning",
        "reenroll-custom-password-expiry", "reenroll-custom-password-expiry-warning",
      ]),
    Phase(
      name: "consent",
      steps: [
        "consent", "admin-consent", "granular-consent", "email-challenge-consent",
        "keep-me-signed-in", "request-activation-email", "device-assurance-grace-period",
      ]),
    Phase(
      name: "redirect",
      steps: [
        "select-idp", "redirect-idp", "redirect-idps", "redirect-idverify", "success-redirect",
        "redirect",
      ]),
  ]

  /// The steps that a page may offer together with any other, or that end the transaction.
  package static let anywhere = [
    "skip", "cancel", "cancel-transaction", "poll", "issue", "failure-redirect",
    "device-enrollment-terminal",
  ]

  /// The transitions: a state, a trigger, and the states that may follow.
  private static let rows: [(from: String?, trigger: String, to: [String])] = [
    (nil, "a sign-in begins", ["identify", "redirect"]),
    (nil, "a registration begins", ["profile"]), (nil, "an unlock begins", ["unlock"]),
    (nil, "a token from an email is given", ["select-enrollment", "new-password"]),
    (
      "identify", "identifier, password or passkey",
      ["select-authenticator", "challenge", "tokens"]
    ),
    ("identify", "refused", ["identify"]), ("identify", "password forgotten", ["recovery"]),
    ("identify", "another identity provider", ["redirect"]),
    ("profile", "attributes", ["profile", "select-enrollment", "tokens"]),
    ("recovery", "identifier", ["recovery", "method", "challenge"]),
    ("unlock", "account and authenticator", ["unlock", "challenge"]),
    ("select-authenticator", "choice", ["method", "challenge"]),
    ("method", "method, or to have it sent", ["challenge"]),
    ("challenge", "refused, or to have it sent again", ["challenge"]),
    ("challenge", "verified, and more is required", ["select-authenticator", "method"]),
    ("challenge", "verified, and something is to be set up", ["select-enrollment", "profile"]),
    ("challenge", "verified, and the password must be changed", ["new-password"]),
    ("challenge", "verified, and it is enough", ["tokens"]),
    ("challenge", "refused permanently, or done without tokens", ["ended"]),
    ("challenge", "cancelled", ["identify"]),
    ("select-enrollment", "choice", ["select-enrollment", "enrollment-data", "enroll"]),
    ("select-enrollment", "skipped", ["tokens"]),
    ("enrollment-data", "number, address or channel", ["enrollment-data", "enroll"]),
    ("enroll", "refused, or to have it sent again", ["enroll"]),
    ("enroll", "another channel", ["enrollment-data"]),
    ("enroll", "set up", ["select-enrollment", "tokens"]),
    ("new-password", "refused", ["new-password"]), ("new-password", "taken", ["tokens"]),
    ("redirect", "came back", ["challenge", "tokens"]),
    ("consent", "allowed", ["tokens"]), ("consent", "refused", ["ended"]),
    ("challenge", "verified, and the app asks", ["consent"]),
  ]

  /// The states and transitions as a graph.
  package static let graph = StateGraph("idx", states: states, transitions: transitions)

  private static let states =
    phases.map { StateGraph.State($0.name) } + [
      StateGraph.State("tokens", .final), StateGraph.State("ended", .final),
    ]

  private static let transitions: [StateGraph.Transition] = {
    var made: [StateGraph.Transition] = []
    for row in rows {
      for to in row.to {
        made.append(
          StateGraph.Transition(
            "\(made.count + 1)", from: row.from, to: to, trigger: row.trigger))
      }
    }
    return made
  }()
}

/// The words that can be written in a fault.
enum FaultNames {
  /// The names of the endpoints that don't answer a step of the same name.
  static let endpoints = [
    "authorize", "cancel", "discovery", "interact", "introspect", "keys", "link", "logout", "poll",
    "recover", "resend", "revoke", "send", "skip", "token", "userinfo",
  ]

  /// The endpoints whose response isn't a page.
  static let withoutPages: Set = [
    "authorize", "discovery", "interact", "keys", "link", "logout", "revoke", "token", "userinfo",
  ]

  /// The endpoints that clients request outside of a sign-in or before it.
  static let withoutSession: Set = [
    "authorize", "discovery", "interact", "keys", "link", "logout", "revoke", "userinfo",
  ]

  /// The steps that a simulated org can offer.
  static let steps = [
    "authenticator-enrollment-data", "authenticator-verification-data", "challenge-authenticator",
    "challenge-poll", "challenge-webauthn-autofillui-authenticator", "consent",
    "enroll-authenticator", "enroll-poll", "enroll-profile", "enrollment-channel-data", "identify",
    "identify-recovery", "keep-me-signed-in", "redirect-idp", "reenroll-authenticator",
    "reenroll-authenticator-warning", "reset-authenticator", "select-authenticator-authenticate",
    "select-authenticator-enroll", "select-authenticator-unlock-account",
    "select-enroll-profile", "select-enrollment-channel", "select-identify", "unlock-account",
  ]

  static let channels = ["email", "sms", "voice"]

  /// Every word that can begin a fault, including the prefixes of step names.
  static let all = ["any"] + endpoints + channels + steps + beginnings

  private static let beginnings: [String] = Array(
    Set(
      steps.flatMap { step in
        let parts = step.split(separator: "-")
        return parts.indices.dropFirst().map { parts[..<$0].joined(separator: "-") }
      })
  ).sorted()

  /// Whether a word is the name of an endpoint or of a step, or a prefix of step names.
  static func isKnown(_ word: String) -> Bool {
    endpoints.contains(word) || steps.contains { covers(word, $0) }
  }

  /// Whether a word is the name of a step, or a prefix of the name that ends before a hyphen.
  static func covers(_ word: String, _ step: String) -> Bool {
    step == word || step.hasPrefix(word + "-")
  }

  /// The words with which an effect can begin.
  static let kinds =
    statuses.map { String($0) } + [
      "drop", "errors", "expired", "html", "labels", "late", "latency", "missing", "order",
      "out-of-order", "poll-interval", "relates-to", "truncate", "twice", "unknown-step",
    ]

  /// The error statuses of servers and gateways.
  static let statuses = [429, 500, 502, 503, 504]
  /// The statuses of the HTML page that a proxy sends.
  static let proxyStatuses = [200, 403, 407, 502, 503]
  /// The ways to reorder the steps of a page.
  static let orders = ["reversed", "shuffled"]
  /// The wrong values that `relates-to` can get.
  static let references = ["string", "dangling"]
  /// The positions that errors can be moved to, and the statuses that an error page can get.
  static let errorPlaces = ["top", "field", "400", "401", "403"]
  /// The languages that labels can be changed to.
  static let languages = ["de"]
}

import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

/// A small org with policies, and a user who signs in to it.
///
/// It sees the same as a client: pages, and the headers that name the rules that applied.
struct PolicyWorld {
  let client: OrgClient

  /// The users of most worlds, who differ in one thing each.
  static let people = """
    authenticators password, email, phone via sms or voice, google-otp, security-question,
      okta-verify via push or totp or fastpass
    user "jane@example.com" {
      password "Correct-Horse-1"
      phone "+15551234567"
      google-otp "JBSWY3DPEHPK3PXP"
      security-question "disliked_food" answer "Spinach"
      groups staff
    }
    user "joe@example.com"  { password "Correct-Horse-1"; groups staff, contractors }
    user "kim@example.com"  { password "Correct-Horse-1"; type "contractor" }
    user "lee@example.com"  { password "Correct-Horse-1" }
    """

  init(_ settings: String) throws {
    client = try OrgClient(settings)
  }

  init(_ client: OrgClient) {
    self.client = client
  }

  // MARK: Signing in

  /// Begins a sign-in and identifies the user, if the org doesn't know them already.
  @discardableResult
  func enter(
    _ login: String? = "jane@example.com", _ headers: HTTPHeaders = [:],
    with extra: [FormPair] = []
  ) async throws -> PolicyWorld {
    client.always.fields = client.always.fields.filter { $0.name == "Cookie" } + headers.fields
    try await client.start(with: extra)
    if let login, client.steps.contains("identify") {
      try await client.submit("identify", ["identifier": .string(login)])
    }
    return self
  }

  /// Verifies with each of some methods, in order.
  func verify(_ methods: String...) async throws {
    for method in methods { try await verify(method) }
  }

  private func verify(_ method: String) async throws {
    switch method {
    case "password":
      try await choose("Password")
      try await client.passcode("Correct-Horse-1")
    case "email":
      try await choose("Email")
      try await client.passcode(client.code("email"))
    case "sms":
      try await choose("Phone", "sms")
      try await client.passcode(client.code("sms"))
    case "otp":
      try await choose("Google Authenticator")
      client.clock.advance(by: .seconds(30))
      let key = try #require(Base32.decode("JBSWY3DPEHPK3PXP"))
      try await client.passcode(TOTP.code(key: key, at: client.clock.now))
    case "question":
      try await choose("Security Question")
      try await client.submit(
        "challenge-authenticator",
        ["credentials": ["questionKey": "disliked_food", "answer": "Spinach"]])
    case "push", "signed_nonce":
      try await choose("Okta Verify", method)
      client.clock.advance(by: .seconds(4))
      try await client.submit("challenge-poll")
    default: Issue.record("no test verifies by \(method)")
    }
  }

  private func choose(_ label: String, _ method: String? = nil) async throws {
    guard client.labels(Self.select).contains(label) else {
      guard client.steps.contains("authenticator-verification-data"), let method else { return }
      let form = client.remediation("authenticator-verification-data")
      let fields = form?["value"]?.array?.first?["form"]?["value"]?.array ?? []
      var chosen: JSONObject = ["methodType": .string(method)]
      for field in fields where field["value"] != nil && field["name"] != "autoChallenge" {
        chosen[field["name"]?.string ?? ""] = field["value"]
      }
      try await client.submit(
        "authenticator-verification-data", ["authenticator": .object(chosen)])
      return
    }
    try await client.choose(Self.select, label, method: method)
  }

  private static let select = "select-authenticator-authenticate"

  /// Keeps the cookies of the last answer, as a browser does.
  func keepCookies() {
    var pairs: [String] = (client.always["Cookie"] ?? "").split(separator: ";")
      .map { $0.hasPrefix(" ") ? String($0.dropFirst()) : String($0) }
    for line in client.headers.all("Set-Cookie") {
      let pair = String(line.prefix { $0 != ";" })
      let name = pair.prefix { $0 != "=" }
      pairs.removeAll { $0.hasPrefix(name + "=") }
      pairs.append(pair)
    }
    client.always["Cookie"] = pairs.joined(separator: "; ")
  }

  // MARK: Results

  /// The rule that applied.
  var rule: String? { client.headers["X-Flow-Rule"] }
  /// The rule of the global session policy that applied.
  var sessionRule: String? { client.headers["X-Flow-Session-Rule"] }
  /// The number of verified kinds of factors.
  var factors: String? { client.headers["X-Flow-Factors"] }
  var isSignedIn: Bool { client.isSignedIn }
  var isDenied: Bool { client.status == 403 && client.messageKey == "security.access_denied" }

  /// The possible verifications, each with its methods if it has several to choose from.
  var offered: [String] {
    let field = client.remediation(Self.select)?["value"]?.array?.first {
      $0["name"] == "authenticator"
    }
    guard let options = field?["options"]?.array else { return current.map { [$0] } ?? [] }
    return options.map { option in
      Self.name(
        option["label"]?.string ?? "",
        option["value"]?["form"]?["value"]?.array ?? [])
    }
  }

  /// The only possible verification.
  private var current: String? {
    let enrolled =
      client.page["currentAuthenticatorEnrollment"] ?? client.page["currentAuthenticator"]
    guard let label = enrolled?["value"]?["displayName"]?.string else { return nil }
    let data = client.remediation("authenticator-verification-data")?["value"]?.array?.first
    return Self.name(label, data?["form"]?["value"]?.array ?? [])
  }

  private static func name(_ label: String, _ fields: [JSON]) -> String {
    let methods = fields.first { $0["name"] == "methodType" }?["options"]?.array ?? []
    let names = methods.compactMap { $0["value"]?.string }
    return names.isEmpty ? label : "\(label) via \(names.joined(separator: " or "))"
  }
}

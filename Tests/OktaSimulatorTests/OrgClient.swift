import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing
import TestSupport

/// A client of a simulated org that uses JSON and HTTP, and none of the org's own types.
///
/// Every page that it gets is checked with `PageInvariants`.
final class OrgClient {
  let server: OrgServer
  let clock: ManualClock
  var page: JSON = [:]
  var status = 0
  var headers: HTTPHeaders = [:]
  var interactionHandle = ""
  /// Additional header fields of every request: the sign-in's context, and the browser's cookies.
  var always: HTTPHeaders = [:]
  /// Whether every page is checked for the invariants, which a faulty org may break.
  var checksPages = true
  static let verifier = "a-verifier-of-at-least-forty-three-characters"
  static let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
  /// The parameters of PKCE in `interact`.
  static let proof = [
    FormPair("code_challenge", challenge), FormPair("code_challenge_method", "S256"),
  ]

  /// The org from the text of its settings, which must be valid.
  static func org(_ settings: String) throws -> Org {
    let (org, problems) = Org.build(name: "acme", settings: SettingText.parse(settings))
    #expect(problems == [])
    return try #require(org)
  }

  init(_ settings: String, sendsBytes: Bool = false, seed: UInt64 = 1) throws {
    clock = ManualClock(now: .seconds(1_800_000_000))
    server = OrgServer(
      try OrgClient.org(settings), clock: clock, seed: seed, sendsBytes: sendsBytes)
  }

  init(server: OrgServer, clock: ManualClock) {
    self.server = server
    self.clock = clock
  }

  // MARK: Requests

  /// Sends a request to a path and reads the answer as JSON.
  @discardableResult
  func send(
    _ method: HTTPMethod, _ path: String, headers: HTTPHeaders = [:], _ body: HTTPBody = .none
  ) async throws -> JSON {
    let address = path.hasPrefix("http") ? path : "https://acme.flow.test\(path)"
    let url = try #require(HTTPURL(address))
    let all = HTTPHeaders(fields: headers.fields + always.fields)
    let response = try await server.send(HTTPRequest(method, url, headers: all, body: body))
    status = response.status
    self.headers = response.headers
    if response.headers["Content-Type"]?.hasPrefix("text/plain") == true { return .null }
    switch response.body {
    case .none: return .null
    case .json(let json): return json
    case .bytes(let bytes): return bytes.isEmpty ? .null : try JSON(parsing: bytes)
    case .form: return .null
    }
  }

  /// Begins a transaction and shows its first page.
  @discardableResult
  func start(
    scope: String = "openid profile email", nonce: String? = nil, with extra: [FormPair] = []
  ) async throws -> Self {
    var form =
      [
        FormPair("client_id", "client"), FormPair("scope", scope),
        FormPair("redirect_uri", "com.example:/callback"), FormPair("state", "xyz"),
      ] + Self.proof
    if let nonce { form.append(FormPair("nonce", nonce)) }
    let answer = try await send(.post, "/oauth2/default/v1/interact", .form(form + extra))
    interactionHandle = try #require(answer["interaction_handle"]?.string)
    try await introspect()
    return self
  }

  func introspect() async throws {
    try await load("/idp/idx/introspect", ["interactionHandle": .string(interactionHandle)])
  }

  /// Posts a body and shows the page that comes back.
  func load(_ path: String, _ body: JSON) async throws {
    page = try await send(.post, path, .json(body))
    if checksPages { PageInvariants.check(page, status: status, headers: headers) }
  }

  /// Submits a form of the page, with its state handle.
  func submit(_ name: String, _ values: JSON = [:]) async throws {
    let form = try #require(remediation(name), "\(name) is not offered: \(steps)")
    try await submit(form: form, values)
  }

  /// Uses an action of the current authenticator, or a form beside the remediations.
  func use(_ action: String) async throws {
    let places = ["currentAuthenticatorEnrollment", "currentAuthenticator"]
    let forms = places.compactMap { page[$0]?["value"]?[action] } + [page[action]].compactMap { $0 }
    let form = try #require(forms.first, "\(action) is not offered")
    var values: JSONObject = [:]
    for field in form["value"]?.array ?? [] where field["mutable"] == false {
      values[field["name"]?.string ?? ""] = field["value"]
    }
    try await submit(form: form, .object(values))
  }

  /// Begins to recover the password, and chooses its only factor.
  func recover() async throws {
    try await use("recover")
    let labels = labels("select-authenticator-authenticate")
    guard status == 200, labels.count == 1 else { return }
    try await choose("select-authenticator-authenticate", labels[0])
  }

  private func submit(form: JSON, _ values: JSON) async throws {
    let href = try #require(form["href"]?.string)
    var body = try #require(values.object)
    let fields = form["value"]?.array ?? []
    body["stateHandle"] = fields.first { $0["name"] == "stateHandle" }?["value"]
    try await load(href, .object(body))
  }

  /// Chooses an authenticator by its label, with the immutable values of its option.
  func choose(
    _ name: String, _ label: String, method: String? = nil, number: String? = nil,
    identifier: String? = nil, nth: Int = 0
  ) async throws {
    let form = try #require(remediation(name), "\(name) is not offered: \(steps)")
    let field = form["value"]?.array?.first { $0["name"] == "authenticator" }
    let options = (field?["options"]?.array ?? []).filter { $0["label"]?.string == label }
    try #require(nth < options.count, "\(label) is not offered")
    let nested = options[nth]["value"]?["form"]?["value"]?.array ?? []
    var chosen: JSONObject = [:]
    for part in nested where part["value"] != nil {
      chosen[part["name"]?.string ?? ""] = part["value"]
    }
    if let method { chosen["methodType"] = .string(method) }
    if let number { chosen["phoneNumber"] = .string(number) }
    var values: JSONObject = ["authenticator": .object(chosen)]
    if let identifier { values["identifier"] = .string(identifier) }
    try await submit(name, .object(values))
  }

  /// Answers with a passcode.
  func passcode(_ code: String, to name: String = "challenge-authenticator") async throws {
    try await submit(name, ["credentials": ["passcode": .string(code)]])
  }

  /// Redeems the interaction code of the page.
  @discardableResult
  func redeem(verifier: String = OrgClient.verifier) async throws -> JSON {
    let form = try #require(page["successWithInteractionCode"])
    let code = form["value"]?.array?.first { $0["name"] == "interaction_code" }?["value"]
    return try await send(
      .post, try #require(form["href"]?.string),
      .form([
        FormPair("grant_type", "interaction_code"), FormPair("client_id", "client"),
        FormPair("interaction_code", try #require(code?.string)),
        FormPair("code_verifier", verifier),
      ]))
  }

  /// Opens the address of a redirect like a browser, and returns the parameters that came back to
  /// the client.
  func browse(_ name: String = "redirect-idp", nth: Int = 0) async throws -> [String: String] {
    let forms = (page["remediation"]?["value"]?.array ?? []).filter { $0["name"]?.string == name }
    try #require(nth < forms.count, "\(name) is not offered: \(steps)")
    try await send(.get, try #require(forms[nth]["href"]?.string))
    #expect(status == 302)
    let location = try #require(headers["Location"])
    #expect(location.hasPrefix("com.example:/callback?"))
    let query = location.split(separator: "?", maxSplits: 1)[1]
    let pairs = try #require(FormEncoding.decode(Array(query.utf8)))
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value) })
  }

  // MARK: Contents of the page

  func remediation(_ name: String) -> JSON? {
    page["remediation"]?["value"]?.array?.first { $0["name"]?.string == name }
  }

  /// The names of the forms, in order.
  var steps: [String] {
    (page["remediation"]?["value"]?.array ?? []).compactMap { $0["name"]?.string }
  }

  /// The labels that a form offers.
  func labels(_ name: String) -> [String] {
    let field = remediation(name)?["value"]?.array?.first { $0["name"] == "authenticator" }
    return (field?["options"]?.array ?? []).compactMap { $0["label"]?.string }
  }

  /// The key of the first message above the forms.
  var messageKey: String? {
    page["messages"]?["value"]?.array?.first?["i18n"]?["key"]?.string
  }

  var messageText: String? {
    page["messages"]?["value"]?.array?.first?["message"]?.string
  }

  /// The keys of the messages of a field, however deep it is nested in the first form.
  func fieldKeys(_ field: String) -> [String] {
    func search(_ json: JSON) -> [String] {
      switch json {
      case .array(let elements): return elements.flatMap(search)
      case .object(let object):
        if object["name"]?.string == field, let messages = object["messages"]?["value"]?.array {
          return messages.compactMap { $0["i18n"]?["key"]?.string }
        }
        return object.members.flatMap { search($0.value) }
      default: return []
      }
    }
    return search(page["remediation"]?["value"]?.array?.first ?? .null)
  }

  var isSignedIn: Bool { page["successWithInteractionCode"] != nil }

  /// The last code that was sent over a channel.
  func code(_ channel: String, to address: String? = nil) throws -> String {
    let item = server.state.newest(channel, to: address, after: 0)
    return try #require(item?.code).reveal()
  }

  /// A code that surely differs from the sent one.
  func wrongCode(_ channel: String) throws -> String {
    let right = try code(channel)
    return right == "000000" ? "000001" : "000000"
  }
}

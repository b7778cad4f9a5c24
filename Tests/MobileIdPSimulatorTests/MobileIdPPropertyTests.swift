import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import TestSupport
import Testing
import SimulatorKit

@Suite("Arbitrary requests to a simulated server for mobile identity providers")
struct MobileIdPPropertyTests {
  /// The maximum number of entries in a state, except approvals and faults, which the org bounds.
  static let most = 512 + 4096 + 4096 + 512 + 128 + 128 + 64

  static let settings = [
    MobileIdPClient.world,
    MobileIdPClient.world + "\n"
      + """
      lifetimes { code 3s; access-token 20s; refresh-token 40s }
      fault authorize server_error once
      fault token rate_limit_exceeded once
      fault refresh auth_timeout once
      fault bridge unknown_error once
      """,
    (try? MobileIdPClient.world(
      "connected-app \"SP_KEY\"", "connected-app \"SP_KEY\" { secret \"s\" }")) ?? "",
  ]

  @Test(
    "It answers, repeatably, misdirects no one, and gives nothing twice",
    arguments: settings.indices, [1, 2, 3] as [UInt64])
  func random(index: Int, seed: UInt64) throws {
    let org = try MobileIdPClient.org(Self.settings[index])
    var requests = RequestMaker(org, SeededGenerator(seed: seed))
    var now = Duration.seconds(1_800_000_000)
    var (state, random) = (org.initialState(at: now), SeededGenerator(seed: seed))
    var seen: Set<String> = []
    for number in 0..<2000 {
      let request = requests.next()
      now += .milliseconds(requests.below(300))
      let (before, same) = (state, random)
      let response = org.answer(request, state: &state, now: now, random: &random)
      func comment() -> Comment { "seed \(seed), request \(number): \(request)\n\(response)" }
      try #require(
        [200, 302, 400, 401, 404, 405, 413, 421, 500].contains(response.status), comment())
      // The step is a function: repeated, it gives the same.
      var (state2, random2) = (before, same)
      try #require(
        org.answer(request, state: &state2, now: now, random: &random2) == response, comment())
      var probe = random
      try #require(state2 == state && random2.next() == probe.next(), comment())
      try #require(state.count <= Self.most, comment())
      try requests.note(request, response, comment)
      seen.insert("\(request.url.path) \(response.status) \(Self.outcome(response))")
    }
    // The requests must have had an effect, or they prove nothing.
    #expect(seen.count > 30, "\(seen.sorted())")
    for path in ["token 200", "userinfo 200", "frontdoor.jsp 302", "Page 302"] {
      #expect(seen.contains { $0.contains(path) }, "\(path): \(seen.sorted())")
    }
  }

  private static func outcome(_ response: HTTPResponse) -> String {
    guard case .json(let json) = response.body else { return "" }
    return json["page"]?.string ?? json["error"]?.string ?? ""
  }

  @Test("Thousands of logins leave a state within its bounds")
  func bounded() throws {
    let client = try MobileIdPClient(
      try MobileIdPClient.world(
        "connected-app \"SP_KEY\"", "connected-app \"SP_KEY\" { approval pre-authorized }"))
    let token = try client.login().accessToken.reveal()
    var tokens: [String] = []
    for _ in 0..<600 { try client.cross(token: token) }
    // A session behind a login page doesn't depend on a removed login.
    client.signIn()
    for _ in 0..<4200 {
      client.send(.get, MobileIdPClient.authorize())
      client.redeem(try #require(client.returned("code")))
      tokens.append(try #require(client.json["refresh_token"]?.string))
    }
    #expect(client.server.state.count == 512 + 4096 + 4096 + 512 + 128)
    // A removed login is no longer valid, and a new one is.
    #expect(client.refresh(tokens[0]) == MobileIdPTokenTests.expiredToken)
    #expect(client.refresh(try #require(tokens.last)) == "ok")
    // The settings' logins are removed too, and no other user's.
    #expect(client.userinfo(token) == "401")
  }
}

/// Makes requests, most of them nearly right, and records their results.
private struct RequestMaker {
  private let org: MobileIdPOrg
  private var random: SeededGenerator
  private var codes: [String] = ["nonsense"]
  private var access: [String]
  private var refresh: [String]
  private var cookies: [String] = ["nonsense"]
  private var pages: [String] = ["nonsense"]
  private var targets: [String] = ["/login", MobileIdPClient.authorize()]
  private var redeemed: Set<String> = []

  init(_ org: MobileIdPOrg, _ random: SeededGenerator) {
    self.org = org
    self.random = random
    access = org.logins.map { $0.accessToken.reveal() }
    refresh = org.logins.map { $0.refreshToken.reveal() }
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  /// One of the elements, usually the latest.
  private mutating func pick(_ elements: [String]) -> String {
    guard below(3) == 0 else { return elements.last ?? "" }
    return elements.randomElement(using: &random) ?? ""
  }

  private mutating func client() -> String { ["SP_KEY", "SP_KEY", "IDP_KEY", "NONE"][below(4)] }

  private mutating func authorize() -> String {
    let key = client()
    var changes: [String: String?] = ["client_id": key]
    if key == "IDP_KEY" { changes["redirect_uri"] = "sampleidpapp://oauth2/done" }
    switch below(12) {
    case 0: changes["scope"] = "full"
    case 1: changes["redirect_uri"] = "evil://x"
    case 2: changes["code_challenge"] = "short"
    case 3: changes["response_type"] = .some(nil)
    case 4: changes["state"] = "s&=\u{E4}"
    default: break
    }
    return MobileIdPClient.authorize(changes)
  }

  mutating func next() -> HTTPRequest {
    let host = below(30) == 0 ? "evil.test" : pick(org.loginHosts)
    var (method, target, body) = (HTTPMethod.post, "/", [(String, String?)]())
    switch below(11) {
    case 0: (method, target) = (.get, authorize())
    case 1, 2: (method, target) = (.get, pick(targets))
    case 3, 4:
      target = "/services/oauth2/token"
      body = [
        ("grant_type", "authorization_code"), ("code", pick(codes)), ("client_id", client()),
        ("redirect_uri", MobileIdPClient.callback), ("code_verifier", MobileIdPClient.verifier),
        ("client_secret", "s"),
      ]
    case 5:
      target = "/services/oauth2/token"
      body = [
        ("grant_type", "refresh_token"), ("refresh_token", pick(refresh)), ("client_id", client()),
        ("client_secret", "s"),
      ]
    case 6:
      target = "/services/oauth2/\(below(8) == 0 ? "revoke" : "singleaccess")"
      body = [("redirect_uri", authorize()), ("token", pick(below(2) == 0 ? access : refresh))]
    case 7:
      target = "/setup/secur/RemoteAccessAuthorizationPage"
      body = [("page", pick(pages)), ("decision", below(4) == 0 ? "deny" : "allow")]
    case 8:
      target = "/login"
      body = [
        ("username", "ada@acme.test"), ("password", below(4) == 0 ? "x" : "pw-ada"),
        ("startURL", authorize()),
      ]
    case 9: (method, target) = (.get, "/services/oauth2/userinfo")
    default:
      (method, target) = (.get, "/id/00D000000000001EAA/00500000000000\(below(3))AAA")
    }
    if below(15) == 0, !body.isEmpty { body.remove(at: below(body.count)) }
    if below(40) == 0 { method = .put }
    return request(method, host, target, MobileIdPClient.form(body))
  }

  private mutating func request(
    _ method: HTTPMethod, _ host: String, _ target: String, _ body: HTTPBody
  ) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1)
    let url = HTTPURL(
      scheme: .https, host: host, path: String(parts.first ?? "/"),
      query: parts.count > 1 ? String(parts[1]) : nil)
    var request = HTTPRequest(method, url, body: method == .get ? .none : body)
    request.headers["Accept"] = "application/json"
    request.headers["Authorization"] = "Bearer \(pick(access))"
    if below(4) > 0 { request.headers["Cookie"] = "sid=\(pick(cookies))" }
    return request
  }

  /// Learns from an answer, and checks its invariants.
  mutating func note(
    _ request: HTTPRequest, _ response: HTTPResponse, _ comment: () -> Comment
  ) throws {
    var form: [FormPair] = []
    if case .form(let pairs) = request.body { form = pairs }
    func sent(_ name: String) -> String { form.last { $0.name == name }?.value ?? "" }
    if let location = response.headers["Location"] {
      let own = request.url.origin
      let isOwn = location.hasPrefix(own + "/")
      try #require(
        isOwn || location.hasPrefix("sampleapp://oauth2/done?")
          || location.hasPrefix("sampleidpapp://oauth2/done?"), comment())
      if isOwn { targets.append(String(location.dropFirst(own.count))) }
      if let mark = location.firstIndex(of: "?"), !isOwn {
        let pairs = FormEncoding.decode(Array(location[mark...].dropFirst().utf8)) ?? []
        let code = pairs.first { $0.name == "code" }?.value
        try #require(code == nil || !codes.contains(code ?? ""), comment())
        if let code { codes.append(code) }
      }
    }
    if let cookie = response.headers["Set-Cookie"]?.split(separator: ";").first {
      cookies.append(String(cookie.dropFirst("sid=".count)))
    }
    guard case .json(let json) = response.body else { return }
    if let page = json["pageToken"]?.string { pages.append(page) }
    if let link = json["frontdoor_uri"]?.string {
      targets.append(String(link.dropFirst(request.url.origin.utf8.count)))
    }
    guard request.url.path.hasSuffix("/token"), response.status == 200 else {
      try #require(json["access_token"] == nil, comment())
      return
    }
    if sent("grant_type") == "authorization_code" {
      try #require(redeemed.insert(sent("code")).inserted, comment())
      try #require(codes.contains(sent("code")), comment())
    } else {
      try #require(refresh.contains(sent("refresh_token")), comment())
    }
    if let token = json["access_token"]?.string { access.append(token) }
    if let token = json["refresh_token"]?.string { refresh.append(token) }
  }
}

import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import Testing
import TestSupport
import SimulatorKit

/// Apps and a browser that use only the wire format, and none of the org's own types.
final class MobileIdPClient {
  static let world = """
    login-hosts "login.salesforce.com", "test.salesforce.com"
    app "Authenticator" {
      role provider; scheme "sampleidpapp"; consumer-key "IDP_KEY"; scopes api, web, refresh_token
    }
    app "Sample App" {
      scheme "sampleapp"; consumer-key "SP_KEY"; scopes api, web; provider "Authenticator"
    }
    connected-app "IDP_KEY" { approval pre-authorized }
    connected-app "SP_KEY"
    user "ada@acme.test" {
      password "pw-ada"; name "Ada"; id "005000000000001AAA"; logged-in "Authenticator"
    }
    user "bob@acme.test" {
      password "pw-bob"; id "005000000000002AAA"; host "test.salesforce.com"
      logged-in "Authenticator"
    }
    """

  /// The example of RFC 7636, appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  static let callback = "sampleapp://oauth2/done"
  static let tokenPath = "/services/oauth2/token"

  let server: MobileIdPServer
  let clock = ManualClock(now: .seconds(1_800_000_000))
  var host = "login.salesforce.com"
  var accept: String? = "application/json"
  var cookie: String?
  private(set) var response = HTTPResponse(status: 0)

  static func org(_ settings: String) throws -> MobileIdPOrg {
    let (org, problems) = MobileIdPOrg.build(name: "acme", settings: SettingText.parse(settings))
    #expect(problems == [])
    return try #require(org)
  }

  init(_ settings: String = world, seed: UInt64 = 1) throws {
    server = MobileIdPServer(try Self.org(settings), clock: clock, seed: seed)
  }

  /// The world with a part of its text replaced.
  static func world(_ old: String, _ new: String) throws -> String {
    let parts = world.split(separator: old, omittingEmptySubsequences: false)
    try #require(parts.count > 1)
    return parts.joined(separator: new)
  }

  // MARK: Requests

  @discardableResult
  func send(
    _ method: HTTPMethod, _ target: String, _ body: HTTPBody = .none, bearer: String? = nil
  ) -> HTTPResponse {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let url = HTTPURL(
      scheme: .https, host: host, path: String(parts[0]),
      query: parts.count > 1 ? String(parts[1]) : nil)
    var request = HTTPRequest(method, url, body: body)
    request.headers["Accept"] = accept
    request.headers["Cookie"] = cookie.map { "other=1; sid=\($0)" }
    request.headers["Authorization"] = bearer.map { "Bearer \($0)" }
    response = server.answer(request)
    if let set = response.headers["Set-Cookie"], let value = set.split(separator: ";").first {
      cookie = String(value.dropFirst("sid=".count))
    }
    return response
  }

  var status: Int { response.status }

  var json: JSON {
    if case .json(let json) = response.body { json } else { .null }
  }

  /// The address of a redirect; a path if it is the server's own.
  var location: String? {
    response.headers["Location"].map { location in
      let own = "https://\(host)"
      return location.hasPrefix(own) ? String(location.dropFirst(own.count)) : location
    }
  }

  /// A parameter of the redirect.
  func returned(_ name: String) -> String? {
    guard let query = location?.split(separator: "?", maxSplits: 1).last else { return nil }
    return FormEncoding.decode(Array(query.utf8))?.last { $0.name == name }?.value
  }

  static func target(_ path: String, _ pairs: [(String, String?)]) -> String {
    let pairs = pairs.compactMap { pair in pair.1.map { FormPair(pair.0, $0) } }
    return "\(path)?\(FormEncoding.encode(pairs))"
  }

  static func form(_ pairs: [(String, String?)]) -> HTTPBody {
    .form(pairs.compactMap { pair in pair.1.map { FormPair(pair.0, $0) } })
  }

  /// The pairs with some replaced, removed or added.
  static func with(
    _ pairs: [(String, String?)], _ changes: [String: String?]
  ) -> [(String, String?)] {
    var pairs = pairs
    for (name, value) in changes {
      pairs.removeAll { $0.0 == name }
      pairs.append((name, value))
    }
    return pairs
  }

  // MARK: The flow

  /// The form that requests a code for the client, with some parameters replaced or removed.
  static func authorize(_ changes: [String: String?] = [:]) -> String {
    let pairs: [(String, String?)] = [
      ("response_type", "code"), ("client_id", "SP_KEY"), ("redirect_uri", callback),
      ("code_challenge", challenge), ("display", "touch"), ("scope", "api web refresh_token"),
    ]
    return target("/services/oauth2/authorize", with(pairs, changes))
  }

  /// The tokens of a user who is signed in at an app when the run begins.
  func login(of user: String = "ada@acme.test", at app: String = "Authenticator") throws
    -> MobileIdPOrg.Login
  {
    try #require(server.org.logins(at: app).first { $0.username == user })
  }

  /// Crosses the bridge with an access token, and continues to its end.
  @discardableResult
  func cross(_ target: String = authorize(), token: String) throws -> HTTPResponse {
    send(
      .post, "/services/oauth2/singleaccess", Self.form([("redirect_uri", target)]), bearer: token)
    #expect(status == 200)
    let link = try #require(json["frontdoor_uri"]?.string)
    #expect(link.hasPrefix("https://\(host)/"))
    send(.get, String(link.dropFirst("https://\(host)".count)))
    #expect(status == 302)
    return send(.get, try #require(location))
  }

  /// Signs a user in on a login page, and continues from there.
  @discardableResult
  func signIn(
    _ user: String = "ada@acme.test", _ password: String = "pw-ada", to target: String = authorize()
  ) -> HTTPResponse {
    send(
      .post, "/login",
      Self.form([("username", user), ("password", password), ("startURL", target)]))
    guard let location, location.hasPrefix("/") else { return response }
    return send(.get, location)
  }

  /// Answers the approval page of the last response.
  @discardableResult
  func decide(_ decision: String = "allow") throws -> HTTPResponse {
    let token = try #require(json["pageToken"]?.string)
    return send(
      .post, "/setup/secur/RemoteAccessAuthorizationPage",
      Self.form([("page", token), ("decision", decision)]))
  }

  /// A code for the client in a user's session at the provider, approved.
  func code(for user: String = "ada@acme.test", _ changes: [String: String?] = [:]) throws -> String
  {
    try cross(Self.authorize(changes), token: try login(of: user).accessToken.reveal())
    if json["page"] == "approval" { try decide() }
    return try #require(returned("code"))
  }

  /// The form that redeems a code.
  static func exchange(_ code: String, _ changes: [String: String?] = [:]) -> HTTPBody {
    form(
      with(
        [
          ("grant_type", "authorization_code"), ("code", code), ("code_verifier", verifier),
          ("client_id", "SP_KEY"), ("redirect_uri", callback), ("format", "json"),
        ], changes))
  }

  /// The answer of the token endpoint: its error, or `ok`.
  @discardableResult
  func redeem(_ code: String, _ changes: [String: String?] = [:]) -> String {
    send(.post, Self.tokenPath, Self.exchange(code, changes))
    return tokenResult
  }

  @discardableResult
  func refresh(_ token: String, client: String = "SP_KEY", _ changes: [String: String?] = [:])
    -> String
  {
    let pairs: [(String, String?)] = [
      ("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", token),
    ]
    send(.post, Self.tokenPath, Self.form(Self.with(pairs, changes)))
    return tokenResult
  }

  private var tokenResult: String {
    guard status != 200 else { return "ok" }
    return "\(status) \(json["error"]?.string ?? "-") / \(json["error_description"]?.string ?? "-")"
  }

  /// The user of a token, or the status of the refusal.
  func userinfo(_ token: String) -> String {
    send(.get, "/services/oauth2/userinfo", bearer: token)
    return json["preferred_username"]?.string ?? String(status)
  }
}

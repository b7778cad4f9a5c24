import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import TestSupport
import Testing
import SimulatorKit

@Suite("Hostile requests to a simulated server for mobile identity providers")
struct MobileIdPHostileTests {
  static let oauth = "/services/oauth2/"
  static let forms = [
    oauth + "token", oauth + "revoke", oauth + "singleaccess", "/login",
    "/setup/secur/RemoteAccessAuthorizationPage",
  ]
  static let queries = [oauth + "authorize", oauth + "userinfo", "/secur/frontdoor.jsp", "/login"]

  /// A client whose requests are authorized: bearer and session are valid.
  private func client() throws -> MobileIdPClient {
    let client = try MobileIdPClient()
    client.signIn()
    return client
  }

  @Test("An invalid form is refused on every route", arguments: forms)
  func noForm(path: String) throws {
    let client = try client()
    let bearer = try client.login().accessToken.reveal()
    let before = client.server.state
    let bodies: [(HTTPBody, Int)] = [
      (.none, 400), (.bytes([]), 400), (.bytes(Array("{}".utf8)), 400), (.json([:]), 400),
      (.json("x"), 400), (.bytes([0xFF, 0xFE]), 400), (.bytes(Array("a=%FF".utf8)), 400),
      (.bytes(Array("&&&==&".utf8)), 400), (.form([FormPair("", "")]), 400),
      (.bytes(Array(repeating: 0x61, count: 1 << 20)), 413),
      (.form([FormPair("token", String(repeating: "x", count: 1 << 20))]), 413),
      (.form((0..<20_000).map { FormPair("a\($0)", "b") }), 413),
    ]
    for (body, status) in bodies {
      client.send(.post, path, body, bearer: bearer)
      #expect(client.status == status)
      #expect(client.json["error"]?.string == "invalid_request")
    }
    #expect(client.server.state == before)
  }

  @Test("A huge or broken query is refused", arguments: queries)
  func query(path: String) throws {
    let client = try client()
    let bearer = try client.login().accessToken.reveal()
    let before = client.server.state
    client.send(.get, path + "?" + String(repeating: "x", count: 1 << 20), bearer: bearer)
    #expect(client.status == 413)
    client.send(.get, path + "?a=%FF", bearer: bearer)
    #expect(client.status == 400)
    #expect(client.server.state == before)
  }

  @Test("A parameter that is too long or duplicated is refused")
  func parameters() throws {
    let client = try client()
    let code = try client.code()
    let before = client.server.state
    for name in ["grant_type", "client_id", "code", "code_verifier", "redirect_uri"] {
      let long = String(repeating: "x", count: 8193)
      #expect(client.redeem(code, [name: long]).hasPrefix("400 "))
      guard case .form(let pairs) = MobileIdPClient.exchange(code) else { continue }
      let twice = pairs + pairs.filter { $0.name == name }
      client.send(.post, MobileIdPClient.tokenPath, .form(twice))
      #expect(client.json["error_description"]?.string == "\(name) comes twice")
    }
    #expect(client.server.state == before)
  }

  @Test("No other address or method exists")
  func elsewhere() throws {
    let client = try client()
    for path in [
      "/", "/services", "/services/oauth2/", "/services/oauth2/authorize/",
      "/SERVICES/oauth2/token",
      "/id", "/%2e", "/services/oauth2/../oauth2/token", "/\u{0}",
    ] {
      client.send(.get, path)
      #expect(client.status == 404)
    }
    for (path, allowed) in Self.forms.map({ ($0, $0 == "/login" ? "GET, POST" : "POST") }) {
      client.send(.put, path)
      #expect(client.status == 405)
      #expect(client.response.headers["Allow"] == allowed)
    }
    for path in [Self.oauth + "authorize", Self.oauth + "userinfo", "/id/x/y"] {
      for method in [HTTPMethod.post, .put, .delete, .head, .options] {
        client.send(method, path)
        #expect(client.status == 405)
        #expect(client.response.headers["Allow"] == "GET")
      }
    }
  }

  @Test("A host that isn't the org's is answered, and has no users")
  func host() throws {
    let client = try MobileIdPClient()
    for host in ["evil.test", "", "login.salesforce.com.evil.test", "xlogin.salesforce.com"] {
      client.host = host
      client.send(.get, MobileIdPClient.authorize())
      #expect(client.status == 421)
      #expect(client.json["error"] == "unknown_host")
    }
    client.host = "LOGIN.salesforce.com"
    client.send(.get, MobileIdPClient.authorize())
    #expect(client.json["page"] == "login")
    client.host = "127.0.0.1"
    client.send(.get, MobileIdPClient.authorize())
    #expect(client.json["host"] == "login.salesforce.com")
  }

  @Test(
    "An invalid token or session belongs to no one",
    arguments: [
      "", " ", "x", "AAAAAA" + String(repeating: "A", count: 34),
      "______" + String(repeating: "_", count: 34), String(repeating: "x", count: 1 << 20),
      "ä\u{0}\r\n", "a;b=c", "\"\"",
    ])
  func tokens(text: String) throws {
    let client = try MobileIdPClient()
    _ = try client.code()
    #expect(client.userinfo(text) == "401")
    client.send(
      .post, Self.oauth + "singleaccess", MobileIdPClient.form([("redirect_uri", "/")]),
      bearer: text)
    #expect(client.status == 401)
    client.cookie = text
    client.send(.get, MobileIdPClient.authorize())
    #expect(client.json["page"] == "login")
    #expect(client.redeem(text) != "ok")
    #expect(client.refresh(text) != "ok")
    client.send(.get, MobileIdPClient.target("/secur/frontdoor.jsp", [("otp", text)]))
    #expect(client.response.headers["Set-Cookie"] == nil)
  }

  @Test("A code isn't a token, and a token isn't a code, session or link")
  func mixed() throws {
    let client = try MobileIdPClient()
    let code = try client.code()
    client.redeem(try client.code())
    let access = try #require(client.json["access_token"]?.string)
    let refresh = try #require(client.json["refresh_token"]?.string)
    for text in [code, refresh] { #expect(client.userinfo(text) == "401") }
    for text in [access, refresh] {
      #expect(client.redeem(text) == MobileIdPTokenTests.unknownCode)
    }
    for text in [access, code] {
      #expect(client.refresh(text) == MobileIdPTokenTests.expiredToken)
      client.cookie = text
      client.send(.get, MobileIdPClient.authorize())
      #expect(client.json["page"] == "login")
    }
  }

  @Test("A bearer token in another form is refused")
  func bearer() throws {
    let client = try MobileIdPClient()
    let token = try client.login().accessToken.reveal()
    for (header, status) in [
      ("Bearer \(token)", 200), ("bearer \(token)", 200), ("Basic \(token)", 401), (token, 401),
      ("Bearer", 401), ("Bearer  \(token)", 401), ("Bearer \(token) ", 401),
    ] {
      let url = HTTPURL(
        scheme: .https, host: "login.salesforce.com", path: Self.oauth + "userinfo")
      let response = client.server.answer(
        HTTPRequest(.get, url, headers: ["Authorization": header]))
      #expect(response.status == status, "\(header)")
    }
  }

  @Test("As bytes, as on a wire, the answers are the same as in this process")
  func bytes() async throws {
    let org = try MobileIdPClient.org(MobileIdPClient.world)
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let plain = MobileIdPServer(org, clock: clock, seed: 3)
    let wired = MobileIdPServer(org, clock: clock, seed: 3, sendsBytes: true)
    let token = try #require(org.logins.first).accessToken.reveal()
    for path in Self.forms + Self.queries {
      for method in [HTTPMethod.get, .post] {
        let url = HTTPURL(
          scheme: .https, host: "login.salesforce.com", path: path, query: "startURL=/x")
        let form = [FormPair("redirect_uri", "/x?a=b&c"), FormPair("startURL", "/ä")]
        var request = HTTPRequest(method, url, body: method == .get ? .none : .form(form))
        request.headers = ["Authorization": "Bearer \(token)", "Accept": "application/json"]
        let (left, right) = (try await plain.send(request), try await wired.send(request))
        #expect(left.status == right.status)
        guard case .bytes(let bytes) = right.body else { throw CancellationError() }
        #expect(left.body.onWireBytes == bytes)
      }
    }
    #expect(plain.state == wired.state)
  }

  @Test("A task that was canceled gets no answer")
  func cancelled() async throws {
    let server = try MobileIdPClient().server
    let task = Task { () -> TransportFailure? in
      cancelCurrentTask()
      do throws(TransportFailure) {
        _ = try await server.send(HTTPRequest(.get, server.org.inProcessAddress))
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value == .cancelled)
  }
}

extension HTTPBody {
  /// The bytes of a body on the wire, as a reader of JSON or HTML gets them.
  fileprivate var onWireBytes: [UInt8] {
    switch self {
    case .none: []
    case .json(let json): json.bytes()
    case .form(let pairs): Array(FormEncoding.encode(pairs).utf8)
    case .bytes(let bytes): bytes
    }
  }
}

import CommandSupport
import FlowCrypto
import FlowEngine
import FlowHTTP
import TestSupport
import Testing

@testable import FlowServer

/// The inputs of the interface for programs, and its permissions.
@Suite("The interface that drives a served org", .realTime, .enabled(if: RSA.isAvailable))
struct DrivingInterfaceTests {
  private static let json = "Content-Type: application/json"

  /// A path of a route.
  private static func path(_ route: DrivingRoute) -> String {
    route.path.replacing("{id}", with: "latest").replacing("{login}", with: "jane@example.com")
  }

  // MARK: Permissions

  @Test("Pages of other origins can do nothing, on any route, and read nothing")
  func crossSite() throws {
    let org = try ServedTestOrg()
    for route in DrivingRoute.all {
      for field in [
        "Origin: http://evil.example", "Origin: http://localhost:3000", "Origin: null",
        "Origin: https://localhost:1", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
      ] {
        let answer = try org.send(
          route.method.rawValue, Self.path(route), [field, Self.json],
          body: route.method == .get ? nil : "{}")
        #expect(answer.status == 403, "\(route.path) \(field)")
        #expect(answer["Access-Control-Allow-Origin"] == nil)
        #expect(answer.json["error"]?.string?.isEmpty == false)
      }
      let preflight = try org.send(
        "OPTIONS", Self.path(route),
        ["Origin: http://localhost:3000", "Access-Control-Request-Method: POST"])
      #expect(preflight.status >= 400 && preflight["Access-Control-Allow-Origin"] == nil)
      #expect(try org.get(Self.path(route), "Host: evil.example").status == 421)
    }
    #expect(try org.get("/flow/api/users", "Origin: http://\(org.authority)").status == 200)
    #expect(try org.get("/flow/api/users", "Sec-Fetch-Site: same-origin").status == 200)
    #expect(try org.get("/flow/api", "Sec-Fetch-Site: none").status == 200)
  }

  @Test("A POST that a form could send is refused on every route")
  func types() throws {
    let org = try ServedTestOrg()
    for route in DrivingRoute.all where route.method == .post {
      for type in [
        [], ["Content-Type: text/plain"], ["Content-Type: application/x-www-form-urlencoded"],
        ["Content-Type: multipart/form-data; boundary=a"], ["Content-Type: text/json"],
      ] {
        for body in ["{}", ""] {
          let answer = try org.send("POST", Self.path(route), type, body: body)
          #expect(answer.status == 415, "\(route.path) \(type)")
        }
      }
    }
    let types = ["application/json; charset=utf-8", "Application/JSON"]
    for type in types {
      let answer = try org.send("POST", "/flow/api/reset", ["Content-Type: \(type)"], body: "{}")
      #expect(answer.status == 200)
    }
  }

  @Test("Beyond this machine every route requires a key, and no answer shows the key")
  func key() throws {
    let org = try ServedTestOrg { $0.host = "0.0.0.0" }
    let key = try #require(org.service.key?.reveal())
    #expect(key.utf8.count == 32)
    for route in DrivingRoute.all {
      for field in [
        "X: y", "Authorization: Bearer", "Authorization: Bearer \(key)x",
        "Authorization: Bearer \(key.dropLast())", "Authorization: \(key)",
        "Authorization: Basic \(key)",
      ] {
        let answer = try org.send(
          route.method.rawValue, Self.path(route), [field, Self.json],
          body: route.method == .get ? nil : "{}")
        #expect(answer.status == 401, "\(route.path) \(field)")
        #expect(answer["WWW-Authenticate"] == "Bearer realm=\"flow serve\"")
        #expect(!answer.text.contains(key))
      }
    }
    let description = try org.get("/flow/api", "Authorization: Bearer \(key)")
    #expect(description.json["authorization"] == "Bearer" && !description.text.contains(key))
    #expect(try !org.get("/").text.contains(key))
    #expect(try ServedTestOrg().service.key == nil)
  }

  // MARK: Inputs

  @Test("It describes every route, and each accepts only its own method")
  func describes() throws {
    let org = try ServedTestOrg()
    let description = try org.get("/flow/api").json
    #expect(description["org"] == "demo" && description["authorization"] == .null)
    let routes = description["routes"]?.array ?? []
    #expect(routes.count == DrivingRoute.all.count)
    for route in DrivingRoute.all {
      #expect(
        routes.contains {
          $0["method"]?.string == route.method.rawValue && $0["path"]?.string == route.path
            && $0["does"]?.string == route.does
        })
      let others = Set(["GET", "POST", "PUT", "DELETE"]).subtracting(
        DrivingRoute.all.filter { $0.path == route.path }.map(\.method.rawValue))
      for method in others {
        let answer = try org.send(method, Self.path(route), [Self.json], body: "{}")
        #expect(answer.status == 405, "\(method) \(route.path)")
        #expect(answer["Allow"]?.contains(route.method.rawValue) == true)
      }
    }
    #expect(try org.send("HEAD", "/flow/api").status == 200)
    #expect(try org.get("/flow/api/").status == 404)
    #expect(try org.get("/flow/api/nothing").json["error"] != nil)
    // Other paths of Mailpit and of the real engine's management API don't exist.
    #expect(try org.get("/api/v1/tags").status == 404)
    #expect(try org.get("/api/v1/users").status == 401)
  }

  @Test("The manual has an example of every route")
  func documented() throws {
    let section = try Project.section("## Driving the served org", of: Project.page("serving"))
    let lines = section.filter { $0.hasPrefix("curl ") }
      .map { $0[..<($0.firstRange(of: " #")?.lowerBound ?? $0.endIndex)] }
    for route in DrivingRoute.all {
      let path = Self.path(route)
      let isShown = lines.contains { line in
        let words = line.split { " '\"?".contains($0) }
        let isThere =
          words.contains { $0 == "$ORG\(path)" }
          || words.contains { $0 == "$ORG\(path.replacing("latest", with: "1"))" }
        let method = words.contains("--json") ? "POST" : words.contains("DELETE") ? "DELETE" : "GET"
        return isThere && method == route.method.rawValue
      }
      #expect(isShown, "\(route.method.rawValue) \(path)")
    }
  }

  static let wrong: [(path: String, body: String, said: String)] = [
    ("/flow/api/faults", "", "the body doesn't have `fault`"),
    ("/flow/api/faults", "{", "the body isn't JSON"),
    ("/flow/api/faults", "[]", "the body isn't a JSON object"),
    ("/flow/api/faults", "{\"fault\": \"\"}", "the body doesn't have `fault`"),
    ("/flow/api/faults", "{\"fault\": 1}", "a fault needs a colon"),
    ("/flow/api/faults", "{\"fault\": [\"any: drop\"]}", "`fault` takes a text"),
    ("/flow/api/faults", "{\"falt\": \"any: drop\"}", "unknown member `falt`"),
    ("/flow/api/faults", "{\"fault\": \"chalenge: drop\"}", "did you mean `challenge`?"),
    ("/flow/api/circumstances", "{\"zone\": \"a\\r\\nX: y\"}", "`zone` takes"),
    ("/flow/api/circumstances", "{\"zone\": \"nowhere\"}", "the org has no zones"),
    ("/flow/api/circumstances", "{\"risk\": \"hihg\"}", "`risk` takes low, medium, high"),
    ("/flow/api/circumstances", "{\"device\": true}", "`device` takes a text"),
    ("/flow/api/circumstances", "{\"platform\": \"mobile\"}", "`platform` takes ios, android"),
    ("/flow/api/circumstances", "{\"clock\": \"tomorrow\"}", "`clock` takes a duration"),
    ("/flow/api/circumstances", "{\"clock\": \"99999d\"}", "`clock` takes a duration"),
    ("/flow/api/clock", "{}", "the body doesn't have `advance`"),
    ("/flow/api/clock", "{\"advance\": \"-1h\"}", "`advance` takes a duration"),
    ("/flow/api/clock", "{\"advance\": \"soon\"}", "`advance` takes a duration"),
    ("/flow/api/reset", "{\"all\": true}", "unknown member `all`"),
    ("/flow/api/messages/latest/open", "{\"answer\": \"yes\"}", "`answer` takes"),
  ]

  @Test("A wrong request is refused with the reason, and changes nothing")
  func refuses() throws {
    let org = try ServedTestOrg()
    let before = try org.get("/flow/live").text
    for (path, body, said) in Self.wrong {
      let answer = try org.send("POST", path, [Self.json], body: body)
      #expect(answer.status == 400, "\(path) \(body)")
      #expect(answer.text.contains(said.replacing("\"", with: "\\\"")), "\(answer.text)")
      #expect(answer["Content-Type"] == "application/json")
    }
    let large = "{\"fault\": \"\(String(repeating: "x", count: 70_000))\"}"
    #expect(try org.send("POST", "/flow/api/faults", [Self.json], body: large).status == 413)
    let deep = String(repeating: "[", count: 60_000)
    #expect(try org.send("POST", "/flow/api/faults", [Self.json], body: deep).status == 400)
    #expect(try org.json("/flow/api/clock", ["advance": "3650d"]).status == 200)
    #expect(try org.json("/flow/api/clock", ["advance": "1d"]).status == 400)
    for query in ["channel=fax", "chanel=sms", "limit=x", "limit=-1", "to=%FF"] {
      #expect(try org.get("/flow/api/messages?\(query)").status == 400, "\(query)")
    }
    _ = try org.json("/flow/api/reset", [:])
    #expect(try org.get("/flow/live").text == before)
  }

  @Test("It gives no password, token, handle or seed of a user")
  func secrets() throws {
    let org = try ServedTestOrg()
    var signIn = try SocketSignIn(org)
    try signIn.signIn()
    let tokens = try signIn.tokens()
    var text = ""
    for route in DrivingRoute.all where route.method == .get {
      text += try org.get(Self.path(route)).text
    }
    let secrets = [
      "Correct-Horse-1", "Battery-Staple-2", "JBSWY3DPEHPK3PXP", "Rabbit", signIn.page.stateHandle,
      signIn.interactionHandle, signIn.interactionCode,
      try #require(tokens.json["access_token"]?.string),
    ]
    for secret in secrets { #expect(!secret.isEmpty && !text.contains(secret)) }
    #expect(text.contains("jane@example.com") && text.contains("Google Authenticator"))
  }

  // MARK: The page

  @Test("The page shows and sets the same circumstances, with its word only")
  func page() throws {
    let org = try ServedTestOrg(DrivingStoryTests.pushing)
    let word = try org.guardWord()
    func set(_ text: String) throws -> RawAnswer {
      try org.form("/flow/circumstance", "guard=\(word)&choice=risk+low&text=\(text)")
    }
    #expect(try set("zone+office").status == 303)
    #expect(try set("").status == 303)
    let set0 = try org.get("/flow/api/circumstances").json
    #expect(set0["zone"] == "office" && set0["risk"] == "low")
    #expect(try org.get("/").text.contains("<code>zone office</code>"))
    for text in ["zone", "zone+nowhere", "zon+office", "risk+none", "%3Cb%3E+x"] {
      let answer = try set(text)
      #expect(answer.status == 400 && !answer.text.contains("<b>"), "\(text)")
    }
    func remove(_ name: String) throws -> Int {
      try org.form("/flow/circumstance/remove", "guard=\(word)&circumstance=\(name)").status
    }
    #expect(try remove("zone") == 303)
    #expect(try ["zone", "zon", ""].map(remove) == [409, 409, 409])
    #expect(try remove("all") == 303)
    #expect(try org.get("/flow/api/circumstances").json["risk"] == .null)
    #expect(
      try org.form("/flow/circumstance", "guard=x&text=risk+low").status == 403)
    #expect(
      try org.form(
        "/flow/circumstance", "guard=\(word)&text=risk+low", "Origin: http://localhost:3000"
      ).status == 403)
    #expect(try org.get("/flow/circumstance").status == 404)
  }
}

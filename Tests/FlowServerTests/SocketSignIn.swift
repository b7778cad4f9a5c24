import FlowCrypto
import FlowHTTP
import TestSupport
import Testing

@testable import FlowServer

/// A sign-in at a served org, request by request.
struct SocketSignIn {
  static let verifier = String(repeating: "v", count: 50)
  static let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
  static let client = "client_id=0oaapp&redirect_uri=com.example%3A%2Fcallback&scope=openid+profile"

  let org: ServedTestOrg
  let interactionHandle: String
  /// The last answer.
  var last: RawAnswer

  var page: IDXPageView { last.page }

  /// Begins.
  init(_ org: ServedTestOrg, _ more: String = "") throws {
    self.org = org
    last = try SocketSignIn.interact(org, more)
    interactionHandle = try #require(last.json["interaction_handle"]?.string, "\(last.text)")
    try introspect()
  }

  /// The answer to `interact`.
  static func interact(_ org: ServedTestOrg, _ more: String) throws -> RawAnswer {
    try org.form(
      "/oauth2/default/v1/interact",
      client + "&code_challenge_method=S256&code_challenge=\(challenge)" + more)
  }

  mutating func introspect() throws {
    last = try org.json(
      "/idp/idx/introspect", ["interactionHandle": .string(interactionHandle)])
  }

  /// Submits a form's members with the state handle of the page.
  mutating func post(_ path: String, _ members: JSON) throws {
    var body = try #require(members.object)
    body["stateHandle"] = .string(page.stateHandle)
    last = try org.json("/idp/idx/" + path, .object(body))
  }

  mutating func identify(_ login: String = "jane@example.com") throws {
    try post("identify", ["identifier": .string(login)])
  }

  mutating func passcode(_ code: String) throws {
    try post("challenge/answer", ["credentials": ["passcode": .string(code)]])
  }

  /// Chooses an authenticator like a client: by the values of its option.
  mutating func choose(_ label: String, onlyID: Bool = false) throws {
    var chosen: JSONObject = [:]
    for field in page.option(label) where field["value"] != nil {
      if onlyID, field["name"] != "id" { continue }
      chosen[field["name"]?.string ?? ""] = field["value"]
    }
    try #require(!chosen.members.isEmpty)
    try post("challenge", ["authenticator": .object(chosen)])
  }

  /// The latest code, from the page that shows the inbox.
  func code() throws -> String {
    let html = try org.get("/").text
    let start = try #require(html.firstRange(of: "data-copy=\"")).upperBound
    return String(html[start...].prefix { $0 != "\"" })
  }

  /// Password, then a code by email.
  mutating func signIn() throws {
    try identify()
    try passcode("Correct-Horse-1")
    try choose("Email")
    try passcode(try code())
  }

  var interactionCode: String {
    let fields = last.json["successWithInteractionCode"]?["value"]?.array ?? []
    return fields.first { $0["name"] == "interaction_code" }?["value"]?.string ?? ""
  }

  /// The parameters that redeem the interaction code.
  var redemption: String {
    "grant_type=interaction_code&client_id=0oaapp&interaction_code=\(interactionCode)"
      + "&code_verifier=\(SocketSignIn.verifier)"
  }

  func tokens() throws -> RawAnswer {
    try org.form("/oauth2/default/v1/token", redemption)
  }

  /// The header and the claims of an ID token.
  static func parts(of token: String) throws -> (header: JSON, claims: JSON) {
    let parts = token.split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    func part(_ index: Int) throws -> JSON {
      try JSON(parsing: try #require(Base64URL.decode(parts[index])))
    }
    return (try part(0), try part(1))
  }
}

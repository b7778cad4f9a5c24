import FlowCrypto
import FlowEngine
import NextAuthSimulator
import FlowHTTP
import Testing
import TestSupport
import SimulatorKit

/// A client of a simulated nextAuth that uses JSON and the wire, and none of the org's own types.
final class NextAuthClient {
  let server: NextAuthServer
  let clock = ManualClock(now: .seconds(1_800_000_000))
  var status = 0

  /// The org from the text of its settings, which must be valid.
  static func org(_ settings: String) throws -> NextAuthOrg {
    let (org, problems) = NextAuthOrg.build(name: "bank", settings: SettingText.parse(settings))
    #expect(problems == [])
    return try #require(org)
  }

  init(_ settings: String = "", seed: UInt64 = 1) throws {
    server = NextAuthServer(try NextAuthClient.org(settings), clock: clock, seed: seed)
  }

  // MARK: Requests

  static func request(_ path: String, _ body: HTTPBody) -> HTTPRequest {
    HTTPRequest(
      .post, HTTPURL(scheme: .https, host: "nextauth.flow.invalid", path: path), body: body)
  }

  /// Sends a request, and reads the answer, whatever it is.
  @discardableResult
  func post(_ path: String, _ body: JSON = [:]) -> JSON {
    let response = server.answer(Self.request(path, .json(body)))
    status = response.status
    guard case .json(let json) = response.body else { return .null }
    return json
  }

  /// Sends a request that must be answered.
  @discardableResult
  func ask(
    _ path: String, _ body: JSON = [:], _ location: SourceLocation = #_sourceLocation
  ) -> JSON {
    let json = post(path, body)
    #expect(status == 200, "\(json)", sourceLocation: location)
    return json
  }

  /// Sends a request that must be refused: returns the status, the word, and the code if there is
  /// one.
  func refusal(_ path: String, _ body: JSON = [:]) -> String {
    let json = post(path, body)
    let code = json["code"]?.integer.map { " \($0)" } ?? ""
    return "\(status) \(json["error"]?.string ?? "-")\(code)"
  }

  // MARK: Offers

  /// Parses a binary QR code: its kind, and the payload.
  static func decode(_ bytes: [UInt8]) throws -> (kind: UInt8, payload: JSON) {
    try #require(bytes.count > 9)
    #expect(Array(bytes[..<4]) == [0x4E, 0x58, 0x51, 0x31])
    let covered = Array(bytes.dropLast(4))
    #expect(Array(bytes.suffix(4)) == Array(SHA256.hash(covered)[..<4]))
    return (bytes[4], try JSON(parsing: Array(covered[5...])))
  }

  /// The payload of a QR code with parameters.
  func offer(_ kind: String = "login", _ parameters: JSON = [:]) throws -> JSON {
    var body: JSONObject = parameters.object ?? [:]
    body["kind"] = .string(kind)
    let text = try #require(ask("/outside/qr", .object(body))["text"]?.string)
    return try Self.decode(#require(Base64URL.decode(text))).payload
  }

  /// The request for a server's parameters with a payload.
  static func info(_ payload: JSON) -> JSON {
    var body: JSONObject = [:]
    for name in ["server", "nonce", "kind"] { body[name] = payload[name] ?? .null }
    return .object(body)
  }

  /// Begins a session, and returns its payload.
  @discardableResult
  func begin(_ kind: String = "login", _ parameters: JSON = [:]) throws -> JSON {
    let payload = try offer(kind, parameters)
    ask("/sdk/server-info", Self.info(payload))
    return payload
  }

  /// Begins an AppLogin with its own nonce.
  func beginAppLogin(server: String = "bank.example", byte: UInt8 = 7) -> JSON {
    let nonce = Base64URL.encode(Array(repeating: byte, count: 16))
    let payload: JSON = ["server": .string(server), "nonce": .string(nonce), "kind": "login"]
    ask("/sdk/server-info", payload)
    return payload
  }

  // MARK: Sessions

  /// Gives a PIN, or the biometric if the PIN is `nil`.
  func factor(
    _ payload: JSON, pin: String? = nil, context: String = "VERIFY", biometric: Bool? = nil
  ) -> JSON {
    var body: JSONObject = [
      "nonce": payload["nonce"] ?? .null, "context": .string(context),
    ]
    body["pin"] = pin.map { .string($0) }
    if biometric ?? (pin == nil) { body["biometric"] = true }
    return .object(body)
  }

  /// The event, and the remaining attempts if they are reported.
  func verify(
    _ payload: JSON, pin: String? = nil, context: String = "VERIFY", biometric: Bool? = nil
  ) -> String {
    let json = ask(
      "/sdk/second-factor",
      factor(payload, pin: pin, context: context, biometric: biometric))
    let left = json["remaining"]?.integer.map { " \($0)" } ?? ""
    return (json["event"]?.string ?? "-") + left
  }

  /// The request for the login of a session.
  static func loginBody(
    _ payload: JSON, account: String? = nil, appLogin: Bool = false, input: String? = nil,
    name: String? = nil
  ) -> JSON {
    var body = info(payload).object ?? [:]
    body["account"] = account.map { .string($0) }
    body["name"] = name.map { .string($0) }
    body["userInput"] = input.map { .string($0) }
    body["appLogin"] = .bool(appLogin)
    return .object(body)
  }

  /// The result of a login: `ok`, `later`, or its error code.
  func login(
    _ payload: JSON, account: String? = nil, appLogin: Bool = false, input: String? = nil,
    name: String? = nil
  ) -> String {
    Self.result(
      ask(
        "/sdk/login",
        Self.loginBody(payload, account: account, appLogin: appLogin, input: input, name: name)))
  }

  static func result(_ json: JSON) -> String {
    json["code"]?.integer.map(String.init) ?? json["result"]?.string ?? "-"
  }

  /// The id of an account on the device, by its name.
  func account(_ name: String) -> String? {
    accounts.first { $0["name"]?.string == name }?["id"]?.string
  }

  var accounts: [JSON] { ask("/sdk/device")["accounts"]?.array ?? [] }

  var names: [String] { accounts.compactMap { $0["name"]?.string } }

  /// The events that haven't been reported yet.
  var events: [JSON] { ask("/sdk/events")["events"]?.array ?? [] }

  /// The registered factors of the device.
  var factors: JSON { ask("/sdk/device")["factors"] ?? .null }

  /// A whole login with a PIN; returns the payload.
  @discardableResult
  func logIn(_ name: String, pin: String? = "1234", _ parameters: JSON = [:]) throws -> JSON {
    let payload = try begin("login", parameters)
    if let pin { #expect(verify(payload, pin: pin) == "SUCCESS") }
    #expect(login(payload, account: account(name)) == "ok")
    return payload
  }
}

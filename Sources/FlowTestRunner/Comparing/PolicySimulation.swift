import FlowEngine
import FlowHTTP
import FlowHost
import FlowTerminal
import FlowText

/// A client for a real org's management API, which reports the rules that apply to a sign-in.
///
/// The token is sent only to the origin of the issuer. Each user and each zone is looked up only
/// once.
actor PolicySimulation {
  /// A sign-in to simulate: the user, the app and the circumstances.
  struct Question: Sendable {
    var login: String
    var client: String
    /// The circumstances that the flow declares, as header fields for a simulated org.
    var circumstances: [HTTPHeaders.Field] = []

    fileprivate func value(_ name: String) -> String? {
      circumstances.first { $0.name == "X-Flow-" + name }?.value
    }
  }

  private let token: APIToken
  private let transport: any Transport
  /// The ids that were looked up, by origin and by the name of the user or the zone.
  private var users: [String: String] = [:]
  private var zones: [String: [String: String]] = [:]

  /// The types of policies that are evaluated.
  static let accessPolicy = "ACCESS_POLICY"
  static let signOnPolicy = "OKTA_SIGN_ON"
  /// The timeout of a request.
  private static let timeout = Duration.seconds(20)
  /// The maximum number of zones in a list, which is the limit of an org.
  private static let zonesMax = 200
  /// The maximum length of a quoted text of the server, in characters.
  private static let textMax = 300

  init(_ token: APIToken, transport: any Transport) {
    self.token = token
    self.transport = transport
  }

  /// Asks the org which rules apply to a sign-in.
  ///
  /// - Parameters:
  ///   - question: The sign-in to simulate.
  ///   - issuer: An issuer of the org.
  /// - Returns: The whole answer, an object or an array; `nil` if the org doesn't have the user.
  /// - Throws: `EngineFailure`, with status 401 if the token is refused.
  func answer(_ question: Question, at issuer: HTTPURL) async throws(EngineFailure) -> JSON? {
    guard let user = try await id(ofUser: question.login, at: issuer) else { return nil }
    var context: JSONObject = ["user": ["id": .string(user)]]
    context["ip"] = question.value("IP").map { .string($0) }
    context["risk"] = question.value("Risk").map { ["level": .string($0.uppercased())] }
    if let names = question.value("Zone") {
      context["zones"] = ["ids": .array(try await ids(ofZones: names, at: issuer))]
    }
    context["device"] = PolicySimulation.device(question)
    let body: JSON = [
      "appInstance": .string(question.client),
      "policyTypes": [.string(Self.accessPolicy), .string(Self.signOnPolicy)],
      "policyContext": .object(context),
    ]
    let answer = try await ask(
      issuer, "policies/simulate", query: "expand=EVALUATED&expand=RULE", body,
      as: "the policy simulation")
    guard answer["evaluation"]?.array != nil || answer.array != nil else {
      throw Self.nonsense("the policy simulation", "it has no `evaluation`")
    }
    return answer
  }

  private static func device(_ question: Question) -> JSON? {
    var device: JSONObject = [:]
    if let state = question.value("Device") {
      device["registered"] = .bool(state != "unregistered")
      device["managed"] = .bool(state == "managed")
    }
    device["platform"] = question.value("Platform").map { .string($0.uppercased()) }
    return device.members.isEmpty ? nil : .object(device)
  }

  // MARK: Ids

  private func id(ofUser login: String, at issuer: HTTPURL) async throws(EngineFailure) -> String? {
    let key = "\(issuer.origin) \(login)"
    if let known = users[key] { return known }
    // A space must be `%20` in a path. A `+` in the login is already encoded here.
    let encoded = FormEncoding.encode([FormPair("", login)]).dropFirst()
      .split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20")
    guard !login.isEmpty, login != ".", login != ".." else { return nil }
    let user: JSON
    do throws(EngineFailure) {
      user = try await ask(issuer, "users/\(encoded)", query: nil, as: "the look-up of the user")
    } catch {
      // A proxy can also answer with 404, so the answer must have the org's error code.
      guard error.status == 404, error.refusal != nil else { throw error }
      return nil
    }
    guard let id = user["id"]?.string else {
      throw Self.nonsense("the look-up of the user", "it has no `id`")
    }
    users[key] = id
    return id
  }

  private func ids(ofZones names: String, at issuer: HTTPURL) async throws(EngineFailure) -> [JSON]
  {
    if zones[issuer.origin] == nil {
      let answer = try await ask(
        issuer, "zones", query: "limit=\(Self.zonesMax)", as: "the look-up of network zones")
      guard let list = answer.array else {
        throw Self.nonsense("the look-up of network zones", "it isn't a list")
      }
      var ids: [String: String] = [:]
      for zone in list {
        if let name = zone["name"]?.string, let id = zone["id"]?.string { ids[name] = id }
      }
      zones[issuer.origin] = ids
    }
    var ids: [JSON] = []
    for part in names.split(separator: ",") {
      let name = String(part.trimmed)
      guard let id = zones[issuer.origin]?[name] else {
        throw EngineFailure(
          .refused, "the org doesn't have the network zone `\(DisplayText.line(name))`",
          help: "give the zones of the simulated org the names of the real one's")
      }
      ids.append(.string(id))
    }
    return ids
  }

  // MARK: Asking

  private func ask(
    _ issuer: HTTPURL, _ name: String, query: String?, _ body: JSON? = nil, as what: String
  ) async throws(EngineFailure) -> JSON {
    var headers: HTTPHeaders = [
      "Accept": "application/json", "Authorization": token.authorization.reveal(),
    ]
    if body != nil { headers["Content-Type"] = "application/json" }
    let request = HTTPRequest(
      body == nil ? .get : .post, issuer.replacing(path: "/api/v1/\(name)", query: query),
      headers: headers, body: body.map { .json($0) } ?? .none, timeout: Self.timeout)
    let response: HTTPResponse
    do throws(TransportFailure) { response = try await transport.send(request) } catch {
      throw EngineFailure(
        error == .cancelled ? .cancelled : .unreachable,
        "\(what) at \(issuer.host) got no answer: \(error.reason)")
    }
    let content = Self.content(of: response)
    guard response.status != 200 else {
      guard let content else { throw Self.nonsense(what, "it isn't JSON") }
      return content
    }
    throw Self.refusal(response.status, content, what)
  }

  private static func content(of response: HTTPResponse) -> JSON? {
    switch response.body {
    case .json(let json): json
    case .bytes(let bytes): try? JSON(parsing: bytes)
    case .none, .form: nil
    }
  }

  private static func nonsense(_ what: String, _ why: String) -> EngineFailure {
    EngineFailure(
      .malformed, "the org's answer to \(what) can't be understood: \(why)",
      help: "check that the issuer's host is an Okta org, not a proxy")
  }

  /// Returns the failure for an answer with an error status.
  private static func refusal(_ status: Int, _ content: JSON?, _ what: String) -> EngineFailure {
    let code = content?["errorCode"]?.string
    let causes = content?["errorCauses"]?.array?.compactMap { $0["errorSummary"]?.string } ?? []
    let said = ([content?["errorSummary"]?.string].compactMap { $0 } + causes)
      .joined(separator: "; ").prefix(textMax)
    let words = said.isEmpty ? "" : ": " + said
    let numbers = ["HTTP \(status)", code.map { String($0.prefix(20)) }].compactMap { $0 }
    let verb = status >= 500 ? "fails at" : "refuses"
    let message = DisplayText.line(
      "the org \(verb) \(what) (\(numbers.joined(separator: ", ")))\(words)")
    let help: String? =
      switch status {
      case 403:
        "the token's owner must be an administrator with access to policies, users and zones"
      case 400 where code == "E0000001":
        "check that the user is assigned to the app, and that the client id is correct"
      default: nil
      }
    return EngineFailure(
      status == 429 ? .limited : .refused, message, help: help, status: status,
      refusal: code.map { Message(.error, String(said), key: $0) })
  }
}

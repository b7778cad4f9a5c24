import FlowEngine
import OktaSimulator
import FlowHTTP

/// The interface with which programs control a served org: JSON over HTTP.
///
/// It is for tests of an app's user interface, and for scripts with only curl. Pages of other
/// origins have no access. A browser sends a page's origin with a request, and a form can't send
/// the requests that change something.
struct DrivingInterface: Sendable {
  /// The path of the interface's description, with which the other paths begin.
  static let root = "/flow/api"
  /// The maximum size of a request's body in bytes.
  private static let bodyBytesMax = 64 << 10

  private let control: OrgControl
  private let key: Secret?

  /// Creates the interface.
  ///
  /// - Parameters:
  ///   - control: The control of the org.
  ///   - key: The key that programs must send; `nil` if none is required.
  init(_ control: OrgControl, key: Secret?) {
    self.control = control
    self.key = key
  }

  /// Answers a request to the interface; `nil` for any other request.
  func answer(_ request: HTTPRequest, _ org: Org) -> HTTPResponse? {
    let path = request.url.path
    let isOwn = path == DrivingInterface.root || path.hasPrefix(DrivingInterface.root + "/")
    let matches = DrivingRoute.all.compactMap { route in
      route.parameters(in: path).map { (route: route, parameters: $0) }
    }
    guard isOwn || !matches.isEmpty else { return nil }
    do throws(HTTPRefusal) {
      try checkCaller(request)
      let method = request.method == .head ? .get : request.method
      guard !matches.isEmpty else { throw .notFound("nothing is at \(path.prefix(100))") }
      guard let match = matches.first(where: { $0.route.method == method }) else {
        throw .wrongMethod(matches.map(\.route.method))
      }
      let call = DrivingCall(
        control: control, org: org, needsKey: key != nil, parameters: match.parameters,
        query: try query(of: request, match.route), body: try body(of: request, match.route))
      return DrivingInterface.response(try match.route.run(call))
    } catch {
      return DrivingInterface.response(error)
    }
  }

  // MARK: Access

  private func checkCaller(_ request: HTTPRequest) throws(HTTPRefusal) {
    guard CrossOrigin.isOwn(request) else {
      throw HTTPRefusal(403, "pages of other origins have no access to this org")
    }
    guard let key else { return }
    let words = (request.headers["Authorization"] ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer",
      key.isSame(as: words[1])
    else { throw .withoutKey }
  }

  // MARK: Requests

  private func query(
    of request: HTTPRequest, _ route: DrivingRoute
  ) throws(HTTPRefusal) -> [FormPair] {
    guard let pairs = FormEncoding.decode(Array((request.url.query ?? "").utf8)) else {
      throw .bad("the query isn't UTF-8")
    }
    for pair in pairs where !route.isLenient && !route.query.contains(pair.name) {
      throw .unknown("parameter", pair.name, among: route.query)
    }
    return pairs
  }

  /// Returns the members of a request's body; empty if the route needs no body and there is none.
  private func body(
    of request: HTTPRequest, _ route: DrivingRoute
  ) throws(HTTPRefusal) -> JSONObject {
    let bytes = request.body.onWire.bytes
    guard request.method != .get, request.method != .head else { return [:] }
    // A page's form can't send this content type (Fetch, section 2.2.2). A form can send a request
    // without a body, but not as DELETE.
    guard bytes.isEmpty && request.method == .delete || hasJSONType(request) else {
      throw HTTPRefusal(
        415, "this requires `Content-Type: application/json`, and a JSON object as its body")
    }
    guard bytes.count <= DrivingInterface.bodyBytesMax else {
      throw HTTPRefusal(413, "the body has more than \(DrivingInterface.bodyBytesMax) bytes")
    }
    guard !bytes.isEmpty else { return [:] }
    let json: JSON
    do throws(JSONFailure) { json = try JSON(parsing: bytes) } catch {
      throw .bad("the body isn't JSON: \(error)")
    }
    guard let object = json.object else { throw .bad("the body isn't a JSON object") }
    let names = route.body.members.map(\.name)
    for member in object.members where !route.isLenient && !names.contains(member.name) {
      throw .unknown("member", member.name, among: names)
    }
    return object
  }

  private func hasJSONType(_ request: HTTPRequest) -> Bool {
    let type = request.headers["Content-Type"]?.split(separator: ";").first?
      .filter { $0 != " " }.lowercased()
    return type == "application/json"
  }

  // MARK: Answers

  private static func response(_ reply: DrivingReply) -> HTTPResponse {
    switch reply {
    case .json(let json, let status): response(status, json)
    case .text(let text):
      .init(
        status: 200, headers: headers("text/plain; charset=utf-8"),
        body: .bytes(Array(text.utf8)))
    }
  }

  private static func response(_ refusal: HTTPRefusal) -> HTTPResponse {
    let members = [JSONObject.Member("error", .string(refusal.message))] + refusal.details.members
    var response = response(refusal.status, .object(JSONObject(members: members)))
    response.headers.fields += refusal.headers
    return response
  }

  private static func response(_ status: Int, _ json: JSON) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers("application/json"), body: .json(json))
  }

  private static func headers(_ type: String) -> HTTPHeaders {
    [
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    ]
  }
}

import FlowHTTP
import SimulatorKit

/// Finds the endpoint of a request.
struct RequestRouter: TurnPart {
  let turn: Turn

  /// Finds the endpoint of a request, and returns the response of the endpoint.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let path = request.url.path
    if org.blockedZones != 0, isBlocked(request) {
      return .apiError(
        403, "E0000006", "You do not have permission to perform the requested action")
    }
    if path.hasPrefix(IDXEndpoint.root) {
      guard let endpoint = IDXEndpoint(path: path) else { return .notFound(path) }
      guard request.method == .post else { return .wrongMethod(allowed: [.post]) }
      let answer = idxRequests.answer(endpoint, request.body)
      // A client expects this content type when `introspect` is refused. Otherwise it doesn't read
      // the error page.
      let isRefusedIntrospection = endpoint == .introspect && answer.status >= 400
      return .json(
        answer.status, answer.json,
        type: isRefusedIntrospection ? Ion.errorMediaType : Ion.mediaType)
    }
    if path == Site.linkPath {
      guard request.method == .get else { return .wrongMethod(allowed: [.get]) }
      return mailLink.openLink(request)
    }
    if path == LoginPage.path {
      guard [.get, .post].contains(request.method) else {
        return .wrongMethod(allowed: [.get, .post])
      }
      return codeFlow.login(request)
    }
    guard let (server, rest) = authorizationServer(path) else { return .notFound(path) }
    if RequestRouter.discoveryPaths.contains(rest) {
      guard request.method == .get else { return .wrongMethod(allowed: [.get]) }
      return .json(200, org.site.discovery(server, algorithm: org.signingKey.algorithm)).cacheable
    }
    guard rest.hasPrefix("/v1/"),
      let endpoint = OAuthEndpoint(
        rawValue: String(decoding: rest.utf8.dropFirst(4), as: UTF8.self))
    else { return .notFound(path) }
    guard endpoint.methods.contains(request.method) else {
      return .wrongMethod(allowed: endpoint.methods)
    }
    return oauthRequests.answer(endpoint, of: server, request)
  }

  /// Whether the headers of a request state that it comes from a blocked zone.
  private func isBlocked(_ request: HTTPRequest) -> Bool {
    let said = try? ContextHeaders(request.headers, policy, app: org.appName)
    guard let said else { return false }
    return said.context.zones & org.blockedZones != 0
  }

  private static let discoveryPaths = [
    "/.well-known/openid-configuration", authorizationServerPath,
  ]
  private static let authorizationServerPath = "/.well-known/oauth-authorization-server"

  /// Returns the authorization server that a path belongs to, and the rest of the path; `nil` if
  /// there is none.
  private func authorizationServer(_ path: String) -> (AuthorizationServer, String)? {
    let custom = org.site.customPath
    if path.hasPrefix(custom) {
      let rest = String(decoding: path.utf8.dropFirst(custom.utf8.count), as: UTF8.self)
      if rest.hasPrefix("/") { return (.custom, rest) }
    }
    if RequestRouter.discoveryPaths.contains(path) { return (.org, path) }
    // In this address, the path of the issuer is after the well-known path (RFC 8414, section 3.1).
    if path == RequestRouter.authorizationServerPath + custom {
      return (.custom, RequestRouter.authorizationServerPath)
    }
    if path.hasPrefix("/oauth2/v1/") {
      return (.org, String(decoding: path.utf8.dropFirst("/oauth2".utf8.count), as: UTF8.self))
    }
    return nil
  }
}

extension HTTPResponse {
  static func notFound(_ path: String) -> HTTPResponse {
    apiError(404, "E0000007", "Not found: Resource not found: \(path.prefix(100)) (Endpoint)")
  }

  static func wrongMethod(allowed methods: [HTTPMethod]) -> HTTPResponse {
    var response = apiError(
      405, "E0000022", "The endpoint does not support the provided HTTP method")
    response.headers["Allow"] = methods.map(\.rawValue).joined(separator: ", ")
    return response
  }

  /// Returns an error in the format of the engine's management API.
  static func apiError(_ status: Int, _ code: String, _ text: String) -> HTTPResponse {
    .json(
      status,
      [
        "errorCode": .string(code), "errorSummary": .string(text), "errorLink": .string(code),
        "errorId": .string("oae" + code), "errorCauses": [],
      ])
  }
}

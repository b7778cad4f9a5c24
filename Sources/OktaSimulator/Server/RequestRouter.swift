import FlowHTTP
import SimulatorKit

/// Determines the endpoint of a request.
struct RequestRouter: TurnPart {
  let turn: Turn

  /// Finds the endpoint of a request and lets it answer.
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
      // One client requires this type to read the refusal of `introspect` as a page.
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
      return .json(200, org.site.discovery(server, algorithm: org.signingKey.algorithm))
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

  /// Whether a request comes from a blocked zone, according to its headers.
  private func isBlocked(_ request: HTTPRequest) -> Bool {
    guard let said = try? ContextHeaders(request.headers, policy) else { return false }
    return said.context.zones & org.blockedZones != 0
  }

  private static let discoveryPaths = [
    "/.well-known/openid-configuration", authorizationServerPath,
  ]
  private static let authorizationServerPath = "/.well-known/oauth-authorization-server"

  /// Returns the authorization server of a path, and the rest of the path.
  private func authorizationServer(_ path: String) -> (AuthorizationServer, String)? {
    let custom = org.site.customPath
    if path.hasPrefix(custom) {
      let rest = String(decoding: path.utf8.dropFirst(custom.utf8.count), as: UTF8.self)
      if rest.hasPrefix("/") { return (.custom, rest) }
    }
    if RequestRouter.discoveryPaths.contains(path) { return (.org, path) }
    // An issuer's own path follows the path of its document (RFC 8414, section 3.1).
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

  /// An error of the engine's management API, which has a form of its own.
  static func apiError(_ status: Int, _ code: String, _ text: String) -> HTTPResponse {
    .json(
      status,
      [
        "errorCode": .string(code), "errorSummary": .string(text), "errorLink": .string(code),
        "errorId": .string("oae" + code), "errorCauses": [],
      ])
  }
}

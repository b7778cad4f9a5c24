package import FlowEngine
package import FlowHTTP
import FlowText
import SimulatorKit

/// Answers read-only requests of the management API: lists with pages, for a token.
///
/// The API's answers describe the org as it is at the time of the request. Copies of the value
/// share the latest answers.
package struct ManagementAPI: Sendable {
  /// The path with which all addresses of the API begin.
  package static let root = "/api/v1/"

  /// The token that requests must have.
  private let token: Secret
  /// The maximum number of elements in a page, whatever a request asks for.
  private let pageMax: Int
  /// The latest answers.
  private let memo = ManagementMemo()

  /// Creates the API of an org.
  ///
  /// - Parameters:
  ///   - token: The token that requests must have.
  ///   - pageMax: The maximum number of elements in a page.
  package init(token: Secret, pageMax: Int = 200) {
    self.token = token
    self.pageMax = pageMax
  }

  /// Answers a request; `nil` for a request that isn't for this API.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - org: The org.
  ///   - state: The state of the org.
  ///   - now: The time since the start of 1970, UTC.
  ///   - isAuthorized: Whether the caller has checked another token of the request.
  /// - Returns: The response; `nil` if the path doesn't belong to the API.
  package func answer(
    _ request: HTTPRequest, _ org: Org, _ state: OrgState, now: Duration,
    isAuthorized: Bool = false
  ) -> HTTPResponse? {
    guard ManagementAPI.isOwn(request.url.path) else { return nil }
    guard isAuthorized || isAllowed(request) else {
      return .apiError(401, "E0000011", "Invalid token provided")
    }
    guard request.method == .get || request.method == .head else {
      return .wrongMethod(allowed: [.get])
    }
    let pairs = FormEncoding.decode(Array((request.url.query ?? "").utf8)) ?? []
    func value(_ name: String) -> String? { pairs.first { $0.name == name }?.value }
    var path = String(request.url.path.dropFirst(ManagementAPI.root.count))
    if path == "policies" {
      guard let type = value("type") else {
        return .apiError(400, "E0000001", "Api validation failed: type")
      }
      path += "?type=\(type)"
    }
    let export = memo.export(org, state, now: now)
    guard var elements = export.elements(of: path) else {
      return single(path, export) ?? .notFound(request.url.path)
    }
    if path == "users", let text = value("search") ?? value("filter") {
      guard let filter = UserFilter(text) else {
        return .apiError(400, "E0000031", "Invalid search criteria.")
      }
      elements = elements.filter(filter.accepts)
    }
    let limit = value("limit").flatMap(Int.init) ?? pageMax
    let size = min(limit > 0 ? limit : pageMax, pageMax)
    let first = min(value("after").flatMap(Int.init) ?? 0, elements.count)
    let end = min(first + size, elements.count)
    var response = HTTPResponse.json(200, .array(Array(elements[max(first, 0)..<end])))
    response.headers.fields.append(link("self", request.url.query, org, request.url.path))
    if end < elements.count {
      var next = pairs.filter { $0.name != "after" && $0.name != "limit" }
      next.append(FormPair("after", String(end)))
      next.append(FormPair("limit", String(size)))
      let query = FormEncoding.encode(next)
      response.headers.fields.append(link("next", query, org, request.url.path))
    }
    return response
  }

  /// Whether a path belongs to this API.
  ///
  /// Other programs, such as Mailpit, have paths that begin in the same way.
  package static func isOwn(_ path: String) -> Bool {
    guard path.hasPrefix(root) else { return false }
    let first = path.dropFirst(root.count).prefix { $0 != "/" }
    return objects.contains(String(first))
  }

  private static let objects = [
    "apps", "authenticators", "behaviors", "device-assurances", "groups", "idps", "meta",
    "policies",
    "users", "zones",
  ]

  private func isAllowed(_ request: HTTPRequest) -> Bool {
    let words = (request.headers["Authorization"] ?? "").split(separator: " ")
    guard words.count == 2, words[0] == "SSWS" else { return false }
    return token.isSame(as: words[1])
  }

  /// Returns one object of a list: `apps/ID`, `users/LOGIN`.
  private func single(_ path: String, _ export: ManagementExport) -> HTTPResponse? {
    var parts = path.split(separator: "/").map(String.init)
    guard parts.count == 2 else { return nil }
    let encoded = "x=" + parts[1].replacing("+", with: "%2B")
    parts[1] = FormEncoding.decode(Array(encoded.utf8))?.first?.value ?? parts[1]
    let lists =
      parts[0] == "policies"
      ? export.lists.filter { $0.path.hasPrefix("policies?") }.flatMap(\.elements)
      : export.elements(of: parts[0]) ?? []
    let found = lists.first { element in
      element["id"]?.string == parts[1]
        || element["profile"]?["login"]?.string?.lowercased() == parts[1].lowercased()
    }
    return found.map { .json(200, $0) }
  }

  private func link(
    _ relation: String, _ query: String?, _ org: Org, _ path: String
  ) -> HTTPHeaders.Field {
    let address = org.site.origin + path + (query.map { "?\($0)" } ?? "")
    return HTTPHeaders.Field("Link", "<\(address)>; rel=\"\(relation)\"")
  }
}

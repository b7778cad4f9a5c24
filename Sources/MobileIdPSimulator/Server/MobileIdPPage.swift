import FlowEngine
import FlowHTTP
import SimulatorKit

/// A page for a browser, as HTML or as JSON.
///
/// In JSON, `page` is `login`, `approval` or `error`:
///
/// - `login`: `host`, `action` (the target of the form), `fields`, `startURL` (to send back),
///   `username` (if it is known), `error` and `message` (the reason for showing it again). Without
///   `action` there is no next step: then `error` is `web_scope_missing` (rule K5).
/// - `approval`: `action`, `appName`, `scopes`, `username`, `pageToken` (to send as `page`),
///   `options` (`allow`, `deny`: to send as `decision`).
/// - `error`: `error`, `error_description`.
enum MobileIdPPage: Sendable, Hashable {
  case login(Login)
  case approval(Approval)
  case error(HTTPRefusal)

  /// A login page.
  struct Login: Sendable, Hashable {
    var username: String?
    /// The address after the login; `nil` if there is no next step.
    var startURL: String?
    /// The reason why the page is shown again, or why there is no next step.
    var error: HTTPRefusal?
  }

  /// A page on which a user approves an app's access to their data.
  struct Approval: Sendable, Hashable {
    /// The token that identifies the page.
    var page: Secret
    var appName: String
    var scopes: [String]
    var username: String
  }
}

extension MobileIdPPage {
  /// The HTTP status of the response.
  private var status: Int {
    if case .error(let error) = self { error.status } else { 200 }
  }

  /// The page as JSON, for programs.
  private func json(_ host: String) -> JSON {
    switch self {
    case .login(let login):
      var page: JSONObject = ["page": "login", "host": .string(host)]
      if let start = login.startURL {
        page["action"] = .string(MobileIdPEndpoint.login.rawValue)
        page["fields"] = ["username", "password"]
        page["startURL"] = .string(start)
      }
      page["username"] = login.username.map { .string($0) }
      page["error"] = login.error.map { .string($0.code) }
      page["message"] = login.error.map { .string($0.message) }
      return .object(page)
    case .approval(let approval):
      return [
        "page": "approval", "action": .string(MobileIdPEndpoint.approval.rawValue),
        "appName": .string(approval.appName),
        "scopes": .array(approval.scopes.map { .string($0) }),
        "username": .string(approval.username),
        "pageToken": .string(approval.page.reveal()), "options": ["allow", "deny"],
      ]
    case .error(let error):
      var page: JSONObject = ["page": "error"]
      page.members += error.oauthJSON.object?.members ?? []
      return .object(page)
    }
  }

  /// The page as HTML, for browsers.
  private var html: String {
    let text = MobileIdPPage.escaped
    switch self {
    case .login(let login):
      let message = login.error.map { "<p>\(text($0.message))</p>" } ?? ""
      guard let start = login.startURL else { return message }
      return """
        \(message)<form method="post" action="\(MobileIdPEndpoint.login.rawValue)">\
        <input type="hidden" name="startURL" value="\(text(start))">\
        <input name="username" value="\(text(login.username ?? ""))">\
        <input name="password" type="password"><button>Log In</button></form>
        """
    case .approval(let approval):
      return """
        <p>\(text(approval.appName)) asks \(text(approval.username)) for: \
        \(text(approval.scopes.joined(separator: ", ")))</p>\
        <form method="post" action="\(MobileIdPEndpoint.approval.rawValue)">\
        <input type="hidden" name="page" value="\(text(approval.page.reveal()))">\
        <button name="decision" value="allow">Allow</button>\
        <button name="decision" value="deny">Deny</button></form>
        """
    case .error(let error): return "<p>\(text(error.code)): \(text(error.message))</p>"
    }
  }

  /// A text escaped for HTML, including attributes.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The page in the requested format: JSON if `Accept` contains it, otherwise HTML.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - host: The login host of the request.
  /// - Returns: The response, which must not be cached.
  func response(to request: HTTPRequest, at host: String) -> HTTPResponse {
    var response: HTTPResponse
    if request.headers["Accept"]?.lowercased().contains("application/json") ?? false {
      response = .json(status, json(host))
    } else {
      let document = "<!DOCTYPE html><meta charset=\"utf-8\"><title>Simulated login</title>\(html)"
      response = HTTPResponse(
        status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
        body: .bytes(Array(document.utf8)))
    }
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}

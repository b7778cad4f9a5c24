import FlowHTTP

/// Handwritten responses of a server.
enum Answer {
  static func json(_ status: Int, _ json: JSON) -> HTTPResponse {
    HTTPResponse(status: status, body: .json(json))
  }

  static func redirect(_ location: String) -> HTTPResponse {
    HTTPResponse(
      status: 302,
      headers: ["Location": location, "Set-Cookie": "sid=cookie-of-the-session; Path=/"])
  }

  static func tokens(
    _ user: String = Known.ada, access: String = "access-1", refresh: String? = "refresh-1"
  ) -> HTTPResponse {
    var body: JSONObject = [
      "access_token": .string(access), "scope": "api web refresh_token",
      "id": .string("https://login.salesforce.com/id/\(Known.org)/\(user)"),
    ]
    body["refresh_token"] = refresh.map { .string($0) }
    return json(200, .object(body))
  }

  static func refusal(_ code: String, _ text: String = "") -> HTTPResponse {
    json(400, ["error": .string(code), "error_description": .string(text)])
  }

  static let loginPage = json(
    200, ["page": "login", "startURL": "/services/oauth2/authorize?x=1", "fields": ["username"]])
  static let loginAgain = json(
    200,
    [
      "page": "login", "startURL": "/services/oauth2/authorize?x=1", "error": "invalid_login",
      "message": "Please check your username and password.",
    ])
  static let approvalPage = json(
    200,
    [
      "page": "approval", "appName": "Sample App", "scopes": ["api", "web"],
      "username": "ada@acme.test", "pageToken": "page-1",
    ])
  static let noWebScope = json(
    200, ["page": "login", "error": "web_scope_missing", "message": "the scope is missing"])
  static let bridge = json(
    200, ["frontdoor_uri": "https://login.salesforce.com/secur/frontdoor.jsp?otp=one-time"])
  static let toAuthorize = redirect("https://login.salesforce.com/services/oauth2/authorize?x=1")
  static let toLoginError = redirect("https://login.salesforce.com/login?error=web_scope_missing")
  static let expired = json(401, [["errorCode": "INVALID_SESSION_ID"]])
  static let code = redirect("sampleapp://oauth2/done?code=code-1")
  static let denied = redirect(
    "sampleapp://oauth2/done?error=access_denied&error_description=end-user%20denied")
  static let ownCode = redirect("sampleidpapp://oauth2/done?code=own-code")
}

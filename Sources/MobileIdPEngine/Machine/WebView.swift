import FlowEngine
import FlowHTTP

/// An app's web view at an authorization server: its page and its next address.
///
/// The web view follows redirects within its first server, and ends at the client's callback. It
/// requires the exact callback (section 12); the SDK accepts the callback as a prefix in any case.
public struct WebView: Sendable, Hashable {
  /// The host of the authorization server.
  let host: LoginHost
  /// The client's callback, at which the web view ends.
  let callback: CallbackURI
  private var cookies = CookieJar()
  /// The current address, wrapped because the bridge's address contains a one-time secret.
  private var visited: WebAddress
  private var hops = 0
  /// The token that identifies the current approval page.
  private(set) var page: Secret?

  /// The maximum number of consecutive redirects; from the bridge to a code there are four.
  static let hopsMax = 10

  /// The web view's state after a server's answer.
  enum Outcome {
    /// The web view continues with another request.
    case next(EndpointCall)
    /// A user must log in; the answer has a message after a failed login.
    case login(username: String?, error: String?, message: String?, leadsOn: Bool)
    /// A user must approve something.
    case approval(appName: String, scopes: [String], username: String)
    /// The web view has arrived at the callback with a code.
    case code(Secret)
    case refused(OAuthRefusal)
    /// The web view has arrived at the callback without code or error.
    ///
    /// The server refused the session (`ec=301`, `302`).
    case sessionRefused
  }

  init(_ host: LoginHost, callback: CallbackURI) {
    self.host = host
    self.callback = callback
    visited = WebAddress(HTTPURL(scheme: .https, host: host.name, path: "/"))
  }

  /// The path and query of the authorize endpoint (section 7.1).
  static func target(
    clientID: String, callback: CallbackURI, challenge: CodeChallenge, scopes: ScopeList,
    username: String? = nil, deviceID: String? = nil
  ) -> String {
    var pairs = [
      FormPair("response_type", "code"), FormPair("client_id", clientID),
      FormPair("redirect_uri", callback.text), FormPair("code_challenge", challenge.text),
      FormPair("display", "touch"),
    ]
    if let deviceID { pairs.append(FormPair("device_id", deviceID)) }
    if !scopes.names.isEmpty { pairs.append(FormPair("scope", scopes.serverText)) }
    if let username { pairs.append(FormPair("login_hint", username)) }
    return "\(EndpointPath.authorize)?\(FormEncoding.encode(pairs))"
  }

  /// Opens a path of the server; `nil` if the path isn't valid in a URL.
  mutating func open(target: String) -> EndpointCall? {
    HTTPURL("https://\(host.name)\(target)").map { call(.browse(WebAddress($0))) }
  }

  /// Opens an address that the bridge returned; `nil` if it belongs to another server.
  mutating func open(_ text: String) -> EndpointCall? {
    guard let url = HTTPURL(text), url.isSameOrigin(as: visited.url) else { return nil }
    return call(.browse(WebAddress(url)))
  }

  mutating func logIn(username: String, _ credential: EndpointCall.Credential) -> EndpointCall {
    hops = 0
    return call(
      .logIn(username: username, credential: credential, startURL: page ?? Secret("/")))
  }

  mutating func decide(_ isAllowed: Bool) -> EndpointCall {
    hops = 0
    return call(.decide(isAllowed: isAllowed, page: page ?? Secret("")))
  }

  private mutating func call(_ kind: EndpointCall.Kind) -> EndpointCall {
    var call = EndpointCall(host, kind)
    visited = WebAddress(call.url)
    // A web view exists only for one sign-in, so it leaves the expiration of cookies to the server.
    call.cookies = cookies.header(for: call.url, now: .zero).map(Secret.init)
    return call
  }

  mutating func take(_ response: HTTPResponse) -> Outcome {
    cookies.store(from: response, of: visited.url, now: .zero)
    if (300..<400).contains(response.status) {
      return follow(response.headers["Location"] ?? "")
    }
    guard let json = TokenAnswer.json(response) else { return .refused(.malformed) }
    switch json["page"]?.string {
    case "login":
      let start = json["startURL"]?.string
      page = start.map(Secret.init)
      return .login(
        username: json["username"]?.string, error: json["error"]?.string,
        message: json["message"]?.string, leadsOn: start != nil)
    case "approval":
      page = Secret(json["pageToken"]?.string ?? "")
      return .approval(
        appName: json["appName"]?.string ?? "",
        scopes: (json["scopes"]?.array ?? []).compactMap(\.string),
        username: json["username"]?.string ?? "")
    default:
      return .refused(
        OAuthRefusal(
          json["error"]?.string ?? "server_error", json["error_description"]?.string ?? ""))
    }
  }

  private mutating func follow(_ location: String) -> Outcome {
    if let pairs = callbackPairs(location) {
      if let code = pairs.first(where: { $0.name == "code" })?.value, !code.isEmpty {
        return .code(Secret(code))
      }
      guard let error = pairs.first(where: { $0.name == "error" })?.value else {
        return .sessionRefused
      }
      let text = pairs.first { $0.name == "error_description" }?.value
      return .refused(OAuthRefusal(error, text ?? ""))
    }
    hops += 1
    let text = location.hasPrefix("/") ? visited.url.origin + location : location
    guard hops <= WebView.hopsMax, let next = open(text) else { return .refused(.malformed) }
    return .next(next)
  }

  /// The parameters in the query or fragment of the callback; `nil` if the address isn't the
  /// callback.
  private func callbackPairs(_ location: String) -> [FormPair]? {
    let bytes = Array(location.utf8)
    guard bytes.count <= MessageLimits.urlBytes, bytes.starts(with: callback.text.utf8) else {
      return nil
    }
    let rest = bytes.dropFirst(callback.text.utf8.count)
    guard let mark = rest.first else { return [] }
    guard "?#&".utf8.contains(mark) else { return nil }
    return FormEncoding.decode(Array(rest.dropFirst()))
  }
}

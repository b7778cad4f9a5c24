import FlowEngine
import FlowSignIn
import FlowHTTP
import MobileIdPEngine
import FlowLock

/// A device with an identity provider's app outside the run, which answers requests as specified.
final class StandInProvider: AppOpener {
  /// The provider's action for a request.
  typealias Answer = @Sendable (AuthRequest) -> [String]

  private let links = Mutex<AppLinks?>(nil)
  private let seen = Mutex<[String]>([])
  private let isInstalled: Bool
  private let answer: Answer

  init(isInstalled: Bool = true, answer: @escaping Answer) {
    self.isInstalled = isInstalled
    self.answer = answer
  }

  /// Every URL that was opened.
  var opened: [String] { seen.withLock { $0 } }

  func answer(by links: AppLinks) { self.links.withLock { $0 = links } }

  func canOpen(_ url: String) async -> Bool { isInstalled }

  func open(_ url: String) async -> Bool {
    seen.withLock { $0.append(url) }
    guard isInstalled else { return false }
    if case .authRequest(let request)? = try? AppMessage(MessageURL(url)) {
      for url in answer(request) { links.withLock { $0 }?.receive(url) }
    }
    return true
  }

  /// An answer with a code, as a provider that follows the documents writes it.
  static func response(_ request: AuthRequest, code: String = "code-1", state: String? = nil)
    -> String
  {
    "sampleapp://oauth2/v1.0/authresponse?code=\(code)&state="
      + (state ?? request.state?.reveal() ?? "")
      + "&login_host=\(request.loginHost?.name ?? "login.salesforce.com")"
  }
}

/// A browser that arrives at a given address.
final class StandInBrowser: AppBrowser {
  private let seen = Mutex<[String]>([])
  private let arrive: @Sendable (_ address: String, _ callback: String) -> String?

  init(_ arrive: @escaping @Sendable (_ address: String, _ callback: String) -> String?) {
    self.arrive = arrive
  }

  /// Every address that was shown.
  var shown: [String] { seen.withLock { $0 } }

  func show(_ address: String, until callback: String) async -> String? {
    seen.withLock { $0.append(address) }
    return arrive(address, callback)
  }
}

/// The part of an authorization server without pages: tokens, and the bridge.
final class StandInServer: Transport {
  private struct State {
    var challenges: [String: String] = [:]
    var lines: [String] = []
  }

  private let state = Mutex(State())

  /// The requests, in order.
  var lines: [String] { state.withLock { $0.lines } }

  /// Makes a code valid with the verifier of a challenge.
  func give(_ code: String, for challenge: String) {
    state.withLock { $0.challenges[code] = challenge }
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    state.withLock { $0.lines.append("\(request.method.rawValue) \(request.url.path)") }
    guard case .form(let pairs) = request.body else {
      return HTTPResponse(status: 200, body: .bytes(Array("<html>a page</html>".utf8)))
    }
    let form = Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    if request.url.path.hasSuffix("/singleaccess") {
      guard request.headers["Authorization"] == "Bearer idp-access" else {
        return HTTPResponse(status: 401)
      }
      return HTTPResponse(
        status: 200,
        body: .json(["frontdoor_uri": "https://login.salesforce.com/secur/frontdoor.jsp?otp=1"]))
    }
    guard form["refresh_token"] == "old-refresh" || redeems(form) else {
      return HTTPResponse(
        status: 400,
        body: .json(["error": "invalid_grant", "error_description": "invalid code verifier"]))
    }
    return HTTPResponse(
      status: 200,
      body: .json([
        "access_token": form["client_id"] == "IDP_KEY" ? "idp-access" : "access-1",
        "refresh_token": "refresh-1", "token_type": "Bearer", "scope": "api web",
        "id": "https://login.salesforce.com/id/00D000000000001EAA/005000000000001AAA",
      ]))
  }

  /// Whether a form has a code and the verifier of its challenge, which is then used up.
  private func redeems(_ form: [String: String]) -> Bool {
    let challenge = state.withLock { $0.challenges.removeValue(forKey: form["code"] ?? "") }
    let verifier = form["code_verifier"].flatMap { CodeVerifier($0) }
    return verifier.map { $0.challenge.text == challenge } ?? false
  }

  /// The value of a parameter of an authorize address.
  static func parameter(_ name: String, of address: String) -> String? {
    guard let url = HTTPURL(address) else { return nil }
    return FormEncoding.decode(Array((url.query ?? "").utf8))?.first { $0.name == name }?.value
  }
}

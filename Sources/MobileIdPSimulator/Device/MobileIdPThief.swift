import FlowEngine
public import FlowHTTP
public import SimulatorKit

/// A hostile app on the device, which receives URLs for another app and tries typical attacks.
///
/// The thief doesn't read messages in URLs. It has the public data of the app whose scheme it has
/// registered, and the address of the token endpoint. It doesn't have the verifier of another app's
/// request (section 12).
public struct MobileIdPThief: Sendable {
  /// The verifier that the thief uses: the example of RFC 7636, appendix B.
  ///
  /// A script can send a request with the challenge of that appendix.
  public static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  private let app: MobileIdPOrg.App
  private let org: MobileIdPOrg

  /// Makes the app with a name; `nil` if the org has no hostile app of this name.
  public init?(_ name: String, of org: MobileIdPOrg) {
    guard let app = org.app(named: name), app.role == .hostile else { return nil }
    self.app = app
    self.org = org
  }

  /// The token requests that the thief sends after it received a URL with a code.
  ///
  /// The first has no verifier, the second has the thief's own verifier, and the third has an empty
  /// one.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The requests, in order; empty if the URL doesn't contain a code.
  public func tries(with url: String) -> [HTTPRequest] {
    let query = url.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    guard query.utf8.count <= MobileIdPLimits.form,
      let pairs = FormEncoding.decode(Array(query.utf8)),
      let code = pairs.last(where: { $0.name == "code" })?.value, !code.isEmpty
    else { return [] }
    let named = pairs.last { $0.name == "login_host" }?.value.lowercased()
    let host = org.loginHosts.first { $0 == named } ?? org.inProcessAddress.host
    // Consumer keys and callbacks aren't secret, because every copy of an app contains them.
    let robbed = org.apps.first { $0.role == .client && $0.scheme == app.scheme } ?? app
    let form = [
      FormPair("grant_type", "authorization_code"), FormPair("code", code),
      FormPair("client_id", robbed.consumerKey), FormPair("redirect_uri", robbed.callback),
    ]
    let verifiers = [
      [], [FormPair("code_verifier", MobileIdPThief.verifier)], [FormPair("code_verifier", "")],
    ]
    let endpoint = HTTPURL(scheme: .https, host: host, path: MobileIdPEndpoint.token.rawValue)
    return verifiers.map { verifier in
      HTTPRequest(
        .post, endpoint, headers: ["Accept": "application/json"], body: .form(form + verifier))
    }
  }

  /// Sends all requests, and reports them.
  ///
  /// - Parameters:
  ///   - url: The URL that the thief received.
  ///   - server: The server to which the thief sends the requests.
  /// - Returns: A line for each request: the sender, the receiver, the request, and the status with
  ///   the error.
  public func receive(_ url: String, asking server: MobileIdPServer) -> [String] {
    tries(with: url).map { request in
      let response = server.answer(request)
      var error = ""
      if case .json(let json) = response.body, let code = json["error"]?.string {
        error = " \(code)"
      }
      return "\(app.name) -> \(request.url.host)  token \(response.status)\(error)"
    }
  }
}

import FlowEngine
public import FlowHTTP
public import SimulatorKit

/// A hostile app of the device: it gets a URL that isn't meant for it, and tries what thieves try.
///
/// It knows URLs as texts, what is public of the app whose scheme it claims, and the way to the
/// token endpoint; it lacks the verifier of a request that another app has made (section 12).
public struct MobileIdPThief: Sendable {
  /// The verifier that it has made itself: the example of RFC 7636, appendix B, so that a script can
  /// ask in its name with the challenge of that appendix.
  public static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  private let app: MobileIdPOrg.App
  private let org: MobileIdPOrg

  /// Makes the app of a name; `nil` if it is no hostile one of the org.
  public init?(_ name: String, of org: MobileIdPOrg) {
    guard let app = org.app(named: name), app.role == .hostile else { return nil }
    self.app = app
    self.org = org
  }

  /// What it asks once it is opened with a URL that has a code: without a verifier, with its own,
  /// and with an empty one.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The requests, in order; none if there is no code in it.
  public func tries(with url: String) -> [HTTPRequest] {
    let query = url.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    guard query.utf8.count <= MobileIdPLimits.form,
      let pairs = FormEncoding.decode(Array(query.utf8)),
      let code = pairs.last(where: { $0.name == "code" })?.value, !code.isEmpty
    else { return [] }
    let named = pairs.last { $0.name == "login_host" }?.value.lowercased()
    let host = org.loginHosts.first { $0 == named } ?? org.inProcessAddress.host
    // Keys and callbacks are no secrets: they are in every copy of an app.
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

  /// Tries all that it can, and tells of it.
  ///
  /// - Parameters:
  ///   - url: The URL that it was opened with.
  ///   - server: The server that it asks.
  /// - Returns: A line for each try: who asked whom for what, and the status with the error.
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

import FlowHTTP
import SimulatorKit

/// The parts of pages that are the same for every user: addresses, ids and authenticators.
///
/// A site is made once for each org.
struct Site: Sendable, Hashable {
  /// The issuer of the custom authorization server.
  let issuer: String
  /// The scheme and host.
  ///
  /// The scheme and host are the issuer of the org's own authorization server.
  let origin: String
  /// Whether clients use only https.
  ///
  /// If so, cookies are restricted to https.
  let isSecure: Bool
  /// The host, to which passkeys are bound.
  let host: String
  /// The path of the custom authorization server.
  let customPath: String
  /// The id of the org as an identity provider.
  ///
  /// ID tokens contain it if no external provider vouched for the user.
  let ownProvider: String
  /// The audience of access tokens from the custom authorization server.
  private let audience: String
  /// The `app` member of every page.
  let app: JSON
  /// The addresses of the endpoints, in the order of `IDXEndpoint.allCases`.
  private let hrefs: [JSON]
  let authenticators: [AuthenticatorParts]

  /// The parts of an authenticator that are the same on every page.
  struct AuthenticatorParts: Sendable, Hashable {
    var authenticator: Authenticator
    var id: String
    /// The members before the id.
    ///
    /// The id isn't included because an enrollment has its own id. `tail` has the members after the
    /// id.
    var head: [JSONObject.Member]
    var tail: [JSONObject.Member]
    /// The authenticator's element in the `authenticators` member of a page.
    var json: JSON
    /// The fields that identify the authenticator in a choice.
    ///
    /// They don't let the user choose the method.
    var fields: [JSON]
    /// A form with these fields, as the value of an option.
    var choice: JSON

    /// Returns the members after the id.
    ///
    /// If a method is given, the members list only this method.
    func tail(by method: Method?) -> [JSONObject.Member] {
      guard let method else { return tail }
      return tail.map { member in
        member.name == "methods" ? .init("methods", Site.methods(Methods(method))) : member
      }
    }
  }

  init(name: String, issuer: HTTPURL, policy: OrgPolicy) {
    origin = issuer.origin
    isSecure = issuer.scheme == .https
    host = issuer.host
    let isCustom = issuer.path.utf8.count > 1
    customPath = isCustom ? issuer.path : Site.defaultPath
    self.issuer = origin + customPath
    ownProvider = SimulatedID.made("00o", of: name)
    audience = policy.app.audience
    let origin = origin
    hrefs = IDXEndpoint.allCases.map { .string(origin + IDXEndpoint.root + $0.name) }
    app = Ion.object([
      "name": "oidc_client", "label": .string(policy.app.label),
      "id": .string(policy.app.clientID ?? SimulatedID.made("0oa", of: name)),
    ])
    authenticators = policy.authenticators.map { offered in
      let authenticator = offered.authenticator
      let id = SimulatedID.made("aut", of: name, authenticator.rawValue)
      let head: [JSONObject.Member] = [
        .init("type", .string(authenticator.type)), .init("key", .string(authenticator.key)),
      ]
      let tail: [JSONObject.Member] = [
        .init("displayName", .string(authenticator.label)),
        .init("methods", Site.methods(offered.methods)),
      ]
      let fields = [
        Ion.fixed("id", .string(id)),
        Ion.fixed(
          "methodType", .string(offered.methods.list.first?.wire ?? ""), isRequired: false),
      ]
      return AuthenticatorParts(
        authenticator: authenticator, id: id, head: head, tail: tail,
        json: .object(JSONObject(members: head + [.init("id", .string(id))] + tail)),
        fields: fields, choice: Ion.value(form: fields))
    }
  }

  /// The path of the custom authorization server if the issuer's address has no path.
  static let defaultPath = "/oauth2/default"

  /// Returns the address of an endpoint.
  func href(_ endpoint: IDXEndpoint) -> JSON {
    hrefs[endpoint.rawValue]
  }

  /// Returns the index of an authenticator in `authenticators`; `nil` if the org doesn't have it.
  func index(of authenticator: Authenticator) -> Int? {
    for index in authenticators.indices where authenticators[index].authenticator == authenticator {
      return index
    }
    return nil
  }

  /// Returns the id of an authenticator; `nil` if the org doesn't have it.
  func id(of authenticator: Authenticator) -> String? {
    index(of: authenticator).map { authenticators[$0].id }
  }

  /// Returns an authenticator's element in the `authenticators` member of a page; `nil` if the org
  /// doesn't have it.
  func json(of authenticator: Authenticator) -> JSON? {
    index(of: authenticator).map { authenticators[$0].json }
  }

  /// Returns the issuer of an authorization server.
  func issuer(of server: AuthorizationServer) -> String {
    server == .custom ? issuer : origin
  }

  /// Returns the audience of access tokens from an authorization server.
  func audience(of server: AuthorizationServer) -> String {
    server == .custom ? audience : origin
  }

  /// Returns the prefix of the addresses of an authorization server's endpoints.
  func oauth(_ server: AuthorizationServer) -> String {
    server == .custom ? "\(issuer)/v1/" : "\(origin)/oauth2/v1/"
  }

  /// Returns the `methods` member of an authenticator.
  static func methods(_ methods: Methods) -> JSON {
    .array(methods.list.map { ["type": .string($0.wire)] })
  }
}

import FlowHTTP
import SimulatorKit

/// The common parts of an org's pages: addresses, ids and authenticators, made once.
struct Site: Sendable, Hashable {
  /// The issuer of the custom authorization server.
  let issuer: String
  /// The scheme and host: the issuer of the org's own authorization server.
  let origin: String
  /// Whether clients use only https, so that cookies can be restricted to it.
  let isSecure: Bool
  /// The host, which passkeys are bound to.
  let host: String
  /// The path of the custom authorization server.
  let customPath: String
  /// The org as an identity provider: the value in ID tokens if no other one vouched.
  let ownProvider: String
  /// The audience of the custom authorization server's access tokens.
  private let audience: String
  /// The `app` of every page.
  let app: JSON
  /// The addresses in the order of the endpoints.
  private let hrefs: [JSON]
  let authenticators: [AuthenticatorParts]

  /// The constant parts of an authenticator.
  struct AuthenticatorParts: Sendable, Hashable {
    var authenticator: Authenticator
    var id: String
    /// Its members from `type` on, without an id, because an enrollment has its own.
    var head: [JSONObject.Member]
    var tail: [JSONObject.Member]
    /// Its element in `authenticators`.
    var json: JSON
    /// The fields that identify it in a choice, if its method isn't a separate choice.
    var fields: [JSON]
    /// The form of those fields, as a value to choose.
    var choice: JSON

    /// Returns the members after the id, with only the method in use, if any.
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

  /// The path of the custom authorization server if the issuer has none.
  static let defaultPath = "/oauth2/default"

  /// The address of an endpoint.
  func href(_ endpoint: IDXEndpoint) -> JSON {
    hrefs[endpoint.rawValue]
  }

  /// Returns the index of an authenticator's parts; `nil` if the org doesn't have it.
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

  /// Returns an authenticator's element in `authenticators`; `nil` if the org doesn't have it.
  func json(of authenticator: Authenticator) -> JSON? {
    index(of: authenticator).map { authenticators[$0].json }
  }

  /// The issuer of an authorization server.
  func issuer(of server: AuthorizationServer) -> String {
    server == .custom ? issuer : origin
  }

  /// Returns the audience of an authorization server's access tokens.
  func audience(of server: AuthorizationServer) -> String {
    server == .custom ? audience : origin
  }

  /// Returns the address prefix of a server's OAuth endpoints.
  func oauth(_ server: AuthorizationServer) -> String {
    server == .custom ? "\(issuer)/v1/" : "\(origin)/oauth2/v1/"
  }

  /// Returns the methods of an authenticator in its element.
  static func methods(_ methods: Methods) -> JSON {
    .array(methods.list.map { ["type": .string($0.wire)] })
  }
}

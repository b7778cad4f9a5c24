import FlowHTTP
import SimulatorKit

/// What an org's pages have in common: addresses, ids and authenticators, made once.
struct Site: Sendable, Hashable {
  /// The issuer of the custom authorization server.
  let issuer: String
  /// The scheme and host: the issuer of the org's own authorization server.
  let origin: String
  /// Whether it is spoken to by https alone, so that cookies may be kept to that.
  let isSecure: Bool
  /// The host alone: whom passkeys are for.
  let host: String
  /// The path of the custom authorization server.
  let customPath: String
  /// The org as an identity provider: what ID tokens name if no other one vouched.
  let ownProvider: String
  /// What the access tokens of the custom authorization server are for.
  private let audience: String
  /// The `app` of every page.
  let app: JSON
  /// By the endpoints' order.
  private let hrefs: [JSON]
  let authenticators: [AuthenticatorParts]

  /// The constant parts of an authenticator.
  struct AuthenticatorParts: Sendable, Hashable {
    var authenticator: Authenticator
    var id: String
    /// Its members from `type` on, without an id: an enrolment has one of its own.
    var head: [JSONObject.Member]
    var tail: [JSONObject.Member]
    /// It as `authenticators` lists it.
    var json: JSON
    /// The fields that name it in a choice, where its method is no choice of its own.
    var fields: [JSON]
    /// The form of those fields, as a value to choose.
    var choice: JSON

    /// The members after the id; of several methods the one alone that is in use, if any is.
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

  /// The path of the custom authorization server where the issuer names none.
  static let defaultPath = "/oauth2/default"

  /// The address of an endpoint.
  func href(_ endpoint: IDXEndpoint) -> JSON {
    hrefs[endpoint.rawValue]
  }

  /// Where the parts of an authenticator stand; `nil` where the org doesn't have it.
  func index(of authenticator: Authenticator) -> Int? {
    for index in authenticators.indices where authenticators[index].authenticator == authenticator {
      return index
    }
    return nil
  }

  /// The id of an authenticator; `nil` where the org doesn't have it.
  func id(of authenticator: Authenticator) -> String? {
    index(of: authenticator).map { authenticators[$0].id }
  }

  /// An authenticator as `authenticators` lists it; `nil` where the org doesn't have it.
  func json(of authenticator: Authenticator) -> JSON? {
    index(of: authenticator).map { authenticators[$0].json }
  }

  /// The issuer of an authorization server.
  func issuer(of server: AuthorizationServer) -> String {
    server == .custom ? issuer : origin
  }

  /// Whom an authorization server's access tokens are for.
  func audience(of server: AuthorizationServer) -> String {
    server == .custom ? audience : origin
  }

  /// The address that a server's OAuth endpoints begin with.
  func oauth(_ server: AuthorizationServer) -> String {
    server == .custom ? "\(issuer)/v1/" : "\(origin)/oauth2/v1/"
  }

  /// The methods of an authenticator as it lists them.
  static func methods(_ methods: Methods) -> JSON {
    .array(methods.list.map { ["type": .string($0.wire)] })
  }
}

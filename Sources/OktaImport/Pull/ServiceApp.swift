import FlowEngine
package import FlowJOSE

/// An app of a tenant that reads the management API with a key of its own.
package struct ServiceApp: Sendable {
  /// The id of the app.
  package var clientID: String
  /// The private key whose public key the app has.
  package var key: PrivateWebKey
  /// Whether the app insists on tokens that are bound to a key (RFC 9449).
  ///
  /// Otherwise it uses them if the tenant requires them.
  package var requiresDPoP: Bool
  /// Returns this many random bytes that are suitable for keys.
  package var randomBytes: @Sendable (Int) -> [UInt8]

  package init(
    clientID: String, key: PrivateWebKey, requiresDPoP: Bool,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.clientID = clientID
    self.key = key
    self.requiresDPoP = requiresDPoP
    self.randomBytes = randomBytes
  }

  /// The scopes for all lists.
  package static let scopes = [
    "okta.policies.read", "okta.apps.read", "okta.authenticators.read", "okta.networkZones.read",
    "okta.behaviors.read", "okta.deviceAssurance.read", "okta.idps.read", "okta.userTypes.read",
    "okta.groups.read", "okta.users.read",
  ]
}

/// The access token of a service app.
struct AccessToken: Sendable {
  /// The scheme with which requests carry the token.
  enum Scheme: String, Sendable {
    case bearer = "Bearer"
    case dpop = "DPoP"
  }

  var secret: Secret
  var scheme: Scheme
  /// The time from which a new token is needed.
  var renewal: Duration
  /// Whether the tenant has accepted the token.
  var isProven = false
}

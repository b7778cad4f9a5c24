package import FlowJOSE

/// The service app that a served org has: a client that reads the management API with a key.
package struct ServedServiceApp: Sendable, Hashable {
  /// The id of the app.
  package var clientID: String
  /// The public key of the app.
  package var key: PublicWebKey
  /// Whether the app gets only tokens that are bound to a key (RFC 9449).
  package var requiresDPoP: Bool
  /// The scopes that are granted to the app.
  package var scopes: Set<String>

  /// Creates an app with all scopes for the lists that a served org has.
  package init(clientID: String, key: PublicWebKey, requiresDPoP: Bool) {
    self.clientID = clientID
    self.key = key
    self.requiresDPoP = requiresDPoP
    scopes = Set(ServedServiceApp.scopesByList.values)
  }

  /// The scope that each list needs, by the first word of its path.
  static let scopesByList = [
    "apps": "okta.apps.read", "authenticators": "okta.authenticators.read",
    "behaviors": "okta.behaviors.read", "device-assurances": "okta.deviceAssurance.read",
    "groups": "okta.groups.read", "idps": "okta.idps.read", "meta": "okta.userTypes.read",
    "policies": "okta.policies.read", "users": "okta.users.read",
    "zones": "okta.networkZones.read",
  ]
}

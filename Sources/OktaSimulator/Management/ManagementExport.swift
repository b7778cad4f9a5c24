package import FlowHTTP
import SimulatorKit

/// The answers of Okta's management API that describe an org.
///
/// The API can't say everything that an org can have. What is missing in the answers is listed.
package struct ManagementExport {
  /// The elements of each list, by the path after `/api/v1/` and the type of policies.
  package let lists: [(path: String, elements: [JSON])]
  /// What the answers don't say, one sentence each.
  package let losses: [String]
  /// The index in `lists` of each path.
  private let places: [String: Int]

  /// Describes an org.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - state: What requests have changed; `nil` for the org as its settings describe it.
  ///   - now: The time since the start of 1970, UTC.
  package init(_ org: Org, state: OrgState? = nil, now: Duration) {
    var writer = ManagementWriter(org)
    var lists: [(path: String, elements: [JSON])] = []
    let policies = ManagementPolicies(org, &writer)
    for (type, all) in policies.all {
      lists.append(("policies?type=\(type)", all.map(\.body)))
      for policy in all {
        lists.append(("policies/\(policy.id)/rules", policy.rules))
        lists.append(("policies/\(policy.id)/mappings", policy.mappings))
      }
    }
    lists.append(("apps", policies.apps.map(\.body)))
    for app in policies.apps {
      lists.append(("apps/\(app.id)/groups", app.groups))
      lists.append(("apps/\(app.id)/users", app.users))
    }
    lists += writer.authenticators(org.policy)
    lists.append(("zones", writer.zones(org.eachApp.map(\.policy))))
    let people = state.map { state in
      state.people + state.registered.numbers.compactMap { state.registered[$0] }
    }
    lists += writer.people(people ?? org.people, began: state?.began ?? now)
    lists.append(("idps", ManagementProviders(org: org).providers(&writer)))
    lists.append(("behaviors", writer.behaviors(org.eachApp.map(\.policy))))
    lists.append(("device-assurances", writer.assurances(org.policy)))
    lists.append(("meta/types/user", writer.userTypes))
    losses = writer.losses
    places = Dictionary(lists.indices.map { (lists[$0].path, $0) }) { first, _ in first }
    self.lists = lists
  }

  /// Returns the elements of a list; `nil` if the API doesn't have it.
  package func elements(of path: String) -> [JSON]? { places[path].map { lists[$0].elements } }
}

/// Writes the objects of an org as bodies of the management API, and gives them ids.
struct ManagementWriter {
  let org: Org
  private(set) var losses: [String] = []
  /// The types of users that rules and users name, in their order.
  private(set) var typeNames: [String] = []

  init(_ org: Org) {
    self.org = org
  }

  /// Records something that the API can't say.
  mutating func lose(_ what: String) {
    if !losses.contains(what) { losses.append(what) }
  }

  // MARK: Ids and common members

  func id(_ prefix: String, _ kind: String, _ name: String) -> String {
    SimulatedID.made(prefix, of: org.name, kind, name)
  }

  func id(ofGroup name: String) -> String { id("00g", "group", name) }
  var everyone: String { id(ofGroup: "") }
  func id(ofZone name: String) -> String { id("nzo", "zone", name) }

  mutating func id(ofType name: String) -> String {
    if !typeNames.contains(name) { typeNames.append(name) }
    return id("oty", "type", name)
  }

  func link(_ path: String) -> JSON { ["href": .string("\(org.site.origin)/api/v1/\(path)")] }

  /// The types of users, as the API lists them.
  var userTypes: [JSON] {
    typeNames.map { name in
      ["id": .string(id("oty", "type", name)), "name": .string(name), "displayName": .string(name)]
    }
  }

  // MARK: Authenticators and zones

  /// Returns the lists of authenticators and of their methods.
  mutating func authenticators(_ policy: OrgPolicy) -> [(path: String, elements: [JSON])] {
    var bodies: [JSON] = []
    var lists: [(path: String, elements: [JSON])] = []
    for offered in policy.authenticators {
      let authenticator = offered.authenticator
      let id = id("aut", "authenticator", authenticator.rawValue)
      var body: JSONObject = [
        "type": .string(authenticator.type), "id": .string(id),
        "key": .string(authenticator.key), "status": "ACTIVE",
        "name": .string(authenticator.label), "settings": settings(of: offered, policy),
        "_links": ["self": link("authenticators/\(id)")],
      ]
      if authenticator == .tac { body["provider"] = provider(of: policy.temporaryCodes) }
      bodies.append(.object(body))
      let methods = authenticator.methods.list.map { method -> JSON in
        let isActive = offered.methods.contains(Methods(method))
        // The passkeys of a simulated org verify their holder.
        let settings: JSON = method == .webauthn ? ["userVerification": "REQUIRED"] : [:]
        return [
          "settings": settings,
          "type": .string(method.wire), "status": .string(isActive ? "ACTIVE" : "INACTIVE"),
          "_links": ["self": link("authenticators/\(id)/methods/\(method.wire)")],
        ]
      }
      lists.append(("authenticators/\(id)/methods", methods))
    }
    return [("authenticators", bodies)] + lists
  }

  private mutating func provider(of codes: TemporaryCodePolicy) -> JSON {
    [
      "type": "tac",
      "configuration": [
        "defaultTtl": .integer(minutes(codes.life, "temporary-access-code.lifetime")),
        "multiUseAllowed": .bool(codes.isMultiUse),
      ],
    ]
  }

  private mutating func settings(of offered: OfferedAuthenticator, _ policy: OrgPolicy) -> JSON {
    var settings: JSONObject = [:]
    switch offered.purpose {
    case .all: settings["allowedFor"] = "any"
    case .signIn: settings["allowedFor"] = "sso"
    case .recovery: settings["allowedFor"] = "recovery"
    default: settings["allowedFor"] = "none"
    }
    switch offered.authenticator {
    case .email:
      settings["tokenLifetimeInMinutes"] = .integer(minutes(policy.codes.life, "codes.expire"))
      if policy.codes.attempts != CodePolicy().attempts { lose("codes.attempts") }
    case .oktaVerify:
      settings["channelBinding"] = [
        "style": "NUMBER_CHALLENGE",
        "required": policy.oktaVerify.showsNumber ? "ALWAYS" : "NEVER",
      ]
      if policy.oktaVerify.verificationFact != nil {
        settings["userVerification"] = "PREFERRED"
      } else {
        let verification = policy.oktaVerify.verification
        if verification.isEmpty { lose("phones with Okta Verify that never verify their owner") }
        settings["userVerification"] = verification.isEmpty ? "DISCOURAGED" : "REQUIRED"
        if verification == .pin { settings["userVerificationMethods"] = ["PIN"] }
      }
    default: break
    }
    return .object(settings)
  }

  /// Returns a duration in whole minutes, and records what is lost.
  mutating func minutes(_ duration: Duration, _ what: String) -> Int {
    let seconds = duration.components.seconds
    if seconds % 60 != 0 { lose("\(what) of \(seconds) seconds") }
    return Int(max(1, seconds / 60))
  }

  mutating func zones(_ policies: [OrgPolicy]) -> [JSON] {
    var seen: Set<String> = []
    return policies.flatMap(\.zones).filter { seen.insert($0.name).inserted }.map { zone in
      let gateways = zone.ranges.map { range -> JSON in
        [
          "type": "RANGE",
          "value": .string("\(range.lowerBound.text)-\(range.upperBound.text)"),
        ]
      }
      let id = id(ofZone: zone.name)
      if !zone.terms.isEmpty { return dynamic(zone, id) }
      if zone.ranges.isEmpty { lose("the zone `\(zone.name)`, which has no addresses") }
      return [
        "type": "IP", "id": .string(id), "name": .string(zone.name), "status": "ACTIVE",
        "usage": .string(zone.isBlocked ? "BLOCKLIST" : "POLICY"), "system": false,
        "gateways": gateways.isEmpty ? .null : .array(gateways), "proxies": .null,
        "_links": ["self": link("zones/\(id)")],
      ]
    }
  }

  /// Returns a zone of countries, networks and services.
  private mutating func dynamic(_ zone: NetworkZone, _ id: String) -> JSON {
    if !zone.ranges.isEmpty { lose("the addresses of the zone `\(zone.name)` with its countries") }
    func both(_ choice: ZoneTerms.Choice, _ make: (String) -> JSON) -> JSON {
      [
        "include": .array(choice.included.sorted().map(make)),
        "exclude": .array(choice.excluded.sorted().map(make)),
      ]
    }
    return [
      "type": "DYNAMIC_V2", "id": .string(id), "name": .string(zone.name), "status": "ACTIVE",
      "usage": .string(zone.isBlocked ? "BLOCKLIST" : "POLICY"), "system": false,
      "locations": both(zone.terms.countries) { name in
        [
          "country": .string(String(name.prefix(2))),
          "region": name.utf8.count > 2 ? .string(name) : .null,
        ]
      },
      "asns": both(zone.terms.systems) { .string($0) },
      "ipServiceCategories": both(zone.terms.services) { .string($0) },
      "_links": ["self": link("zones/\(id)")],
    ]
  }
}

/// The assurance that a client requests in `acr_values`, in addition to the sign-on rule.
enum Assurance: String, Sendable, Hashable, CaseIterable {
  case oneFactor = "urn:okta:loa:1fa:any"
  case password = "urn:okta:loa:1fa:pwd"
  case twoFactors = "urn:okta:loa:2fa:any"
  case twoFactorsIfPossible = "urn:okta:loa:2fa:any:ifpossible"
  case phishingResistant = "phr"
  case phishingResistantHardware = "phrh"

  /// Returns the verifications that the assurance requires.
  func requirement(enrolled: [Offer]) -> Requirement {
    switch self {
    case .oneFactor: return .any(1)
    case .password: return Requirement(combinations: [Combination([.password])])
    case .twoFactors: return .factors(2)
    case .twoFactorsIfPossible:
      return Requirement.factors(2).isMet(by: Evidence(enrolled)) ? .factors(2) : .any(1)
    case .phishingResistant: return Assurance.possession(.phishingResistant)
    case .phishingResistantHardware:
      return Assurance.possession([.phishingResistant, .hardwareProtected])
    }
  }

  private static func possession(_ traits: Traits) -> Requirement {
    Requirement(combinations: [
      Combination(demands: [Demand(methods: .possession, traits: traits)])
    ])
  }
}

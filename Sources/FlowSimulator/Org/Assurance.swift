/// What a client asks for with `acr_values` instead of the sign-on rules.
enum Assurance: String, Sendable, Hashable, CaseIterable {
  case oneFactor = "urn:okta:loa:1fa:any"
  case password = "urn:okta:loa:1fa:pwd"
  case twoFactors = "urn:okta:loa:2fa:any"
  case twoFactorsIfPossible = "urn:okta:loa:2fa:any:ifpossible"

  /// What has to be verified.
  func requirement(enrolled: [Offer]) -> Requirement {
    switch self {
    case .oneFactor: return .any(1)
    case .password: return Requirement(combinations: [[.password]])
    case .twoFactors: return .any(2)
    case .twoFactorsIfPossible:
      let had = enrolled.reduce(into: Methods()) { $0.formUnion($1.methods) }
      return Requirement.any(2).isMet(by: had) ? .any(2) : .any(1)
    }
  }
}

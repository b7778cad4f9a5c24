public import FlowCrypto
public import FlowHTTP

/// A simulated Identity Engine org: its policies, its people and its pages.
///
/// A plain value that never changes. What requests change is in an `OrgState`, and answering is a
/// function of the two: see `answer(_:state:now:random:)`.
public struct Org: Sendable {
  /// All of it behind one reference: an org is handed on with every request.
  private let parts: Parts

  private final class Parts: Sendable {
    let name: String
    let policy: OrgPolicy
    let people: [Account]
    let logins: [String: Int]
    let limits: OrgLimits
    let site: Site
    let signingKey: SigningKey
    let decisions: DecisionHeaders
    let blockedZones: UInt64

    init(
      name: String, policy: OrgPolicy, people: [Account], limits: OrgLimits, site: Site,
      signingKey: SigningKey, decisions: DecisionHeaders
    ) {
      self.name = name
      self.policy = policy
      self.people = people
      self.limits = limits
      var logins: [String: Int] = [:]
      for (index, account) in people.enumerated() { logins[account.login.lowercased()] = index }
      self.logins = logins
      self.site = site
      self.signingKey = signingKey
      self.decisions = decisions
      blockedZones = policy.blockedZones
    }
  }

  /// The name after `org`.
  public var name: String { parts.name }
  var policy: OrgPolicy { parts.policy }
  /// Whether its settings have a global session policy.
  package var hasSessionPolicy: Bool { !policy.sessionRules.isEmpty }
  /// Everybody of the settings, as they are at the beginning.
  var people: [Account] { parts.people }
  /// The indices in `people`, by login in lower case.
  var logins: [String: Int] { parts.logins }
  var limits: OrgLimits { parts.limits }
  var site: Site { parts.site }
  /// The key that ID tokens are signed with.
  var signingKey: SigningKey { parts.signingKey }
  /// How responses tell which rules decided.
  var decisions: DecisionHeaders { parts.decisions }
  /// The zones from which everything is refused, a bit each.
  var blockedZones: UInt64 { parts.blockedZones }

  /// The state of an org that nobody has spoken to yet.
  public var initialState: OrgState {
    var state = OrgState(people: people, limits: limits)
    for fault in policy.faults { state.add(fault) }
    return state
  }

  /// The issuer that ID tokens name, and that discovery is found below.
  public var issuer: String { site.issuer }

  init(
    name: String, policy: OrgPolicy, people: [Account], issuer: HTTPURL,
    limits: OrgLimits = .standard, signingKey: SigningKey? = nil
  ) {
    parts = Parts(
      name: name, policy: policy, people: people, limits: limits,
      site: Site(name: name, issuer: issuer, policy: policy),
      signingKey: signingKey ?? SigningKey(of: name), decisions: DecisionHeaders(policy))
  }

  private init(_ parts: Parts) { self.parts = parts }

  /// The same org with other people: nothing of its pages is made anew.
  func inhabited(by people: [Account]) -> Org {
    Org(
      Parts(
        name: name, policy: policy, people: people, limits: limits, site: site,
        signingKey: signingKey, decisions: decisions))
  }

  /// The same org with a key pair of its own, for clients that check what its ID tokens are signed
  /// with.
  ///
  /// - Parameter key: the private key; its public half is published.
  /// - Returns: the org.
  public func signing(with key: RSA.PrivateKey) -> Org {
    let issuer = HTTPURL(site.issuer) ?? Org.inProcessIssuer
    return Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: SigningKey(key))
  }

  /// The same org at another address.
  ///
  /// - Parameter issuer: The issuer of its custom authorization server.
  /// - Returns: The org.
  public func at(_ issuer: HTTPURL) -> Org {
    Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: signingKey)
  }

  /// The same org with phones that wait for somebody to answer their pushes, but for those whose
  /// answers its settings say.
  public func waitingForPhones() -> Org {
    var policy = policy
    policy.oktaVerify.usualAnswer = PushAnswer(kind: .ignore, after: .zero)
    let issuer = HTTPURL(site.issuer) ?? Org.inProcessIssuer
    return Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: signingKey)
  }

  /// The same org with other limits.
  func limited(to limits: OrgLimits) -> Org {
    let issuer = HTTPURL(site.issuer) ?? Org.inProcessIssuer
    return Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: signingKey)
  }

  /// The issuer of an org that is in this process: the host is only a name.
  public static let inProcessIssuer = HTTPURL(
    scheme: .https, host: "acme.flow.test", path: Site.defaultPath)
}

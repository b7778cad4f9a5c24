import FlowDiagnostics
public import FlowCrypto
public import FlowHTTP
public import FlowEngine
import SimulatorKit

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

  /// The same org with more that it does wrong, beside what its settings say.
  ///
  /// - Parameter faults: the faults.
  /// - Returns: the org; `nil` where it would have more than an org can have.
  public func faulty(with faults: [Fault]) -> Org? {
    guard !faults.isEmpty else { return self }
    var policy = policy
    policy.faults += faults
    guard policy.faults.count <= OrgLimits.faults else { return nil }
    return Org(
      name: name, policy: policy, people: people,
      issuer: HTTPURL(site.issuer) ?? Org.inProcessIssuer, limits: limits, signingKey: signingKey)
  }

  /// The client that may sign people in, as far as the settings name it.
  public struct Client: Sendable, Hashable {
    /// The only client id; `nil` where any is accepted.
    public var id: String?
    /// The first redirect URI; `nil` where any is accepted.
    public var redirectURI: String?
    /// The secret of a confidential client.
    public var secret: Secret?
  }

  /// The client that may sign people in.
  public var client: Client {
    Client(
      id: policy.app.clientID, redirectURI: policy.app.redirects.first,
      secret: policy.app.secret)
  }

  /// The names that people of the settings sign in with, in their order.
  package var userLogins: [String] { people.map(\.login) }

  /// What a sign-on rule is called.
  package func name(ofRule index: Int?) -> String { policy.name(ofRule: index) }

  /// What a rule of the global session policy is called.
  package func name(ofSessionRule index: Int?) -> String { policy.name(ofSessionRule: index) }

  /// What an identity provider is called.
  package func name(ofProvider index: Int) -> String {
    policy.providers.indices.contains(index) ? policy.providers[index].name : ""
  }

  /// Whether the first page asks for the password beside the identifier.
  package var asksPasswordAtOnce: Bool { policy.asksPasswordAtOnce }

  /// The groups of somebody; of nobody of the settings those of whoever signs up.
  package func groups(of login: String?) -> [String] { account(login)?.groups ?? [] }

  /// The type of somebody, likewise.
  package func userType(of login: String?) -> String? { account(login)?.userType }

  private func account(_ login: String?) -> Account? {
    guard let login else { return policy.registration?.newcomer }
    return logins[login.lowercased()].map { people[$0] }
  }

  /// Reads the settings of an org, and reports all mistakes at once.
  ///
  /// If all problems are of the kind `later`, there is an org without what can't be simulated yet.
  /// `Org.schema` lists the settings.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in its braces.
  ///   - issuer: The issuer of its custom authorization server.
  ///   - passkeys: Makes the passkeys that users have; `nil` leaves them out.
  /// - Returns: The org, `nil` if it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting], issuer: HTTPURL = Org.inProcessIssuer,
    passkeys: PasskeyMaker? = nil
  ) -> (org: Org?, problems: [SettingProblem]) {
    let draft = OrgDraft(name: name)
    draft.read(settings)
    let problems = draft.problems
    guard problems.allSatisfy({ $0.kind == .later }) else { return (nil, problems) }
    let (org, others) = draft.blueprint(of: settings).org(issuer: issuer, passkeys: passkeys)
    return (org, (problems + others).sorted { $0.place.start < $1.place.start })
  }

  /// Checks the settings of an org without making one.
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - settings: Its settings, in order.
  /// - Returns: What is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    let draft = OrgDraft(name: name)
    draft.read(settings)
    return draft.problems
  }

  /// Makes a passkey for a user, by its name and by what it knows the account by.
  ///
  /// The private key stays with the caller.
  public typealias PasskeyMaker = (
    _ name: String, _ userHandle: [UInt8]
  ) throws(CryptoFailure) -> EnrolledPasskey

  /// The part of a passkey that an org knows.
  public struct EnrolledPasskey: Sendable, Hashable {
    /// The credential's id, 16 bytes or more.
    public var credential: [UInt8]
    /// What verifies its signatures.
    public var key: P256.PublicKey

    /// Makes the part of a passkey that an org knows.
    public init(credential: [UInt8], key: P256.PublicKey) {
      self.credential = credential
      self.key = key
    }
  }

  // MARK: Answers

  /// Answers a request: the org's whole behaviour, without clock, network or chance of its own.
  ///
  /// The same org, state, request, time and randomness always give the same response and state. What
  /// faults of the state do to an answer on its way is for `deliver`.
  ///
  /// - Parameters:
  ///   - request: the request; its body as JSON, as a form or as bytes, whatever its content type.
  ///   - state: what is changed by it.
  ///   - now: the time since the start of 1970, UTC.
  ///   - random: where handles and codes come from.
  /// - Returns: the response, its body as JSON.
  public func answer(
    _ request: HTTPRequest, state: inout OrgState, now: Duration,
    random: inout some RandomNumberGenerator
  ) -> HTTPResponse {
    deliver(request, state: &state, now: now, random: &random).response
  }

  /// Answers a request, and says what becomes of the answer on its way.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - state: what is changed by it.
  ///   - now: the time since the start of 1970, UTC.
  ///   - random: where handles and codes come from.
  /// - Returns: the answer, and what becomes of it on its way, for the caller to carry out.
  public func deliver(
    _ request: HTTPRequest, state: inout OrgState, now: Duration,
    random: inout some RandomNumberGenerator
  ) -> Delivery {
    var trace: OrgTrace?
    var draw = Draw(seed: random.next())
    return OrgAnswer(org: self).deliver(
      request, state: &state, now: now, draw: &draw, trace: &trace)
  }
}

import FlowDiagnostics
public import FlowCrypto
public import FlowHTTP
public import FlowEngine
import SimulatorKit

/// A simulated Identity Engine org: its policies, its users and its pages.
///
/// It is a value that never changes. An `OrgState` contains what requests change, and answering is
/// a function of the two: see `answer(_:state:now:random:)`.
public struct Org: Sendable {
  /// The members behind one reference, because an org is passed on with every request.
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
  /// The users of the settings, in their initial state.
  var people: [Account] { parts.people }
  /// The indices in `people`, by login in lower case.
  var logins: [String: Int] { parts.logins }
  var limits: OrgLimits { parts.limits }
  var site: Site { parts.site }
  /// The key that signs ID tokens.
  var signingKey: SigningKey { parts.signingKey }
  /// The headers about the deciding rules in responses.
  var decisions: DecisionHeaders { parts.decisions }
  /// The blocked zones, a bit each.
  var blockedZones: UInt64 { parts.blockedZones }

  /// The state of an org before the first request.
  public var initialState: OrgState {
    var state = OrgState(people: people, limits: limits)
    for fault in policy.faults { state.add(fault) }
    return state
  }

  /// The issuer in ID tokens, and the base address of discovery.
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

  /// Returns the same org with other users.
  ///
  /// Its pages are reused.
  func inhabited(by people: [Account]) -> Org {
    Org(
      Parts(
        name: name, policy: policy, people: people, limits: limits, site: site,
        signingKey: signingKey, decisions: decisions))
  }

  /// Returns the same org with its own key pair, for clients that verify the signatures of its ID
  /// tokens.
  ///
  /// - Parameter key: The private key. Its public half is published.
  /// - Returns: The org.
  public func signing(with key: RSA.PrivateKey) -> Org {
    let issuer = HTTPURL(site.issuer) ?? Org.inProcessIssuer
    return Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: SigningKey(key))
  }

  /// Returns the same org at another address.
  ///
  /// - Parameter issuer: The issuer of its custom authorization server.
  /// - Returns: The org.
  public func at(_ issuer: HTTPURL) -> Org {
    Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: signingKey)
  }

  /// Returns the same org with phones that wait for manual answers to their pushes, unless the
  /// settings have answers.
  public func waitingForPhones() -> Org {
    var policy = policy
    policy.oktaVerify.usualAnswer = PushAnswer(kind: .ignore, after: .zero)
    let issuer = HTTPURL(site.issuer) ?? Org.inProcessIssuer
    return Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: signingKey)
  }

  /// Returns the same org with other limits.
  func limited(to limits: OrgLimits) -> Org {
    let issuer = HTTPURL(site.issuer) ?? Org.inProcessIssuer
    return Org(
      name: name, policy: policy, people: people, issuer: issuer, limits: limits,
      signingKey: signingKey)
  }

  /// The issuer of an org in this process.
  ///
  /// The host is only a name.
  public static let inProcessIssuer = HTTPURL(
    scheme: .https, host: "acme.flow.test", path: Site.defaultPath)

  /// Returns the same org with more faults, in addition to those of its settings.
  ///
  /// - Parameter faults: The faults.
  /// - Returns: The org; `nil` if it would have too many faults.
  public func faulty(with faults: [Fault]) -> Org? {
    guard !faults.isEmpty else { return self }
    var policy = policy
    policy.faults += faults
    guard policy.faults.count <= OrgLimits.faults else { return nil }
    return Org(
      name: name, policy: policy, people: people,
      issuer: HTTPURL(site.issuer) ?? Org.inProcessIssuer, limits: limits, signingKey: signingKey)
  }

  /// The client that signs users in, as far as the settings define it.
  public struct Client: Sendable, Hashable {
    /// The only client id; `nil` if any is accepted.
    public var id: String?
    /// The first redirect URI; `nil` if any is accepted.
    public var redirectURI: String?
    /// The secret of a confidential client.
    public var secret: Secret?
  }

  /// The client that signs users in.
  public var client: Client {
    Client(
      id: policy.app.clientID, redirectURI: policy.app.redirects.first,
      secret: policy.app.secret)
  }

  /// The logins of the users of the settings, in order.
  package var userLogins: [String] { people.map(\.login) }

  /// Returns the name of a sign-on rule.
  package func name(ofRule index: Int?) -> String { policy.name(ofRule: index) }

  /// Returns the name of a rule of the global session policy.
  package func name(ofSessionRule index: Int?) -> String { policy.name(ofSessionRule: index) }

  /// Returns the name of an identity provider.
  package func name(ofProvider index: Int) -> String {
    policy.providers.indices.contains(index) ? policy.providers[index].name : ""
  }

  /// Whether the first page asks for the password and the identifier.
  package var asksPasswordAtOnce: Bool { policy.asksPasswordAtOnce }

  /// Returns the groups of a user; `nil` means a user who signs up.
  package func groups(of login: String?) -> [String] { account(login)?.groups ?? [] }

  /// Returns the type of a user; `nil` means a user who signs up.
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
  /// - Returns: The problems, by location.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    let draft = OrgDraft(name: name)
    draft.read(settings)
    return draft.problems
  }

  /// Makes a passkey for a user, by its name and by the user handle of the account.
  ///
  /// The private key stays with the caller.
  public typealias PasskeyMaker = (
    _ name: String, _ userHandle: [UInt8]
  ) throws(CryptoFailure) -> EnrolledPasskey

  /// The public part of a passkey, which an org stores.
  public struct EnrolledPasskey: Sendable, Hashable {
    /// The credential's id, 16 bytes or more.
    public var credential: [UInt8]
    /// The public key, which verifies its signatures.
    public var key: P256.PublicKey

    /// Creates the public part of a passkey.
    public init(credential: [UInt8], key: P256.PublicKey) {
      self.credential = credential
      self.key = key
    }
  }

  // MARK: Answers

  /// Answers a request.
  ///
  /// This is the org's whole behavior, without a clock, network or randomness of its own.
  ///
  /// The same org, state, request, time and randomness always give the same response and state. The
  /// effects of faults on the delivery of an answer are in `deliver`.
  ///
  /// - Parameters:
  ///   - request: The request. Its body is JSON, a form or bytes, regardless of its content type.
  ///   - state: The state that changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The generator of handles and codes.
  /// - Returns: The response, with its body as JSON.
  public func answer(
    _ request: HTTPRequest, state: inout OrgState, now: Duration,
    random: inout some RandomNumberGenerator
  ) -> HTTPResponse {
    deliver(request, state: &state, now: now, random: &random).response
  }

  /// Answers a request, with the delivery of the answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - state: The state that changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The generator of handles and codes.
  /// - Returns: The answer, and its delivery for the caller to carry out.
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

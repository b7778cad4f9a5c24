import FlowDiagnostics
public import FlowCrypto
public import FlowHTTP
public import FlowEngine
import SimulatorKit

/// A simulated Identity Engine org: its policies, its users and its pages.
///
/// An org never changes. An `OrgState` contains everything that requests change. A response depends
/// only on the org, its state, the request, the time and the random numbers: see
/// `answer(_:state:now:random:)`.
public struct Org: Sendable {
  /// The members behind one reference, so that passing the org on with every request is cheap.
  private let parts: Parts

  private final class Parts: Sendable {
    let name: String
    let policy: OrgPolicy
    let people: [Account]
    let users: Logins
    let limits: OrgLimits
    let site: Site
    let signingKey: SigningKey
    let decisions: DecisionHeaders
    let blockedZones: UInt64
    let apps: [SignInApp]
    let appName: String?
    let guests: Set<String>

    init(
      name: String, policy: OrgPolicy, people: [Account], limits: OrgLimits, site: Site,
      signingKey: SigningKey, decisions: DecisionHeaders, apps: [SignInApp], appName: String?,
      users: Logins? = nil, guests: Set<String> = []
    ) {
      self.guests = guests
      self.apps = apps
      self.appName = appName
      self.name = name
      self.policy = policy
      self.people = people
      self.limits = limits
      self.users = users ?? Logins(people)
      self.site = site
      self.signingKey = signingKey
      self.decisions = decisions
      blockedZones = policy.blockedZones
    }
  }

  /// The logins of users.
  ///
  /// Hundreds of apps may share those of thousands of users.
  struct Logins: Sendable {
    /// The logins in the order of the settings.
    let list: [String]
    /// The index of each login, in lower case.
    let indices: [String: Int]
    /// The index of each login as written, because lower case takes time.
    let exact: [String: Int]

    init(_ people: [Account]) {
      list = people.map(\.login)
      var indices: [String: Int] = [:]
      for (index, login) in list.enumerated() { indices[login.lowercased()] = index }
      self.indices = indices
      exact = Dictionary(list.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    }
  }

  /// The name in the `org` declaration.
  public var name: String { parts.name }
  var policy: OrgPolicy { parts.policy }
  /// Whether the org's settings have a global session policy.
  package var hasSessionPolicy: Bool { !policy.sessionRules.isEmpty }
  /// The users in the settings, in their initial state.
  var people: [Account] { parts.people }
  /// The index in `people` of each login, in lower case.
  var logins: [String: Int] { parts.users.indices }

  /// Returns the index in `people` of a login.
  func index(ofLogin login: String) -> Int? {
    parts.users.exact[login] ?? logins[login.lowercased()]
  }

  var limits: OrgLimits { parts.limits }
  var site: Site { parts.site }
  /// The key that signs the org's tokens.
  var signingKey: SigningKey { parts.signingKey }
  /// The response headers that name the deciding rules.
  var decisions: DecisionHeaders { parts.decisions }
  /// The blocked zones, as a bit set.
  var blockedZones: UInt64 { parts.blockedZones }
  /// The apps, in the order of the settings; empty if the org has a single app.
  ///
  /// The org itself has the policies of the first app.
  package var apps: [SignInApp] { parts.apps }
  /// The name of the app whose users see the org like this; `nil` if the org has a single app.
  package var appName: String? { parts.appName }

  /// The state of the org before the first request.
  public var initialState: OrgState {
    var state = OrgState(people: people, limits: limits)
    for fault in policy.faults { state.add(fault) }
    return state
  }

  /// The logins of the users who are only in another version of the org, in lower case.
  var guests: Set<String> { parts.guests }

  /// The issuer in ID tokens, which is also the base address for discovery.
  public var issuer: String { site.issuer }

  /// Makes an org.
  ///
  /// - Parameters:
  ///   - name: The name in the `org` declaration.
  ///   - policy: The policies; if there are several apps, those of the first one.
  ///   - people: The users in their initial state.
  ///   - issuer: The issuer of the org's custom authorization server.
  ///   - limits: The limits of the org's state.
  ///   - signingKey: The key that signs tokens; `nil` for one that is made from the name.
  ///   - apps: The apps with their policies; empty for a single app.
  ///   - appName: The name of the app that this is the org of; `nil` for all apps.
  ///   - users: The logins of the users; `nil` to compute them.
  init(
    name: String, policy: OrgPolicy, people: [Account], issuer: HTTPURL,
    limits: OrgLimits = .standard, signingKey: SigningKey? = nil,
    apps: [(name: String, policy: OrgPolicy)] = [], appName: String? = nil,
    users: Logins? = nil
  ) {
    let key = signingKey ?? SigningKey(of: name)
    let users = users ?? Logins(people)
    parts = Parts(
      name: name, policy: policy, people: people, limits: limits,
      site: Site(name: name, issuer: issuer, policy: policy),
      signingKey: key, decisions: DecisionHeaders(policy),
      apps: apps.map { app in
        SignInApp(
          name: app.name,
          org: Org(
            name: name, policy: app.policy, people: people, issuer: issuer, limits: limits,
            signingKey: key, appName: app.name, users: users))
      }, appName: appName, users: users)
  }

  private init(_ parts: Parts) { self.parts = parts }

  /// Whether another org shares all of its members with this one.
  func isIdentical(to other: Org) -> Bool { parts === other.parts }

  /// Returns the same org with other users.
  ///
  /// The new org shares the precomputed parts of the pages.
  ///
  /// - Parameters:
  ///   - people: The users.
  ///   - guests: The logins of the users who are only in another version of the org, in lower case.
  /// - Returns: The org.
  func inhabited(by people: [Account], guests: Set<String> = []) -> Org {
    inhabited(by: people, guests, apps.isEmpty ? nil : Logins(people))
  }

  private func inhabited(
    by people: [Account], _ guests: Set<String>, _ users: Logins?
  ) -> Org {
    Org(
      Parts(
        name: name, policy: policy, people: people, limits: limits, site: site,
        signingKey: signingKey, decisions: decisions,
        apps: apps.map {
          SignInApp(name: $0.name, org: $0.org.inhabited(by: people, guests, users))
        }, appName: appName, users: users, guests: guests))
  }

  /// Returns the same org with another address, key, other limits or other policies.
  private func changed(
    at issuer: HTTPURL? = nil, limits: OrgLimits? = nil, signingKey: SigningKey? = nil,
    _ change: (inout OrgPolicy) -> Void = { _ in }
  ) -> Org {
    var policy = policy
    change(&policy)
    return Org(
      name: name, policy: policy, people: people,
      issuer: issuer ?? HTTPURL(site.issuer) ?? Org.inProcessIssuer, limits: limits ?? self.limits,
      signingKey: signingKey ?? self.signingKey,
      apps: apps.map { app in
        var policy = app.org.policy
        change(&policy)
        return (app.name, policy)
      }, appName: appName)
  }

  /// Returns the same org with a key pair, for clients that verify the signatures of its tokens.
  ///
  /// - Parameter key: The private key. The org publishes its public key.
  /// - Returns: The org.
  public func signing(with key: RSA.PrivateKey) -> Org { changed(signingKey: SigningKey(key)) }

  /// Returns the same org at another address.
  ///
  /// - Parameter issuer: The issuer of the org's custom authorization server.
  /// - Returns: The org.
  public func at(_ issuer: HTTPURL) -> Org { changed(at: issuer) }

  /// Returns the same org, with phones that wait for someone to answer a push.
  ///
  /// Phones with answers in the settings still give these answers.
  public func waitingForPhones() -> Org {
    changed { $0.oktaVerify.usualAnswer = PushAnswer(kind: .ignore, after: .zero) }
  }

  /// Returns the same org with other limits.
  func limited(to limits: OrgLimits) -> Org { changed(limits: limits) }

  /// The issuer of an org that runs in this process.
  ///
  /// The host name can't be resolved.
  public static let inProcessIssuer = HTTPURL(
    scheme: .https, host: "acme.flow.test", path: Site.defaultPath)

  /// Returns the same org with faults in addition to the faults in its settings.
  ///
  /// - Parameter faults: The faults.
  /// - Returns: The org; `nil` if it would have too many faults.
  public func faulty(with faults: [Fault]) -> Org? {
    guard !faults.isEmpty else { return self }
    guard policy.faults.count + faults.count <= OrgLimits.faults else { return nil }
    return changed { $0.faults += faults }
  }

  /// The client that signs users in.
  ///
  /// A property is `nil` if the settings don't restrict it.
  public struct Client: Sendable, Hashable {
    /// The only accepted client id; `nil` if any id is accepted.
    public var id: String?
    /// The first redirect URI in the settings; `nil` if any is accepted.
    public var redirectURI: String?
    /// The secret of a confidential client; `nil` for a public client.
    public var secret: Secret?
  }

  /// The client that signs users in.
  public var client: Client {
    Client(
      id: policy.app.clientID, redirectURI: policy.app.redirects.first,
      secret: policy.app.secret)
  }

  /// Whether the settings of the app's client are the same as those of another org.
  package func hasSameClient(as other: Org) -> Bool { policy.app == other.policy.app }

  /// The logins of the users in the settings, in order.
  package var userLogins: [String] { parts.users.list }

  /// Returns the name of a sign-on rule.
  package func name(ofRule index: Int?) -> String { policy.name(ofRule: index) }

  /// Returns the name of a rule in the global session policy.
  package func name(ofSessionRule index: Int?) -> String { policy.name(ofSessionRule: index) }

  /// Returns the name of an identity provider.
  package func name(ofProvider index: Int) -> String {
    policy.providers.indices.contains(index) ? policy.providers[index].name : ""
  }

  /// Whether the first page asks for the identifier and the password together.
  package var asksPasswordAtOnce: Bool { policy.asksPasswordAtOnce }

  /// Returns the groups of a user.
  ///
  /// `nil` stands for a user who signs up.
  package func groups(of login: String?) -> [String] { account(login)?.groups ?? [] }

  /// Returns the type of a user.
  ///
  /// `nil` stands for a user who signs up.
  package func userType(of login: String?) -> String? { account(login)?.userType }

  private func account(_ login: String?) -> Account? {
    guard let login else { return policy.registration?.newcomer }
    return logins[login.lowercased()].map { people[$0] }
  }

  /// Builds an org from its settings, and reports all mistakes at once.
  ///
  /// If all problems have the kind `later`, the org is built without the settings that can't be
  /// simulated yet. `Org.schema` lists the settings.
  ///
  /// - Parameters:
  ///   - name: The name in the `org` declaration.
  ///   - settings: The settings of the org.
  ///   - issuer: The issuer of the org's custom authorization server.
  ///   - passkeys: Makes the passkeys of users; if `nil`, users have no passkeys.
  /// - Returns: The org, or `nil` if it can't be built, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting], issuer: HTTPURL = Org.inProcessIssuer,
    passkeys: PasskeyMaker? = nil
  ) -> (org: Org?, problems: [SettingProblem]) {
    let reading = OrgReading(name: name, settings)
    let problems = reading.problems
    guard problems.allSatisfy({ $0.kind == .later }) else { return (nil, problems) }
    let (org, others) = reading.blueprint.org(issuer: issuer, passkeys: passkeys)
    return (org, (problems + others).sorted { $0.place.start < $1.place.start })
  }

  /// Checks the settings of an org without building it.
  ///
  /// - Parameters:
  ///   - name: The name of the org.
  ///   - settings: The settings, in order.
  /// - Returns: The problems, in the order of the text.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    OrgReading(name: name, settings).problems
  }

  /// Makes a passkey for a user, from the name of the passkey and the user handle of the account.
  ///
  /// The caller keeps the private key.
  public typealias PasskeyMaker = (
    _ name: String, _ userHandle: [UInt8]
  ) throws(CryptoFailure) -> EnrolledPasskey

  /// The public part of a passkey, which an org stores.
  public struct EnrolledPasskey: Sendable, Hashable {
    /// The id of the credential, 16 bytes or more.
    public var credential: [UInt8]
    /// The public key, which verifies the signatures of the passkey.
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
  /// This is the whole behavior of the org. It uses no clock, network or randomness of its own. The
  /// same org, state, request, time and random numbers always give the same response and state. The
  /// returned response ignores faults that affect its delivery; use `deliver` for these.
  ///
  /// - Parameters:
  ///   - request: The request. Its body is JSON, a form or bytes, regardless of its content type.
  ///   - state: The state of the org, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The generator of handles and codes.
  /// - Returns: The response, with its body as JSON.
  public func answer(
    _ request: HTTPRequest, state: inout OrgState, now: Duration,
    random: inout some RandomNumberGenerator
  ) -> HTTPResponse {
    deliver(request, state: &state, now: now, random: &random).response
  }

  /// Answers a request, and returns how to deliver the response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - state: The state of the org, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The generator of handles and codes.
  /// - Returns: The response, with the delay or the cut that the caller must carry out.
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

public import FlowCrypto
public import FlowEngine
public import FlowHTTP
import SimulatorKit

extension Org {
  /// Reads an org's settings; every mistake is told at once, each at its place.
  ///
  /// There is an org wherever no problem but those of the kind `later` was found: then it is one
  /// without what can't be simulated yet. What can be set is in `Org.schema`.
  ///
  /// - Parameters:
  ///   - name: the name after `org`.
  ///   - settings: the settings in its braces.
  ///   - issuer: the issuer of its custom authorization server.
  ///   - passkeys: makes the passkeys that users have; `nil` where nobody has any.
  /// - Returns: the org, `nil` where it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting], issuer: HTTPURL = Org.inProcessIssuer,
    passkeys: PasskeyMaker? = nil
  ) -> (org: Org?, problems: [SettingProblem]) {
    let (builder, problems) = read(name: name, settings: settings, passkeys: passkeys)
    guard problems.allSatisfy({ $0.kind == .later }) else { return (nil, problems) }
    let org = Org(name: name, policy: builder.policy, people: builder.people, issuer: issuer)
    return (org, problems)
  }

  /// Holds the settings of a script to those of a simulated org, without making one.
  ///
  /// - Parameters:
  ///   - name: the org's name.
  ///   - settings: its settings, in order.
  /// - Returns: what is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    read(name: name, settings: settings).problems
  }

  /// Makes a passkey for a user: what its name is, and what it is to know the account by.
  ///
  /// The private key stays with whoever made it.
  public typealias PasskeyMaker = (
    _ name: String, _ userHandle: [UInt8]
  ) throws(CryptoFailure) -> EnrolledPasskey

  /// What an org knows of a passkey.
  public struct EnrolledPasskey: Sendable, Hashable {
    /// The credential's id, 16 bytes or more.
    public var credential: [UInt8]
    /// What verifies its signatures.
    public var key: P256.PublicKey

    /// Makes what an org knows of a passkey.
    public init(credential: [UInt8], key: P256.PublicKey) {
      self.credential = credential
      self.key = key
    }
  }

  private static func read(
    name: String, settings: [Setting], passkeys: PasskeyMaker? = nil
  ) -> (builder: OrgBuilder, problems: [SettingProblem]) {
    var builder = OrgBuilder(name: name, passkeys: passkeys)
    builder.read(settings)
    builder.policy.settings = SettingPlaces.kept(settings, blocks: PolicyPlaces.blocks)
    return (builder, builder.reader.problems.sorted { $0.place.start < $1.place.start })
  }
}

/// Turns settings into policies and people.
struct OrgBuilder {
  let name: String
  var reader = SettingReader(schema: Org.schemaOfBlocks)
  var policy = OrgPolicy()
  var people: [Account] = []
  /// Where the people were written, by login in lower case.
  var placesOfPeople: [String: SettingPlace] = [:]
  var passkeyNames: Set<String> = []

  /// Who comes back from identity providers, and where that was written.
  var logins: [(login: String, place: SettingPlace)] = []

  /// Whom rules name, and where.
  var namedUsers: [(login: String, place: SettingPlace)] = []
  /// What groups and types of people rules name, and where.
  var namedGroups: [Org.Nobody] = []
  /// Whether the zones of the org are written down.
  var declaresZones = false
  /// The first rule of each policy that is for everybody.
  var catchAlls: [String: SettingPlace] = [:]

  /// Makes the passkeys that users have; `nil` where the settings are only held to the schema.
  let passkeys: Org.PasskeyMaker?

  init(name: String, passkeys: Org.PasskeyMaker? = nil) {
    self.name = name
    self.passkeys = passkeys
  }

  mutating func read(_ settings: [Setting]) {
    let settings = reader.known(settings, in: [])
    // The others speak of the authenticators, wherever those stand.
    if let setting = settings.first(where: { $0.name == "authenticators" }) {
      readAuthenticators(setting)
    } else {
      policy.authenticators = [OfferedAuthenticator(authenticator: .password, methods: .password)]
    }
    for setting in settings where setting.name == "zone" { readZone(setting) }
    for setting in settings where setting.name != "authenticators" { read(setting) }
    reportUnknownLogins()
    reportUnknownUsers()
  }

  private mutating func read(_ setting: Setting) {
    switch setting.name {
    case "user": readUser(setting)
    case "sign-on": readRule(setting)
    case "session-policy": readSessionRule(setting)
    case "enrollment": readEnrollment(setting)
    case "registration": readRegistration(setting)
    case "recovery": readRecovery(setting)
    case "lockout": readLockout(setting)
    case "codes": readCodes(setting)
    case "okta-verify": readOktaVerify(setting)
    case "passwords": readPasswords(setting)
    case "app": readApp(setting)
    case "idp": readProvider(setting)
    case "keep-me-signed-in": readKeepMeSignedIn(setting)
    case "sign-in":
      let words = ["identifier-first", "identifier-and-password"]
      policy.asksPasswordAtOnce = reader.choice(setting, words) == words[1]
      if policy.asksPasswordAtOnce, policy.methods(of: .password).isEmpty {
        reader.report(
          SettingProblem(
            .value, "this org has no authenticator `password` to ask for", at: setting.place))
      }
    case "unknown-users":
      policy.hidesUnknownUsers = reader.choice(setting, ["shown", "hidden"]) == "hidden"
    case "email-code":
      policy.sendsEmailOnRequest =
        reader.choice(setting, ["at-once", "on-request"]) == "on-request"
    case "email-link":
      let word = reader.choice(setting, EmailLink.allCases.map(\.rawValue))
      policy.emailLink = word.flatMap { EmailLink(rawValue: $0) } ?? .toApp
    case "passkey-autofill": readAutofill(setting)
    case "fault": readFaults(setting)
    case "state-handle":
      policy.rotatesStateHandle = reader.choice(setting, ["kept", "rotated"]) == "rotated"
    case "transaction":
      policy.transactionLife = reader.duration(setting) ?? policy.transactionLife
    default: break
    }
  }

  private mutating func readAuthenticators(_ setting: Setting) {
    if setting.values.isEmpty { reader.malformed(setting, Org.form("authenticators")) }
    var places: [(authenticator: Authenticator, place: SettingPlace)] = []
    for terms in setting.values {
      guard let first = terms.first, let authenticator = reader.namedAuthenticator(first) else {
        continue
      }
      if let other = places.first(where: { $0.authenticator == authenticator }) {
        reader.report(
          SettingProblem(
            .duplicate, "`\(authenticator.rawValue)` is listed twice", at: first.place,
            other: other.place))
        continue
      }
      places.append((authenticator, first.place))
      let methods =
        terms.count == 1
        ? authenticator.usualMethods
        : reader.methods(terms.dropFirst(), of: authenticator, allowed: authenticator.methods)
      policy.authenticators.append(
        OfferedAuthenticator(
          authenticator: authenticator, methods: methods ?? authenticator.methods))
    }
  }
}

import FlowText

/// A setting that restricts a user beyond the required verifications, such as the minimum length of
/// a password.
package struct SettingLimit: Sendable, Hashable {
  /// The names of these settings.
  ///
  /// Each name consists of the block and the setting.
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case minLength = "passwords.min-length"
    case minLower = "passwords.min-lower"
    case minUpper = "passwords.min-upper"
    case minNumber = "passwords.min-number"
    case minSymbol = "passwords.min-symbol"
    case maxRepeats = "passwords.max-repeats"
    case username = "passwords.username"
    case common = "passwords.common"
    case exclude = "passwords.exclude"
    case history = "passwords.history"
    case minAge = "passwords.min-age"
    case expiry = "passwords.expire"
    case lockout = "lockout.after"
    case lockoutTime = "lockout.for"
    case sessionLifetime = "session-policy.lifetime"
    case sessionIdle = "session-policy.idle"
    case persistent = "session-policy.persistent"
    case codeExpiry = "codes.expire"
    case codeAttempts = "codes.attempts"
    case enrollment = "enrollment.optional"
    case newUsers = "idp.new-users"
    case addressProof = "registration.email-verification"
    case temporaryCodeLifetime = "temporary-access-code.lifetime"
    case temporaryCodeUses = "temporary-access-code.multi-use"
    case pushNumber = "okta-verify.number-challenge"
    case pushExpiry = "okta-verify.expire"
    case clientSecret = "app.secret"
    case clientProof = "app.dpop"
    case redirects = "app.redirect"
  }

  package let name: Name
  /// The value, as settings write it.
  package let value: String
  /// The value as a number, in seconds for a duration; `nil` if the value is a word or has no
  /// limit.
  package let amount: Double?
  /// A number for comparing values of the same setting.
  ///
  /// The stricter value has the higher number.
  private let strictness: Double
  /// What the setting permits; empty if it limits an amount.
  private let permitted: Set<String>
  /// The permitted things that let a user in.
  private let useful: Set<String>

  fileprivate init(_ name: Name, _ value: String, amount: Double? = nil, strictness: Double) {
    self.name = name
    self.value = value
    self.amount = amount
    self.strictness = strictness
    permitted = []
    useful = []
  }

  fileprivate init(_ name: Name, permitting words: [String], useful: Set<String>) {
    self.name = name
    value = words.isEmpty ? "nothing" : Prose.list(words, "and")
    amount = nil
    strictness = 0
    permitted = Set(words)
    self.useful = useful
  }

  fileprivate init(_ name: Name, atLeast count: Int) {
    self.init(name, "\(count)", amount: Double(count), strictness: Double(count))
  }

  fileprivate init(_ name: Name, atMost count: Int?, endless: String) {
    let amount = count.map(Double.init)
    self.init(
      name, count.map { "\($0)" } ?? endless, amount: amount,
      strictness: amount.map(-) ?? -.infinity)
  }

  fileprivate init(_ name: Name, atLeast time: Duration) {
    let amount = time / .seconds(1)
    self.init(name, time.asSetting, amount: amount, strictness: amount)
  }

  fileprivate init(_ name: Name, atMost time: Duration?, endless: String = "never") {
    let amount = time.map { $0 / .seconds(1) }
    self.init(
      name, time?.asSetting ?? endless, amount: amount, strictness: amount.map(-) ?? -.infinity)
  }

  /// Whether this value restricts less than another value of the same setting.
  ///
  /// Of two values that permit different things, each is weaker than the other.
  package func isWeaker(than other: SettingLimit) -> Bool {
    guard strictness == other.strictness else { return strictness < other.strictness }
    return !useful.isSubset(of: other.permitted)
  }

  /// Whether this value restricts more or less than another value of the same setting.
  package func differs(from other: SettingLimit) -> Bool {
    value != other.value && (isWeaker(than: other) || other.isWeaker(than: self))
  }
}

extension Org {
  /// Returns the settings that restrict the user of a start beyond the required verifications.
  package func settingLimits(_ start: WalkStart) -> [SettingLimit] {
    guard let account = start.account(policy, people) else { return [] }
    let passwords = policy.passwords(for: account, in: start.context)
    let session = policy.sessionRule(for: account, in: start.context)
    let excluded = passwords.rules.excludedAttributes.map(\.rawValue).sorted()
    return passwords.rules.limits + (passwords.lockout ?? policy.lockout).limits + [
      SettingLimit(
        .exclude, excluded.isEmpty ? "nothing" : excluded.joined(separator: ", "),
        strictness: Double(excluded.count)),
      SettingLimit(.expiry, atMost: passwords.life),
      SettingLimit(.sessionLifetime, atMost: session.lifetime, endless: "unlimited"),
      // A session can't be idle for longer than its lifetime.
      SettingLimit(
        .sessionIdle, session.idle.asSetting, amount: session.idle / .seconds(1),
        strictness: -(min(session.idle, session.lifetime ?? session.idle) / .seconds(1))),
      SettingLimit(
        .persistent, session.isPersistent ? "on" : "off", strictness: session.isPersistent ? 0 : 1),
      SettingLimit(.codeExpiry, atMost: policy.codes.life),
      SettingLimit(.codeAttempts, atMost: policy.codes.attempts, endless: "any number"),
    ]
  }

  /// Returns the settings to compare with those of another version of the org: those that restrict
  /// the user of a start, what the user may enroll, the providers that let new users in, the settings
  /// of codes and pushes that the user can get, those of the client, and for users who sign up the
  /// proof of their address.
  ///
  /// A setting that doesn't matter in one version is left out there.
  package func comparedLimits(_ start: WalkStart) -> [SettingLimit] {
    guard let account = start.account(policy, people) else { return [] }
    let creators = policy.providers.filter(\.createsUsers).map(\.name)
    return settingLimits(start) + [
      policy.enrollable(by: account, in: start.context),
      SettingLimit(.newUsers, permitting: creators, useful: Set(creators)),
    ] + (canBeGivenCode(start) ? policy.temporaryCodes.limits : [])
      + (policy.canPush(to: account) ? policy.oktaVerify.limits : []) + policy.app.limits
      + (start.index == nil && policy.isOpenToNewcomers ? policy.registration?.limits ?? [] : [])
  }

  /// Returns the names of the org's other settings that differ from the settings of another org.
  ///
  /// The effect of these settings isn't compared, unless a route shows it.
  package func otherSettings(comparedWith other: Org) -> [String] {
    let (own, old) = (policy, other.policy)
    let all: [(name: String, isChanged: Bool)] = [
      ("okta-verify", own.oktaVerify != old.oktaVerify),
      ("temporary-access-code", own.temporaryCodes != old.temporaryCodes),
      ("registration", own.registration != old.registration),
      ("idp", own.providerTitles != old.providerTitles),
      ("keep-me-signed-in", own.keepMeSignedIn != old.keepMeSignedIn),
      ("app", own.app != old.app),
      ("unknown-users", own.hidesUnknownUsers != old.hidesUnknownUsers),
      ("email-code", own.sendsEmailOnRequest != old.sendsEmailOnRequest),
      ("email-link", own.emailLink != old.emailLink),
      ("passkey-autofill", own.offersPasskeysAtFirst != old.offersPasskeysAtFirst),
      ("state-handle", own.rotatesStateHandle != old.rotatesStateHandle),
      ("sign-in", own.asksPasswordAtOnce != old.asksPasswordAtOnce),
      ("transaction", own.transactionLife != old.transactionLife),
      ("fault", own.faults != old.faults),
      ("passwords.warn", own.warnings != old.warnings),
      ("passwords.show-failures", own.tellsLocked != old.tellsLocked),
      ("recovery.after-unlock", own.signsInAfterUnlock != old.signsInAfterUnlock),
    ]
    return all.filter(\.isChanged).map(\.name)
  }
}

extension TemporaryCodePolicy {
  fileprivate var limits: [SettingLimit] {
    [
      SettingLimit(.temporaryCodeLifetime, atMost: life),
      SettingLimit(
        .temporaryCodeUses, isMultiUse ? "on" : "off", strictness: isMultiUse ? 0 : 1),
    ]
  }
}

extension Registration {
  fileprivate var limits: [SettingLimit] {
    [SettingLimit(.addressProof, verifiesEmail ? "on" : "off", strictness: verifiesEmail ? 1 : 0)]
  }
}

extension OktaVerifyPolicy {
  fileprivate var limits: [SettingLimit] {
    [
      SettingLimit(.pushNumber, showsNumber ? "on" : "off", strictness: showsNumber ? 1 : 0),
      SettingLimit(.pushExpiry, atMost: life),
    ]
  }
}

extension App {
  fileprivate var limits: [SettingLimit] {
    [
      SettingLimit(
        .clientSecret, secret == nil ? "none" : "required", strictness: secret == nil ? 0 : 1),
      SettingLimit(
        .clientProof, requiresProof ? "required" : "optional", strictness: requiresProof ? 1 : 0),
      redirects.isEmpty
        ? SettingLimit(.redirects, "any", strictness: -.infinity)
        : SettingLimit(.redirects, permitting: redirects, useful: Set(redirects)),
    ]
  }
}

extension OrgPolicy {
  /// The times before an expiry at which some rule warns users.
  fileprivate var warnings: Set<Duration> {
    Set(passwords.map(\.warning).filter { $0 > .zero })
  }

  /// Whether some rule says that an account is locked.
  fileprivate var tellsLocked: Bool { passwords.contains(where: \.tellsLocked) }

  /// Whether some rule lets users continue after an unlock.
  fileprivate var signsInAfterUnlock: Bool { recoveries.contains(where: \.signsInAfterUnlock) }

  /// Whether the org may send a push of Okta Verify to a user.
  fileprivate func canPush(to account: Account) -> Bool {
    methods(of: .oktaVerify).list.contains(.push) && mayHaveOktaVerify(account)
  }

  /// Returns the methods that a user has or may enroll.
  ///
  /// A route shows what the user has now. What the user may enroll lets the user in later, if the
  /// deciding sign-on rule accepts it.
  fileprivate func enrollable(by account: Account, in context: SignInContext) -> SettingLimit {
    let rule = rules.deciding(for: account, in: context, as: .signOn).map { rules[$0] }
    let requirement = rule?.isDenied == true ? nil : rule?.requirement ?? .any(1)
    let enrolled = account.enrollments(among: authenticators).map(\.enrollment.authenticator)
    var (words, useful): ([String], Set<String>) = ([], [])
    for offered in authenticators where offered.purpose.contains(.signIn) {
      let authenticator = offered.authenticator
      guard enrolled.contains(authenticator) || lets(account, enroll: authenticator, in: context)
      else { continue }
      let isOneOfSeveral = authenticator.methods.list.count > 1
      for method in offered.methods.list {
        let name = authenticator.rawValue
        words.append(isOneOfSeveral ? "\(name) via \(method.word)" : name)
        if requirement?.accepts(method) == true { useful.insert(words[words.count - 1]) }
      }
    }
    return SettingLimit(.enrollment, permitting: words, useful: useful)
  }

  /// Whether the enrollment policy and the account management policy may let a user enroll an
  /// authenticator, and its app can be enrolled.
  private func lets(
    _ account: Account, enroll authenticator: Authenticator, in context: SignInContext
  ) -> Bool {
    // An administrator gives a temporary access code. Routes show what a user can do with it.
    guard authenticator != .tac else { return false }
    guard authenticator != .oktaVerify || oktaVerify.enrollsAfter != nil else { return false }
    let rule = accountRules.deciding(
      for: account, in: context.enrolling(authenticator), as: .account)
    guard rule.map({ accountRules[$0].isDenied }) != true else { return false }
    guard let enrollment = enrollment(for: account, in: context) else { return true }
    return enrollment.need(of: authenticator) != nil
  }

  /// The names and types of the identity providers.
  ///
  /// Who signs in there, and who is routed there, is compared by routes.
  fileprivate var providerTitles: Set<[String]> { Set(providers.map { [$0.name, $0.kind] }) }
}

extension PasswordRules {
  fileprivate var limits: [SettingLimit] {
    [
      SettingLimit(.minLength, atLeast: minLength), SettingLimit(.minLower, atLeast: minLower),
      SettingLimit(.minUpper, atLeast: minUpper), SettingLimit(.minNumber, atLeast: minNumber),
      SettingLimit(.minSymbol, atLeast: minSymbol),
      SettingLimit(.maxRepeats, atMost: maxRepeats, endless: "any number"),
      SettingLimit(
        .username, excludesUsername ? "forbidden" : "allowed", strictness: excludesUsername ? 1 : 0),
      SettingLimit(
        .common, excludesCommon ? "forbidden" : "allowed", strictness: excludesCommon ? 1 : 0),
      SettingLimit(.history, atLeast: history), SettingLimit(.minAge, atLeast: minAge),
    ]
  }
}

extension Requirement {
  /// Whether a verification by a method can count.
  fileprivate func accepts(_ method: Method) -> Bool {
    let best = Verification(method: method, traits: method.traits(of: Traits(rawValue: .max)))
    return combinations.contains { combination in
      (combination.demands + combination.counted + combination.chain.flatMap(\.self))
        .contains { $0.isMet(by: best) }
    }
  }
}

extension Lockout {
  fileprivate var limits: [SettingLimit] {
    guard attempts < .max else {
      return [
        SettingLimit(.lockout, "never", strictness: -.infinity),
        SettingLimit(.lockoutTime, "no time", strictness: -.infinity),
      ]
    }
    return [
      SettingLimit(.lockout, atMost: attempts, endless: "never"),
      duration.map { SettingLimit(.lockoutTime, atLeast: $0) }
        ?? SettingLimit(.lockoutTime, "until it is unlocked", strictness: .infinity),
    ]
  }
}

extension Duration {
  /// The duration as settings write it, in whole seconds: `12h`, `90d`.
  package var asSetting: String {
    let seconds = components.seconds
    let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60)]
    let unit = units.first { seconds > 0 && seconds % $0.seconds == 0 }
    return unit.map { "\(seconds / $0.seconds)\($0.name)" } ?? "\(seconds)s"
  }
}

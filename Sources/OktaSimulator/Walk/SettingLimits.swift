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

  fileprivate init(_ name: Name, _ value: String, amount: Double? = nil, strictness: Double) {
    self.name = name
    self.value = value
    self.amount = amount
    self.strictness = strictness
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
  package func isWeaker(than other: SettingLimit) -> Bool { strictness < other.strictness }

  /// Whether this value restricts more or less than another value of the same setting.
  package func differs(from other: SettingLimit) -> Bool {
    value != other.value && strictness != other.strictness
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
    ]
    return all.filter(\.isChanged).map(\.name)
  }
}

extension OrgPolicy {
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

/// A setting that limits a user and that no route shows: how long a password has to be.
package struct SettingLimit: Sendable, Hashable {
  /// The setting, with its block: `passwords.min-length`.
  package let name: String
  /// What it is set to, as the org's settings say it.
  package let value: String
  /// How strict that is: of two values the stricter one has more.
  fileprivate let strictness: Double

  fileprivate init(_ name: String, atLeast count: Int) {
    self.name = name
    value = "\(count)"
    strictness = Double(count)
  }

  fileprivate init(_ name: String, atMost count: Int?, endless: String) {
    self.name = name
    value = count.map { "\($0)" } ?? endless
    strictness = count.map { -Double($0) } ?? -.infinity
  }

  fileprivate init(_ name: String, atLeast time: Duration) {
    self.name = name
    value = time.asSetting
    strictness = time / .seconds(1)
  }

  fileprivate init(_ name: String, atMost time: Duration?) {
    self.name = name
    value = time?.asSetting ?? "never"
    strictness = time.map { -($0 / .seconds(1)) } ?? -.infinity
  }

  fileprivate init(_ name: String, _ words: [String]) {
    self.name = name
    value = words.isEmpty ? "nothing" : words.sorted().joined(separator: ", ")
    strictness = Double(words.count)
  }

  fileprivate init(_ name: String, _ isStrict: Bool, strict: String, lax: String) {
    self.name = name
    value = isStrict ? strict : lax
    strictness = isStrict ? 1 : 0
  }

  /// Whether it limits less than another value of the same setting.
  package func isWeaker(than other: SettingLimit) -> Bool { strictness < other.strictness }
}

extension Org {
  /// The settings that limit the user of a start beside what has to be verified.
  package func settingLimits(_ start: WalkStart) -> [SettingLimit] {
    guard let account = start.account(policy, people) else { return [] }
    let passwords = policy.passwords(for: account, in: start.context)
    let rules = passwords.rules
    let lockout = passwords.lockout ?? policy.lockout
    let session = policy.sessionRule(for: account, in: start.context)
    return [
      SettingLimit("passwords.min-length", atLeast: rules.minLength),
      SettingLimit("passwords.min-lower", atLeast: rules.minLower),
      SettingLimit("passwords.min-upper", atLeast: rules.minUpper),
      SettingLimit("passwords.min-number", atLeast: rules.minNumber),
      SettingLimit("passwords.min-symbol", atLeast: rules.minSymbol),
      SettingLimit("passwords.max-repeats", atMost: rules.maxRepeats, endless: "any number"),
      SettingLimit(
        "passwords.username", rules.excludesUsername, strict: "forbidden", lax: "allowed"),
      SettingLimit("passwords.common", rules.excludesCommon, strict: "forbidden", lax: "allowed"),
      SettingLimit("passwords.exclude", rules.excludedAttributes.map(\.rawValue)),
      SettingLimit("passwords.history", atLeast: rules.history),
      SettingLimit("passwords.min-age", atLeast: rules.minAge),
      SettingLimit("passwords.expire", atMost: passwords.life),
      SettingLimit(
        "lockout.after", atMost: lockout.attempts == .max ? nil : lockout.attempts,
        endless: "never"),
      SettingLimit("lockout.for", atLeast: lockout.duration ?? Duration.seconds(Int64.max)),
      SettingLimit("session-policy.persistent", !session.isPersistent, strict: "off", lax: "on"),
      SettingLimit("codes.expire", atMost: policy.codes.life),
      SettingLimit("codes.attempts", atMost: policy.codes.attempts, endless: "never"),
    ]
  }
}

extension Duration {
  /// `12h`, `90d`: as settings say it.
  fileprivate var asSetting: String {
    let seconds = components.seconds
    let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("m", 60)]
    guard seconds < .max else { return "until it is unlocked" }
    let unit = units.first { seconds > 0 && seconds % $0.seconds == 0 }
    return unit.map { "\(seconds / $0.seconds)\($0.name)" } ?? "\(seconds)s"
  }
}

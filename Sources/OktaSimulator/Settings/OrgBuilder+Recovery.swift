import FlowEngine
import SimulatorKit

// How people recover a password and unlock an account.
extension OrgBuilder {
  /// `recovery ["name"] { when …; password by …; unlock by … }`.
  mutating func readRecovery(_ setting: Setting) {
    var rule = RecoveryRule(name: ruleName(setting, policy.recoveries.compactMap(\.name)))
    var isConditional = false
    let settings = reader.known(setting.block ?? [], in: ["recovery"])
    for inner in settings {
      switch inner.name {
      case "when":
        isConditional = true
        rule.conditions += readConditions(inner, "recovery", only: ["group", "user", "zone"])
      case "password": rule.password = readBy(inner, allowed: Self.firstProofs)
      case "unlock": rule.unlock = readBy(inner, allowed: Self.firstProofs)
      case "password-second": rule.passwordSecond = readSecond(inner)
      case "unlock-second": rule.unlockSecond = readSecond(inner)
      case "deny": readDenied(inner, settings)
      default: rule.signsInAfterUnlock = reader.choice(inner, ["done", "sign-in"]) == "sign-in"
      }
      if inner.name == "password", policy.methods(of: .password).isEmpty {
        reader.report(
          SettingProblem(
            .value, "this org has no authenticator `password` to recover", at: inner.place))
      }
    }
    for (second, first) in [("password-second", "password"), ("unlock-second", "unlock")] {
      guard let setting = settings.first(where: { $0.name == second }),
        !settings.contains(where: { $0.name == first })
      else { continue }
      reader.report(
        SettingProblem(
          .missing, "`\(second)` needs `\(first)`: it comes after a first proof",
          at: setting.place, help: "add \(Org.form("recovery", first))"))
    }
    noteReach(setting, isConditional: isConditional)
    policy.recoveries.append(rule)
  }

  /// What reaches somebody elsewhere, and what only their device shows.
  private static let firstProofs: [Authenticator] = [.email, .phone, .oktaVerify, .googleOTP]

  /// `deny password, unlock`: said in words, what a rule that names neither does.
  private mutating func readDenied(_ setting: Setting, _ settings: [Setting]) {
    let form = Org.form("recovery", "deny")
    for (name, term) in reader.names(setting, form) {
      guard ["password", "unlock"].contains(name) else {
        reader.report(
          SettingProblem(
            .value, "`\(name)` can't be denied", at: term.place, help: "write it as \(form)",
            word: name, candidates: ["password", "unlock"]))
        continue
      }
      guard let other = settings.first(where: { $0.name == name }) else { continue }
      reader.report(
        SettingProblem(
          .value, "a rule can't offer and deny the same", at: term.place, other: other.place))
    }
  }

  /// `by phone or security-question`, or `any`: whatever else somebody has, but the password.
  private mutating func readSecond(_ setting: Setting) -> [Authenticator] {
    if setting.values.count == 1, setting.values[0].count == 1, setting.values[0][0].word == "any" {
      return Self.secondProofs
    }
    return readBy(setting, allowed: Self.secondProofs)
  }

  private static let secondProofs = Authenticator.allCases.filter { $0 != .password }

  /// `by email or phone`.
  private mutating func readBy(
    _ setting: Setting, allowed: [Authenticator]
  ) -> [Authenticator] {
    let form = Org.form("recovery", setting.name)
    let terms = reader.terms(setting, form)
    guard terms.count > 1, terms[0].word == "by" else {
      reader.malformed(setting, at: terms.first, form)
      return []
    }
    var authenticators: [Authenticator] = []
    for (index, term) in terms.dropFirst().enumerated() {
      if index % 2 == 1 {
        if term.word != "or" { reader.malformed(setting, at: term, form) }
        continue
      }
      guard let authenticator = reader.authenticator(term, of: policy) else { continue }
      guard allowed.contains(authenticator) else {
        reader.report(
          SettingProblem(
            .value, "nobody recovers with `\(authenticator.rawValue)` here", at: term.place,
            help: "write it as \(form)", word: term.word, candidates: allowed.map(\.rawValue)))
        continue
      }
      guard !authenticators.contains(authenticator) else {
        reader.report(
          SettingProblem(
            .duplicate, "`\(authenticator.rawValue)` stands twice", at: term.place))
        continue
      }
      authenticators.append(authenticator)
    }
    if terms.count % 2 == 1 { reader.malformed(setting, at: terms[terms.count - 1], form) }
    return authenticators
  }
}

import FlowEngine
import SimulatorKit

// What people's devices are, and what their browsers have verified already.
extension OrgBuilder {
  /// `session password, email 2h ago`.
  mutating func readSession(_ setting: Setting, _ account: inout Account) {
    let form = Org.form("user", "session")
    var values = setting.values
    var age = Duration.zero
    if let last = values.last, last.last?.word == "ago" {
      let start = last.firstIndex { $0.word == nil } ?? last.count - 1
      guard start > 0, let span = SettingReader.span(last[start..<(last.count - 1)]) else {
        reader.malformed(setting, at: last[max(start, 0)], form)
        return
      }
      age = span
      values[values.count - 1] = Array(last[..<start])
    }
    var methods = Methods()
    for terms in values {
      guard let first = terms.first, let authenticator = reader.authenticator(first, of: policy)
      else { return }
      guard
        let named = reader.methods(
          terms.dropFirst(), of: authenticator, allowed: policy.methods(of: authenticator))
      else { return }
      methods.formUnion(named)
    }
    guard !methods.isEmpty else {
      reader.malformed(setting, form)
      return
    }
    account.session = Account.SessionSetting(methods: methods, age: age)
  }

  /// Reports what a browser can't have verified.
  mutating func checkSession(_ setting: Setting, _ account: Account) {
    guard let session = account.session else { return }
    let enrolled = account.enrolments(among: policy.authenticators).reduce(into: Methods()) {
      $0.formUnion($1.methods)
    }
    // A passkey is made by the host, and there is none where settings are only looked at.
    let known = enrolled.union(.webauthn)
    guard !session.methods.isDisjoint(with: known) else {
      reader.report(
        SettingProblem(
          .value, "`\(account.login)` has nothing enrolled that a session could have verified",
          at: setting.place))
      return
    }
  }

  /// `user-verification biometrics`, `pin` or `off`.
  mutating func readUserVerification(_ setting: Setting, _ traits: inout Traits) {
    traits.subtract(.verification)
    switch reader.choice(setting, ["biometrics", "pin", "off"]) {
    case "biometrics": traits.formUnion(.biometrics)
    case "pin": traits.formUnion(.pin)
    default: break
    }
  }

  /// `hardware-protected on` and the like.
  mutating func readTrait(_ setting: Setting, _ trait: Traits, _ traits: inout Traits) {
    if reader.choice(setting, ["off", "on"]) == "on" {
      traits.formUnion(trait)
    } else {
      traits.subtract(trait)
    }
  }
}

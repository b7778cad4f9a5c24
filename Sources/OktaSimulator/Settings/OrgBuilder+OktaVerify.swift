import FlowEngine
import SimulatorKit

extension OrgBuilder {
  /// `okta-verify { number-challenge on; push on-request; expire 5m; enroll after 10s }`.
  mutating func readOktaVerify(_ setting: Setting) {
    withoutValue(setting)
    needs(.oktaVerify, setting)
    for inner in reader.known(setting.block ?? [], in: ["okta-verify"]) {
      switch inner.name {
      case "number-challenge":
        policy.oktaVerify.showsNumber = reader.choice(inner, ["off", "on"]) == "on"
      case "push":
        policy.oktaVerify.sendsOnRequest =
          reader.choice(inner, ["at-once", "on-request"]) == "on-request"
      case "expire":
        policy.oktaVerify.life = reader.duration(inner) ?? policy.oktaVerify.life
      default:
        let form = Org.form("okta-verify", "enroll")
        let terms = reader.terms(inner, form)
        if terms.count == 1, terms[0].word == "never" {
          policy.oktaVerify.enrollsAfter = nil
        } else if terms.count == 2, terms[0].word == "after", let duration = terms[1].duration {
          policy.oktaVerify.enrollsAfter = duration
        } else {
          reader.malformed(inner, at: terms.first, form)
        }
      }
    }
  }

  /// `okta-verify "BASE32KEY" { push approve after 3s }`.
  mutating func readOktaVerify(_ setting: Setting, _ account: inout Account) {
    needs(.oktaVerify, setting)
    let key = codeKey(setting, Org.form("user", "okta-verify"))
    var answers: [PushAnswer] = []
    var sendsAtOnce = false
    var traits: Traits = []
    for inner in reader.known(setting.block ?? [], in: ["user", "okta-verify"]) {
      switch inner.name {
      case "auto-challenge":
        sendsAtOnce = reader.choice(inner, ["off", "on"]) == "on"
        continue
      case "user-verification":
        readUserVerification(inner, &traits)
        continue
      case "hardware-protected":
        readTrait(inner, .hardwareProtected, &traits)
        continue
      default: break
      }
      let form = Org.form("user", "okta-verify", "push")
      if inner.values.isEmpty { reader.malformed(inner, form) }
      for terms in inner.values {
        guard let answer = pushAnswer(terms) else {
          reader.malformed(inner, at: terms.first, form)
          continue
        }
        answers.append(answer)
      }
    }
    guard let key else { return }
    var phone = Account.OktaVerify(key: key)
    phone.answers = answers
    phone.sendsAtOnce = sendsAtOnce
    phone.traits = traits
    account.oktaVerify = phone
  }

  /// `approve`, `deny` or `ignore`, and after how long.
  private func pushAnswer(_ terms: [SettingTerm]) -> PushAnswer? {
    guard let word = terms.first?.word, let kind = PushAnswer.Kind(rawValue: word) else {
      return nil
    }
    var answer = PushAnswer(kind: kind)
    guard terms.count > 1 else { return answer }
    guard terms.count == 3, kind != .ignore, terms[1].word == "after",
      let duration = terms[2].duration
    else { return nil }
    answer.after = duration
    return answer
  }
}

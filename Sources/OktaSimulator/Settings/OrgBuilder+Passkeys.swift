import FlowCrypto
import FlowEngine
import SimulatorKit

// Passkeys and other devices, and what people do with the links of mails.
extension OrgBuilder {
  /// `passkey NAME`: made by the host, which keeps the private key.
  mutating func readPasskey(_ setting: Setting, _ account: inout Account) {
    needs(.webauthn, setting)
    guard let name = reader.one(setting, Org.form("user", "passkey"), \.name) else { return }
    guard passkeyNames.insert(name).inserted else {
      reader.report(
        SettingProblem(
          .duplicate, "the passkey `\(name)` stands twice in this org", at: setting.valuePlace))
      return
    }
    guard account.passkeys.count < Account.passkeysMax else {
      reader.report(
        SettingProblem(
          .value, "an account has at most \(Account.passkeysMax) passkeys", at: setting.place))
      return
    }
    var traits: Traits = [.deviceBound, .biometrics]
    for inner in reader.known(setting.block ?? [], in: ["user", "passkey"]) {
      switch inner.name {
      case "user-verification": readUserVerification(inner, &traits)
      case "hardware-protected": readTrait(inner, .hardwareProtected, &traits)
      default:
        readTrait(inner, .deviceBound, &traits)
        traits.formSymmetricDifference(.deviceBound)
      }
    }
    guard let passkeys else { return }
    do throws(CryptoFailure) {
      let made = try passkeys(name, account.passkeyHandle)
      account.passkeys.append(
        Account.Passkey(
          credential: made.credential, key: .es256(made.key), counter: 0, traits: traits))
    } catch {
      reader.report(
        SettingProblem(
          .value, "the passkey `\(name)` can't be made: \(error)", at: setting.place))
    }
  }

  /// What a device shows, such as `rsa-token "123456"`.
  mutating func readDevice(_ setting: Setting, _ form: SettingForm, _ account: inout Account) {
    guard let device = Authenticator.devices.first(where: { $0.rawValue == setting.name }) else {
      return
    }
    needs(device, setting)
    account.devices[device] = reader.one(setting, form, \.secret)
  }

  mutating func readAutofill(_ setting: Setting) {
    policy.offersPasskeysAtFirst = reader.choice(setting, ["off", "offered"]) == "offered"
    if policy.offersPasskeysAtFirst { needs(.webauthn, setting) }
  }

  /// `opens [after D] [on this device | on another device [and refuses]]`.
  mutating func readLinkHabit(_ setting: Setting, _ form: SettingForm) -> Account.LinkHabit? {
    var terms = reader.terms(setting, form)[...]
    func take(_ words: String...) -> Bool {
      guard terms.count >= words.count, zip(terms, words).allSatisfy({ $0.word == $1 }) else {
        return false
      }
      terms = terms.dropFirst(words.count)
      return true
    }
    guard take("opens") else {
      reader.malformed(setting, at: terms.first, form)
      return nil
    }
    var habit = Account.LinkHabit()
    if take("after") {
      guard let delay = terms.first?.duration else {
        reader.malformed(setting, at: terms.first, form)
        return nil
      }
      habit.delay = delay
      terms = terms.dropFirst()
    }
    if take("on", "another", "device") {
      habit.isHere = false
      if take("and", "refuses") { habit.agrees = false }
    } else {
      _ = take("on", "this", "device")
    }
    if let extra = terms.first { reader.malformed(setting, at: extra, form) }
    return habit
  }
}

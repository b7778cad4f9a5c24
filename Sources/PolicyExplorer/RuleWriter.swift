import OktaSimulator
import FlowSyntax

/// Writes the acts of a route as rules of a flow, in order.
struct RuleWriter {
  let person: PersonValues
  /// The traits of each of the user's passkeys.
  private let passkeys: [Traits]
  private(set) var rules: [String] = []
  /// The values that the rules name, in the order of their first use.
  private(set) var values: [(name: String, text: String)] = []
  /// Whether every act could be written as a rule.
  private(set) var isWhole = true
  /// Whether the next page reports that the last answer was wrong.
  private var followsRefusal = false
  /// The name of the value that is the current password.
  private var password = "password"

  init(_ person: PersonValues, passkeys: [Traits]) {
    self.person = person
    self.passkeys = passkeys
  }

  mutating func write(_ step: WalkStep) {
    switch step.act {
    case .fail: writeFailures(step)
    default:
      guard let (pattern, action) = rule(step) else {
        isWhole = false
        return
      }
      add(pattern, action)
    }
    followsRefusal = step.refusal != nil
  }

  /// Writes a `Detour`, which the flow takes before a step.
  mutating func write(_ detour: Detour, at step: WalkStep) {
    let pattern = Detour.pattern(of: step.page) ?? ""
    switch detour {
    case .resend: add(pattern, "resend")
    case .poll: add(pattern, "poll for 1s")
    case .choose(let other, let back):
      for act in [other, back] {
        guard let (pattern, action) = choice(act) else {
          isWhole = false
          return
        }
        // Without the condition, the rule for the page itself would apply.
        rules.append("on \(pattern) when not message once \(action)")
      }
    }
  }

  private func choice(_ act: WalkAct) -> (pattern: String, action: String)? {
    switch act {
    case .select(let enrollment, let method):
      (
        "select-authenticator-authenticate",
        "choose \(RuleWriter.option(enrollment.authenticator, method))"
      )
    case .selectNew(let authenticator, let method): selectNew(authenticator, method)
    default: nil
    }
  }

  private mutating func add(_ pattern: String, _ action: String) {
    rules.append("on \(pattern)\(followsRefusal ? " when message" : "") once \(action)")
  }

  /// Records a value under a name, and returns the name.
  ///
  /// A missing value makes the route inexpressible.
  private mutating func name(_ name: String, _ text: String?) -> String {
    guard let text else {
      isWhole = false
      return name
    }
    if !values.contains(where: { $0.name == name }) { values.append((name, text)) }
    return name
  }

  // MARK: Rules

  private mutating func rule(_ step: WalkStep) -> (pattern: String, action: String)? {
    switch step.act {
    case .identify:
      let identifier = "answer identifier = \(TextLiteral.quoted(person.login))"
      guard step.page == .identify else { return ("identify-recovery", identifier) }
      guard step.asksPassword else { return ("identify", identifier) }
      return ("identify", "\(identifier), passcode = \(name(password, person.password))")
    case .usePasskey:
      return passkey(passkeys.first).map {
        ("challenge-webauthn-autofillui-authenticator", "answer passkey = \($0)")
      }
    case .signInElsewhere: return ("redirect-idp", "follow")
    case .startSignUp: return ("select-enroll-profile", "submit")
    case .startUnlock: return ("unlock-account", "submit")
    case .signUp: return ("enroll-profile", fill(step))
    case .completeProfile: return ("profile-update", fill(step))
    case .unlock(let authenticator, let method):
      let option = RuleWriter.option(authenticator, method)
      return (
        "select-authenticator-unlock-account",
        "choose \(option) with identifier = \(TextLiteral.quoted(person.login))"
      )
    case .select(.oktaVerify, let method) where step.page == .push(method):
      return ("resend", "resend")
    case .select(let enrollment, let method):
      let option = RuleWriter.option(enrollment.authenticator, method)
      return (
        isAsked(step.page)
          ? "authenticator-verification-data" : "select-authenticator-authenticate",
        "choose \(option)"
      )
    case .answer(let traits): return answer(step.page, traits)
    case .wait: return ("challenge-poll", "poll for 10m")
    case .recover:
      return (step.page == .identify ? "identify" : "challenge password", "recover")
    case .setPassword: return newPassword(step)
    case .skip: return ("skip", "skip")
    case .selectNew(let authenticator, let method): return selectNew(authenticator, method)
    case .enroll: return enroll(step)
    case .stay(let stays): return ("keep-me-signed-in", "answer keepMeSignedIn = \(stays)")
    case .agree(let agrees): return ("consent", "answer consent = \(agrees)")
    case .fail: return nil
    }
  }

  private func isAsked(_ page: WalkPage) -> Bool {
    switch page {
    case .chooseMethod, .chooseOktaVerify: true
    default: false
    }
  }

  /// Returns the option for a method, such as `phone via sms` or `email`.
  private static func option(_ authenticator: Authenticator, _ method: Method) -> String {
    switch authenticator {
    case .phone, .oktaVerify: "\(authenticator.rawValue) via \(method.word)"
    default: authenticator.rawValue
    }
  }

  private mutating func fill(_ step: WalkStep) -> String {
    var values = step.fields.map { "\($0.name) = \(TextLiteral.quoted($0.value))" }
    if let password = step.password {
      self.password = name("newPassword", TextLiteral.quoted(password))
      values.append("passcode = \(self.password)")
    }
    return "answer " + values.joined(separator: ", ")
  }

  // MARK: Verifying

  private mutating func answer(
    _ page: WalkPage, _ traits: Traits
  ) -> (pattern: String, action: String)? {
    guard case .challenge(let enrollment, let method) = page else { return nil }
    let pattern = "challenge \(enrollment.authenticator.rawValue)"
    switch enrollment {
    case .password:
      return (
        pattern,
        "answer passcode = \(password == "password" ? name(password, person.password) : password)"
      )
    case .email: return (pattern, "answer code = inbox email")
    case .phone: return (pattern, "answer code = inbox \(method.rawValue)")
    case .googleOTP: return (pattern, "answer code = totp \(name("codeKey", person.codeKey))")
    case .oktaVerify: return (pattern, "answer code = totp \(name("appKey", person.appKey))")
    case .securityQuestion:
      return (pattern, "answer answer = \(name("answer", person.answer))")
    case .webauthn: return passkey(traits).map { (pattern, "answer passkey = \($0)") }
    case .device(let device):
      let code = name("deviceCode", person.devices[device.rawValue])
      return (pattern, "answer \(device.answerField) = \(code)")
    }
  }

  /// Returns the user's first passkey with some traits, such as `passkey jane`; `nil` if there is
  /// none.
  private func passkey(_ traits: Traits?) -> String? {
    guard let traits, let index = passkeys.firstIndex(of: traits),
      person.passkeys.indices.contains(index)
    else { return nil }
    return "passkey \(person.passkeys[index])"
  }

  /// Writes rules that give wrong answers until the org accepts no more.
  ///
  /// Each wrong answer is different, because a flow may not send the same answer twice.
  private mutating func writeFailures(_ step: WalkStep) {
    switch step.page {
    case .challenge(let enrollment, _):
      let pattern = "challenge \(enrollment.authenticator.rawValue)"
      let wrong: String
      switch enrollment {
      case .password: wrong = "passcode = random password"
      case .securityQuestion: wrong = "answer = random password"
      case .device(let device): wrong = "\(device.answerField) = random digits 6"
      case .webauthn:
        isWhole = false
        return
      default: wrong = "code = random digits 6"
      }
      add(pattern, "answer \(wrong)")
      let key = enrollment == .password ? ".key is \"incorrectPassword\"" : ""
      rules.append("on \(pattern) when message\(key) answer \(wrong)")
    case .identify:
      let wrong =
        "answer identifier = \(TextLiteral.quoted(person.login)), passcode = random password"
      add("identify", wrong)
      rules.append("on identify when message.key is \"errors.E0000004\" \(wrong)")
    default: isWhole = false
    }
  }

  // MARK: Enrolling

  private mutating func newPassword(
    _ step: WalkStep
  ) -> (pattern: String, action: String)? {
    let pattern: String
    switch step.page {
    case .newPassword(.recovery): pattern = "reset-authenticator"
    case .newPassword(.expiry): pattern = "reenroll-authenticator"
    case .newPassword(.warning): pattern = "reenroll-authenticator-warning"
    default: return nil
    }
    guard let new = step.password else { return nil }
    password = name("newPassword", TextLiteral.quoted(new))
    return (pattern, "answer passcode = \(password)")
  }

  private func selectNew(
    _ authenticator: Authenticator, _ method: Method
  ) -> (pattern: String, action: String) {
    let option =
      switch authenticator {
      case .phone:
        "phone via \(method.word) with phoneNumber = \(TextLiteral.quoted(WalkValues.phoneNumber))"
      case .oktaVerify: "okta-verify via qrcode"
      default: authenticator.rawValue
      }
    return ("select-authenticator-enroll", "choose \(option)")
  }

  private mutating func enroll(_ step: WalkStep) -> (pattern: String, action: String)? {
    guard case .enroll(let authenticator, let method) = step.page else {
      return ("enroll-poll", "poll for 10m")
    }
    let pattern = "enroll-authenticator \(authenticator.rawValue)"
    switch authenticator {
    case .password:
      guard let new = step.password else { return nil }
      password = name("newPassword", TextLiteral.quoted(new))
      return (pattern, "answer passcode = \(password)")
    case .email: return (pattern, "answer code = inbox email")
    case .phone: return (pattern, "answer code = inbox \(method.rawValue)")
    case .googleOTP: return (pattern, "answer code = totp step.sharedSecret")
    case .securityQuestion:
      let answer = TextLiteral.quoted(WalkValues.answer)
      return (pattern, "answer questionKey = \"disliked_food\", answer = \(answer)")
    case .webauthn: return (pattern, "answer passkey = passkey walker")
    case .oktaVerify: return nil
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey:
      let code = TextLiteral.quoted(WalkValues.deviceCode)
      let more = authenticator.enrollmentFields.map { ", \($0) = \(code)" }.joined()
      return (pattern, "answer \(authenticator.answerField) = \(code)\(more)")
    case .tac: return nil
    }
  }
}

extension Authenticator {
  /// The name of the field for the code of a device.
  fileprivate var answerField: String { self == .duo ? "signatureData" : "passcode" }

  /// The names of further fields in the enrollment form.
  fileprivate var enrollmentFields: [String] {
    switch self {
    case .symantecVIP: ["credentialId", "nextPasscode"]
    case .rsaToken, .onPremMFA: ["clientData"]
    default: []
    }
  }
}

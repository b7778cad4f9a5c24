import TestSupport

/// A random org of which the management API can say everything.
struct SayableOrg {
  private(set) var text = ""
  private var random: SeededGenerator
  private var authenticators: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    authenticators =
      ["password", "email"]
      + ["phone", "okta-verify", "google-otp", "webauthn", "security-question"].filter { _ in coin()
      }
    let hasCodes = coin(3)
    if hasCodes { authenticators.append("tac") }
    var words: [String] = []
    for authenticator in authenticators { words.append(offered(authenticator)) }
    line("authenticators \(words.joined(separator: ", "))")
    if hasCodes, coin() { line("temporary-access-code { lifetime 45m; multi-use on }") }
    if authenticators.contains("okta-verify") {
      let preferred = "unknown \"Okta Verify, user verification: PREFERRED\""
      let isKnown = coin(3)
      line(
        isKnown
          ? "okta-verify { user-verification biometrics; number-challenge on }"
          : "okta-verify { user-verification \(preferred) }")
    }
    line("zone \"office\" { ip \"10.0.0.0/8\" }")
    line("zone \"vpn\" { ip \"192.168.1.1-192.168.1.9\" }")
    line("zone \"abroad\" { country \"DE\", \"UA-26\"; asn not \"64500\"; service not \"TOR\" }")
    addAssurances()
    for number in 1...3 { addUser(number) }
    addSessionRules()
    if coin(3) { addApps() } else { addSignOn() }
    addEnrollment()
    addAccountRules()
    addPasswords()
    if coin(3) {
      line(
        "registration { profile firstName, email, nickName?; groups staff; email-verification \(coin() ? "on" : "off") }"
      )
    }
    if coin() { addProviders() }
    // In the API, staying signed in is a part of the rules that let users in.
    let rules = text.split(separator: "\n").filter { $0.contains("sign-on") }.joined()
    if coin(4), rules.contains("require ") {
      line("keep-me-signed-in asked { prompt every 7 days }")
    }
  }

  private mutating func line(_ line: String) { text += "  \(line)\n" }

  private mutating func coin(_ most: Int = 2) -> Bool {
    Int.random(in: 0..<most, using: &random) == 0
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  // MARK: Authenticators and users

  private mutating func offered(_ word: String) -> String {
    let use =
      ["password", "tac"].contains(word) || !coin(4) ? "" : pick([" for recovery", " for sign-in"])
    switch word {
    case "phone": return pick(["phone", "phone via sms"]) + use
    case "okta-verify":
      return pick(["okta-verify via push or totp", "okta-verify via fastpass or push or totp"])
        + use
    default: return word + use
    }
  }

  private mutating func addUser(_ number: Int) {
    var parts = ["password \"Correct-Horse-1\" set \(pick(["1", "80", "200"])) days ago"]
    if coin(3) { parts.append("groups \(pick(["staff", "admins", "staff, admins"]))") }
    if coin(3) { parts.append("attribute team \"\(pick(["blue", "red"]))\"") }
    if coin(4) { parts.append("type \"contractor\"") }
    if coin(6) { parts.append("status \(pick(["locked", "suspended", "password-expired"]))") }
    if authenticators.contains("phone"), coin() {
      parts.append("phone \"+1555000000\(number)\" via sms")
    }
    if authenticators.contains("okta-verify"), coin() {
      let methods = coin(3) ? " { methods totp }" : ""
      parts.append("okta-verify \"JBSWY3DPEHPK3PXP\"\(methods)")
    }
    if authenticators.contains("google-otp"), coin() {
      parts.append("google-otp \"JBSWY3DPEHPK3PXP\"")
    }
    if authenticators.contains("security-question"), coin() {
      parts.append("security-question \"disliked_food\" answer \"Turnips\"")
    }
    if authenticators.contains("webauthn"), coin() { parts.append("passkey key-\(number)") }
    line("user \"u\(number)@example.com\" { \(parts.joined(separator: "; ")) }")
  }

  // MARK: Rules

  private mutating func addAssurances() {
    let version = pick(["14", "14.1", "15.0.2"])
    let grace = coin(3) ? "; grace until \"2027-03-01\"" : ""
    line(
      "assurance \"Macs\" { platform macos; os-version \"\(version)\"; disk-encryption all-internal-volumes\(grace) }"
    )
    let lock = pick(["biometric", "passcode, biometric"])
    let disk = coin() ? "; disk-encryption full, user" : ""
    line("assurance \"Phones\" { platform android; screen-lock \(lock); jailbreak denied\(disk) }")
    let check = #"osVersion: {\"dynamicVersionRequirement\":{\"type\":\"MINIMUM\"}}"#
    line("assurance \"PCs\" { platform windows; secure-hardware required; check \"\(check)\" }")
  }

  private mutating func conditions(_ kinds: [String]) -> String {
    var parts: [String] = []
    for kind in kinds where coin(kinds.count > 3 ? 4 : 2) {
      let not = coin(3) ? "not " : ""
      switch kind {
      case "group": parts.append("\(not)group \(pick(["staff", "admins", "staff, admins"]))")
      case "plain-group": parts.append("group \(pick(["staff", "admins"]))")
      case "user": parts.append("\(not)user \"u1@example.com\"")
      case "not-user": parts.append("not user \"u1@example.com\"")
      case "zone": parts.append("\(not)zone \"\(pick(["office", "vpn", "abroad"]))\"")
      case "risk": parts.append("\(not)risk \(pick(["low", "high", "medium, high"]))")
      case "plain-risk": parts.append("risk \(pick(["low", "high"]))")
      case "device":
        parts.append(pick(["device managed", "device registered, managed", "not device managed"]))
      case "platform": parts.append("\(not)platform \(pick(["ios", "mobile", "windows, macos"]))")
      case "type": parts.append("\(not)type \"contractor\"")
      case "attribute":
        parts.append("\(not)attribute team \(pick(["\"blue\"", "\"blue\", \"red\""]))")
      case "plain-behavior": parts.append("behavior \(pick(["\"New IP\"", "\"New IP\", \"Far\""]))")
      case "assurance":
        parts.append("assurance \(pick(["\"Macs\"", "\"Phones\"", "\"PCs\", \"Macs\""]))")
      default: parts.append("\(not)behavior \(pick(["\"New IP\"", "\"O'Neil's IP\", \"Far\""]))")
      }
    }
    return parts.isEmpty ? "" : "when \(parts.joined(separator: " and ")); "
  }

  private mutating func addSessionRules() {
    guard coin() else { return }
    func body(_ org: inout SayableOrg) -> String {
      if org.coin(5) { return "deny" }
      var parts: [String] = []
      if org.coin() { parts.append("require password") }
      if org.coin() {
        parts.append(
          org.pick(["mfa always", "mfa per device", "mfa per session", "mfa every 15m"]))
      }
      parts.append("lifetime \(org.pick(["1h", "8h", "30 days"]))")
      parts.append("idle \(org.pick(["15m", "2h"]))")
      return parts.joined(separator: "; ")
    }
    let condition = conditions(["group", "zone", "plain-risk", "plain-behavior"])
    if !condition.isEmpty { line("session-policy \"first\" { \(condition)\(body(&self)) }") }
    line("session-policy { \(body(&self)) }")
  }

  private mutating func requirement() -> String {
    let usable = text.split(separator: "\n").first.map(String.init) ?? ""
    func canSignIn(_ word: String) -> Bool {
      guard let range = usable.firstRange(of: word) else { return false }
      let rest = usable[range.upperBound...].prefix { $0 != "," }
      return !rest.contains("for recovery")
    }
    var words = ["password", "any 1", "knowledge"]
    if ["email", "phone", "okta-verify", "google-otp", "webauthn"].contains(where: canSignIn) {
      words += ["2 factors", "2 factors with password"]
    }
    if canSignIn("email") {
      words.append("password and email")
      if canSignIn("google-otp") { words.append("2 factors without email") }
    }
    if canSignIn("phone") { words += ["phone via sms", "2 factors with phone via sms"] }
    if canSignIn("okta-verify") {
      words += [
        "password or okta-verify via push", "password then okta-verify via push", "inherence",
        "user-verifying possession",
      ]
    }
    if canSignIn("webauthn") {
      words += ["phishing-resistant possession", "password and webauthn"]
    }
    return pick(words)
  }

  private mutating func signOn(_ name: String?) -> String {
    let kinds = [
      "group", "user", "zone", "risk", "device", "platform", "type", "attribute", "behavior",
      "assurance",
    ]
    let condition = name == nil ? "" : conditions(kinds)
    let head = name.map { "sign-on \"\($0)\"" } ?? "sign-on"
    if coin(5) { return "\(head) { \(condition)deny }" }
    let age = pick(["", "; reauthenticate always", "; reauthenticate every 2h"])
    return "\(head) { \(condition)require \(requirement())\(age) }"
  }

  private mutating func signOnRules() -> [String] {
    var rules: [String] = []
    for name in ["one", "two"] where coin() {
      let rule = signOn(name)
      // A rule without a condition is the last one.
      if rule.contains("when ") { rules.append(rule) }
    }
    return rules + [signOn(nil)]
  }

  private mutating func addSignOn() { for rule in signOnRules() { line(rule) } }

  private mutating func addApps() {
    for name in ["crm", "payroll"] {
      let assigned = coin() ? "assigned group staff, user \"u2@example.com\"; " : ""
      line(
        "app \"\(name)\" { client-id \"0oa\(name)\"; \(assigned)\(signOnRules().joined(separator: "; ")) }"
      )
    }
  }

  private mutating func addEnrollment() {
    guard coin() else { return }
    func body(_ org: inout SayableOrg) -> String {
      var needs: [String: [String]] = [:]
      for word in org.authenticators {
        let isUsual = word == "email" || word == "password"
        let possible =
          word == "tac"
          ? ["disabled", ""] : ["required", "optional", "disabled", isUsual ? "" : "optional"]
        let need = org.pick(possible)
        let grace = need == "required" && org.coin(3) ? " within 3 skips" : ""
        if !need.isEmpty, word != "password" || need != "disabled" {
          needs[need, default: []].append(word + grace)
        }
      }
      var parts = needs.sorted { $0.key < $1.key }.map {
        "\($0.key) \($0.value.joined(separator: ", "))"
      }
      if org.coin(3) { parts.append("ask never") }
      return parts.joined(separator: "; ")
    }
    let condition = conditions(["plain-group", "zone", "not-user"])
    if !condition.isEmpty { line("enrollment \"first\" { \(condition)\(body(&self)) }") }
    line("enrollment { \(body(&self)) }")
  }

  private mutating func addAccountRules() {
    guard coin() else { return }
    let unable = "account management: a user who has only one factor may enroll another one"
    func body(_ org: inout SayableOrg) -> String {
      if org.coin(4) { return "deny" }
      let requirement = org.requirement()
      let age = org.pick(["", "; reauthenticate always", "; reauthenticate every 2h"])
      let end = requirement == "2 factors" ? "; if-unable unknown \"\(unable)\"" : ""
      return "require \(requirement)\(age)\(end)"
    }
    for name in ["one", "two"] where coin() {
      let some = authenticators.filter { $0 != "tac" && coin() }
      var condition = conditions(["group", "zone", "risk", "device", "behavior"])
      if !some.isEmpty {
        let not = coin(3) ? "not " : ""
        condition += "when \(not)authenticator \(some.joined(separator: ", ")); "
      }
      if !condition.isEmpty {
        line("account-management \"\(name)\" { \(condition)\(body(&self)) }")
      }
    }
    line("account-management { \(body(&self)) }")
  }

  /// Adds identity providers as an import writes them, and routing rules.
  private mutating func addProviders() {
    let account = "unknown \"account at identity provider: "
    let linked = "unknown \"link to identity provider: "
    line("idp \"Partner\" { type SAML2; signs-in \(account)Partner\" }")
    let filter = pick(["group staff", "group staff, admins", "not user \"u1@example.com\""])
    let both = "signs-in \(account)Google\" and \(linked)Google\""
    line("idp \"Google\" { \(coin() ? "signs-in \(filter) and \(account)Google\"; " : "")\(both) }")
    for name in ["one", "two"] where coin() {
      let who = pick([
        "login \"*@example.com\"", "login \"u1*\", \"*2@*\"", "login \"u3@example.com\"",
        "attribute team \"blue\"", "zone \"office\"",
      ])
      let place = coin(3) && !who.contains("zone") ? " and not zone \"vpn\"" : ""
      let system = coin(3) ? " and not platform ios" : ""
      let app = coin(3) && text.contains("app \"crm\"") ? " and app \"crm\"" : ""
      let target = pick(["org", "idp \"Partner\"", "idp \"Google\", \"Partner\""])
      line("routing \"\(name)\" { when \(who)\(place)\(system)\(app); to \(target) }")
    }
    if coin(3) { line("routing { to \(pick(["org", "idp \"Partner\""])) }") }
  }

  /// Returns the settings of a recovery rule that requires what the account management policy asks
  /// for.
  private mutating func requiredRecovery() -> String {
    var parts: [String] = []
    var denied: [String] = []
    for action in ["password", "unlock", "expired-password"] {
      if coin() {
        parts.append("\(action) require \(requirement())")
      } else if coin() {
        denied.append(action)
      }
    }
    if parts.isEmpty, denied.isEmpty { denied = ["password", "unlock"] }
    return (parts + (denied.isEmpty ? [] : ["deny \(denied.joined(separator: ", "))"]))
      .joined(separator: "; ")
  }

  private mutating func addPasswords() {
    func body(_ org: inout SayableOrg) -> String {
      let parts = [
        "min-length \(org.pick(["8", "12"]))", "min-symbol \(org.pick(["0", "1"]))",
        "expire \(org.pick(["never", "after 90 days"]))",
        "lockout \(org.pick(["after 5 attempts for 15m", "after 10 attempts", "never"]))",
      ]
      return parts.joined(separator: "; ")
    }
    if coin() {
      if coin() { line("passwords \"staff\" { when group staff; \(body(&self)) }") }
      line("passwords { \(body(&self)) }")
    }
    if coin(3) {
      let condition = conditions(["group", "zone"])
      line("recovery \"required\" { \(condition)\(requiredRecovery()) }")
      guard !condition.isEmpty else { return }
    }
    guard coin() else { return }
    let ways = text.contains("email for sign-in") ? "" : "email"
    guard !ways.isEmpty else { return }
    let second = coin(3) ? "; password-second any" : ""
    let rule = pick([
      "password by email\(second)", "deny password, unlock",
      "password by email; unlock by email",
    ])
    let condition = conditions(["group", "zone"])
    if !condition.isEmpty { line("recovery \"first\" { \(condition)\(rule) }") }
    line("recovery { \(pick(["password by email", "deny password, unlock"])) }")
  }
}

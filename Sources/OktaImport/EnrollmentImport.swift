import FlowSyntax
import FlowHTTP
import OktaSimulator

/// Reads the enrollment policies of an export.
struct EnrollmentImport: ImportPart {
  let whole: OktaImport

  func enrollmentRules() -> [OrgLine] {
    var list = RuleList("enrollment")
    for policy in whole.policies("MFA_ENROLL") {
      let mark = ledger.remarks.count
      let terms = enrollmentTerms(policy.value)
      list.say(ledger.comments(since: mark))
      var policy = policy
      if !policy.hasRules {
        // A policy without rules would never apply, but here the rules are only missing from the
        // export.
        policy.value.warn("its rules aren't in the export: one rule for all its users is assumed")
        list.say(["\(policy.value.spot.comment): its rules aren't in the export; one is assumed."])
        policy.rules = [policy.value.with([:])]
      }
      whole.collect([policy], in: &list) { rule in
        let never = ["NEVER", "NEVER_INCLUDING_RECOVERY"]
        let enroll = rule["actions"]?.object("enroll")
        guard let word = enroll?.word("self", ["CHALLENGE", "LOGIN"] + never), never.contains(word)
        else { return terms }
        if word == never[1] {
          enroll?["self"]?.warn("users who recover an account are asked as at a sign-up")
        }
        return terms + [OrgLine("ask never", enroll?["self"])]
      }
    }
    return list.lines
  }

  private func enrollmentTerms(_ policy: Exported) -> [OrgLine] {
    guard policy.json["status"]?.string?.uppercased() != "INACTIVE",
      let settings = policy.object("settings")
    else { return [] }
    var needs: [String: [String]] = [:]
    var order: [String] = []
    func add(_ word: String, _ need: String, _ term: String) {
      guard !order.contains(word) else { return }
      order.append(word)
      needs[need, default: []].append(term)
    }
    if settings.word("type", ["AUTHENTICATORS", "FACTORS"]) == "FACTORS" {
      for (name, factor) in settings.object("factors")?.members ?? [] {
        guard let key = EnrollmentImport.factorKeys[name] else { continue }
        readTerm(factor, key, add)
        if factor.json["consent"]?["type"]?.string == "NONE" { factor.settle("consent") }
      }
    } else {
      for value in settings.list("authenticators") {
        guard let key = value.text("key") else { continue }
        value.settle("id")
        readTerm(value, key, add)
      }
    }
    return ["REQUIRED", "OPTIONAL", "NOT_ALLOWED"].compactMap { need in
      guard let terms = needs[need] else { return nil }
      let word = ["REQUIRED": "required", "OPTIONAL": "optional"][need] ?? "disabled"
      return OrgLine("\(word) \(terms.joined(separator: ", "))", settings)
    }
  }

  /// Reads the `enroll` setting of an authenticator.
  private func readTerm(_ value: Exported, _ key: String, _ add: (String, String, String) -> Void) {
    guard let enroll = value.object("enroll") else { return }
    let need = enroll.word("self", ["NOT_ALLOWED", "OPTIONAL", "REQUIRED"]) ?? "NOT_ALLOWED"
    let grace = need == "REQUIRED" ? EnrollmentImport.grace(enroll) : ""
    if need != "REQUIRED" { enroll.settle("gracePeriod") }
    if enroll.flag("autoEnroll") == true {
      enroll["autoEnroll"]?.warn("nothing is enrolled automatically")
    }
    guard let word = OfferedMethods.known(key)?.word, offered.has(word) else {
      if need != "NOT_ALLOWED" { value.warn("the org has no authenticator \(key) to enroll") }
      return
    }
    add(word, need, word + grace)
  }

  /// Returns a grace period, such as ` within 3 skips` or ` until "2026-12-31"`.
  private static func grace(_ enroll: Exported) -> String {
    guard let grace = enroll.object("gracePeriod") else { return "" }
    switch grace.word("type", ["BY_SKIP_COUNT", "BY_DATE_TIME"]) {
    case "BY_SKIP_COUNT"?:
      guard let count = grace.number("skipCount"), (1...10).contains(count) else {
        grace.warn("an org accepts 1 to 10 skips: no skip is allowed")
        return ""
      }
      return " within \(count) \(count == 1 ? "skip" : "skips")"
    case "BY_DATE_TIME"?:
      guard let text = grace.text("expiry") else { return "" }
      let parts = text.split(separator: "T", maxSplits: 1)
      if parts.count != 2 || !parts[1].hasPrefix("00:00") {
        grace["expiry"]?.warn("an org accepts only whole days: the period ends with the day before")
      }
      return parts.first.map { " until \(TextLiteral.quoted(String($0)))" } ?? ""
    default: return ""
    }
  }

  /// The authenticator keys for the factors of older orgs.
  private static let factorKeys = [
    "okta_otp": "okta_verify", "okta_push": "okta_verify", "okta_sms": "phone_number",
    "okta_call": "phone_number", "okta_email": "okta_email", "okta_password": "okta_password",
    "okta_question": "security_question", "google_otp": "google_otp", "duo": "duo",
    "fido_webauthn": "webauthn", "fido_u2f": "webauthn", "rsa_token": "rsa_token",
    "symantec_vip": "symantec_vip", "yubikey_token": "yubikey_token",
  ]
}

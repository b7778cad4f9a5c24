import FlowSyntax
import FlowHTTP
import OktaSimulator

/// Reads the enrollment policies of an export.
struct EnrollmentImport: ImportPart {
  let whole: OktaImport

  func enrollmentRules() -> [OrgLine] {
    let every = offered.authenticators.joined(separator: ", ")
    var list = RuleList(
      "enrollment",
      RuleExtremes(
        loose: enrollable.isEmpty ? [] : ["optional \(enrollable)"], strict: ["disabled \(every)"]))
    var last: [OrgLine] = []
    for policy in whole.policies("MFA_ENROLL") {
      let mark = ledger.remarks.count
      let terms = enrollmentTerms(policy.value)
      list.say(ledger.comments(since: mark))
      var policy = policy
      if !policy.hasRules {
        // A policy without rules would never apply, but here the rules are only missing from the
        // export.
        ledger.subject = policy.value.json["name"]?.string ?? policy.id
        policy.value.warn(
          "its rules aren't in the export: one rule for all its users is assumed", isWhole: true)
        list.say(["\(policy.value.spot.comment): its rules aren't in the export; one is assumed."])
        policy.rules = [policy.value.with([:])]
      }
      whole.collect([policy], in: &list) { rule in
        let never = ["NEVER", "NEVER_INCLUDING_RECOVERY"]
        let enroll = rule["actions"]?.object("enroll")
        guard let word = enroll?.word("self", ["CHALLENGE", "LOGIN"] + never), never.contains(word)
        else { return .exact(terms) }
        if word == never[1] {
          enroll?["self"]?.detail("users who recover an account are asked as at a sign-up")
        }
        return .exact(terms + [OrgLine("ask never", enroll?["self"])])
      }
      if policy.value.json["status"]?.string?.uppercased() != "INACTIVE" { last = terms }
    }
    addRest(&list, last)
    return list.lines
  }

  /// The list of the authenticators that users can enroll.
  private var enrollable: String {
    offered.authenticators.filter { $0 != EnrollmentImport.given }.joined(separator: ", ")
  }

  /// The authenticator that administrators give to users.
  ///
  /// A policy can only forbid its use.
  private static let given = "tac"

  /// Adds what decides for users and places that no rule is for.
  ///
  /// The API doesn't say it. Unless the unknown condition holds, they keep to what the last policy
  /// forbids.
  private func addRest(_ list: inout RuleList, _ last: [OrgLine]) {
    let policies = whole.policies("MFA_ENROLL")
    guard list.catchAll == nil, let policy = policies.last, !offered.all.isEmpty else { return }
    let mark = ledger.remarks.count
    policy.value.caution("no rule is for all other users and places: what they enroll isn't known")
    let reason = UnknownReason("enrollment", "no rule is for the user")
    var open = RuleConditions()
    open.add("unknown \(reason.quoted)")
    let value = policy.value.with([:])
    let all = enrollable.isEmpty ? [] : [OrgLine("optional \(enrollable)", value)]
    list.add(
      value, names.unused("no rule", list.scope), open, .exact(all), since: mark)
    list.add(
      value, names.unused("no rule", list.scope), RuleConditions(),
      .exact(last + [OrgLine("ask never", value)]), since: ledger.remarks.count)
  }

  private func enrollmentTerms(_ policy: Exported) -> [OrgLine] {
    guard policy.json["status"]?.string?.uppercased() != "INACTIVE",
      let settings = policy.object("settings")
    else { return [] }
    var needs: [String: [String]] = [:]
    var order: [String] = []
    func add(_ word: String, _ need: String, _ term: String) {
      if order.contains(word) {
        // Newer orgs list the methods of Okta Verify one by one: the authenticator has what any of
        // them has.
        if needs[need]?.contains(word) != true {
          settings.detail("an org has the same need for all methods of `\(word)`")
        }
        guard need != "NOT_ALLOWED", needs["NOT_ALLOWED"]?.contains(word) == true else { return }
        needs["NOT_ALLOWED"]?.removeAll { $0 == word }
      } else {
        order.append(word)
      }
      needs[need, default: []].append(term)
    }
    let isOld =
      settings["type"] == nil
      ? settings["factors"] != nil
      : settings.word("type", ["AUTHENTICATORS", "FACTORS"]) == "FACTORS"
    if isOld {
      for (name, factor) in settings.object("factors")?.members ?? [] {
        guard let key = EnrollmentImport.factorKeys[name] else { continue }
        readTerm(factor, key, add)
        if factor.json["consent"]?["type"]?.string == "NONE" { factor.settle("consent") }
      }
    } else {
      for value in settings.list("authenticators") {
        guard let key = value.text("key") else { continue }
        value.settle("id")
        readTerm(value, EnrollmentImport.wholeKey(key), add)
      }
    }
    // What isn't listed isn't allowed, but nearly every user has an address and a password, and a
    // temporary access code is allowed by default.
    for word in offered.authenticators
    where !order.contains(word) && !["email", "password", EnrollmentImport.given].contains(word) {
      add(word, "NOT_ALLOWED", word)
    }
    return ["REQUIRED", "OPTIONAL", "NOT_ALLOWED"].compactMap { need in
      guard let terms = needs[need], !terms.isEmpty else { return nil }
      let word = ["REQUIRED": "required", "OPTIONAL": "optional"][need] ?? "disabled"
      return OrgLine("\(word) \(terms.joined(separator: ", "))", settings)
    }
  }

  /// Reads the `enroll` setting of an authenticator.
  private func readTerm(_ value: Exported, _ key: String, _ add: (String, String, String) -> Void) {
    guard let enroll = value.object("enroll") else { return }
    value["promotion"]?.note("an org doesn't advertise passkeys")
    enroll["promotion"]?.note("an org doesn't advertise passkeys")
    value.settle("promotion")
    enroll.settle("promotion")
    if let constraints = value["constraints"], !constraints.json.isNothing {
      // The org accepts passkeys of every make.
      constraints.detail("an org doesn't know the makes of passkeys: it accepts all of them")
      constraints.settle()
    }
    // The API answers `DISABLED` for a method of Okta Verify that is off.
    let listed = enroll.word("self", ["NOT_ALLOWED", "OPTIONAL", "REQUIRED", "DISABLED"])
    let need = listed == "DISABLED" ? "NOT_ALLOWED" : listed ?? "NOT_ALLOWED"
    let grace = need == "REQUIRED" ? EnrollmentImport.grace(enroll) : ""
    if need != "REQUIRED" { enroll.settle("gracePeriod") }
    if enroll.flag("autoEnroll") == true {
      enroll["autoEnroll"]?.note("every user of the org who has an address has it enrolled")
    }
    guard let word = OfferedMethods.known(key)?.word, offered.has(word) else {
      if need != "NOT_ALLOWED" { value.note("the org has no authenticator \(key) to enroll") }
      value.settle()
      return
    }
    guard word != EnrollmentImport.given || need == "NOT_ALLOWED" else { return }
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
      guard let end = OrgText.instant(text) else {
        grace["expiry"]?.warn("this isn't a date with a time, so the grace period is left out")
        return ""
      }
      return " until \(TextLiteral.quoted(end))"
    default: return ""
    }
  }

  /// Returns the key of an authenticator whose methods newer orgs list one by one.
  private static func wholeKey(_ key: String) -> String {
    key.hasPrefix("okta_verify_") ? "okta_verify" : key
  }

  /// The authenticator keys for the factors of older orgs.
  private static let factorKeys = [
    "okta_otp": "okta_verify", "okta_push": "okta_verify", "okta_sms": "phone_number",
    "okta_call": "phone_number", "okta_voice": "phone_number", "email": "okta_email",
    "security_key": "webauthn", "okta_email": "okta_email", "okta_password": "okta_password",
    "okta_question": "security_question", "google_otp": "google_otp", "duo": "duo",
    "fido_webauthn": "webauthn", "fido_u2f": "webauthn", "rsa_token": "rsa_token",
    "symantec_vip": "symantec_vip", "yubikey_token": "yubikey_token",
  ]
}

import OktaSimulator
import FlowHTTP

/// Reads the global session policies and the authentication policy of an export.
struct SignOnImport: ImportPart {
  let whole: OktaImport

  // MARK: Sessions

  func sessionRules() -> [OrgLine] {
    var list = RuleList("session-policy")
    whole.collect(whole.policies("OKTA_SIGN_ON"), in: &list) { rule in
      guard let action = rule["actions"]?.object("signon") else {
        return Assurance.unknown(rule, "the rule has no action")
      }
      let access = Assurance.choice(action, "access", ["ALLOW", "DENY"])
      guard let access else { return Assurance.unknown(action, "`access` isn't known") }
      if access == "DENY" {
        action.settle(
          "primaryFactor", "requireFactor", "factorPromptMode", "factorLifetime",
          "rememberDeviceByDefault", "session")
        return .exact([OrgLine("deny", action["access"] ?? action)])
      }
      return .exact(SignOnImport.sessionBody(action))
    }
    return list.lines
  }

  private static func sessionBody(_ action: Exported) -> [OrgLine] {
    var lines: [OrgLine] = []
    if action.word("primaryFactor", ["PASSWORD_IDP", "PASSWORD_IDP_ANY_FACTOR"]) == "PASSWORD_IDP" {
      lines.append(OrgLine("require password", action["primaryFactor"]))
    }
    let mode = action.word("factorPromptMode", ["ALWAYS", "DEVICE", "SESSION"])
    let minutes = action.number("factorLifetime")
    if action.flag("requireFactor") == true {
      if mode == "DEVICE", let minutes, minutes > 0 {
        action["factorLifetime"]?.detail(
          "a device is remembered without a limit", isWarning: false)
      }
      let text =
        switch mode {
        case "DEVICE": "mfa per device"
        case "SESSION":
          minutes.flatMap { OrgText.span(minutes: $0) }.map { "mfa every \($0)" }
            ?? "mfa per session"
        default: "mfa always"
        }
      lines.append(OrgLine(text, action["factorPromptMode"] ?? action))
    }
    if action.flag("rememberDeviceByDefault") == true {
      action["rememberDeviceByDefault"]?.note("a device is remembered only if the user chooses so")
    }
    guard let session = action.object("session") else { return lines }
    for (member, word) in [
      ("maxSessionLifetimeMinutes", "lifetime"), ("maxSessionIdleMinutes", "idle"),
    ] {
      guard let value = session[member], let minutes = session.number(member), minutes != 0
      else { continue }
      if let span = OrgText.span(minutes: minutes) {
        lines.append(OrgLine("\(word) \(span)", value))
      } else {
        value.detail("an org can't have this duration, so it has no limit")
      }
    }
    if session.flag("usePersistentCookie") == true {
      lines.append(OrgLine("persistent on", session["usePersistentCookie"]))
    }
    return lines
  }

  // MARK: The app

  func signOnRules(_ app: ExportCatalog.Policy?) -> [OrgLine] {
    guard let app else {
      guard !catalog.policies.isEmpty else { return [] }
      return [
        OrgLine(
          comment: "The export has no authentication policy: any one authenticator is enough.")
      ]
    }
    let stay = staySignedIn([app])
    return rules(of: app) + stay
  }

  /// Returns the rules of an authentication policy.
  func rules(of app: ExportCatalog.Policy) -> [OrgLine] {
    var list = RuleList(
      "sign-on", scope: "sign-on of \(app.id)", RuleExtremes(loose: ["require any 1"]))
    whole.collect([app], in: &list, separate: false) { rule in
      guard let action = rule["actions"]?.object("appSignOn") else {
        return Assurance.unknown(rule, "the rule has no action")
      }
      return Assurance(action, offered).body
    }
    if list.catchAll == nil {
      let mark = ledger.remarks.count
      // Every policy of a real org ends with a rule for all users.
      app.value.caution("the rule for all other users isn't in the export: it isn't known")
      let reason = UnknownReason("no rule", .string(app.value.json["name"]?.string ?? app.id))
      list.add(
        app.value.with([:]), names.unused("other users", list.scope), RuleConditions(),
        .unknown(reason: reason.text), since: mark)
    }
    return list.lines
  }

  /// Returns the line `keep-me-signed-in …` if all rules have the same setting.
  ///
  /// An org has only one such setting for all rules.
  func staySignedIn(_ policies: [ExportCatalog.Policy]) -> [OrgLine] {
    let mark = ledger.remarks.count
    var settings: [(place: Exported, often: String?)] = []
    var shut: [Exported] = []
    var others = 0
    for rule in policies.flatMap(\.rules)
    where rule.json["status"]?.string?.uppercased() != "INACTIVE" {
      guard let action = rule["actions"]?.object("appSignOn"),
        action.json["access"]?.string?.uppercased() != "DENY"
      else { continue }
      let value = action.object("keepMeSignedIn")
      guard let value, value.word("postAuth", ["ALLOWED", "NOT_ALLOWED"]) == "ALLOWED" else {
        value?.settle("postAuthPromptFrequency")
        if let value { shut.append(value) }
        others += 1
        continue
      }
      let text = value["postAuthPromptFrequency"].flatMap(\.string) ?? "P30D"
      let seconds = OrgText.seconds(ofISO: text)
      let often = seconds == 0 ? "always" : seconds.flatMap { OrgText.span(seconds: $0) }
      if often == nil {
        value.detail("an org can't have this duration: users are always asked", isWarning: false)
      }
      settings.append((value, often.map { $0 == "always" ? $0 : "every \($0)" } ?? "always"))
    }
    guard let first = settings.first else { return [] }
    // More users can stay signed in than in the exported org, and never fewer.
    if others > 0 || settings.contains(where: { $0.often != first.often }) {
      for place in shut { place.ledger.addDetail(at: place) }
      for setting in settings {
        setting.place.detail("all users of the org can stay signed in, whatever rule decides")
      }
    }
    return [
      OrgLine(
        "keep-me-signed-in asked", first.place,
        block: [OrgLine("prompt \(first.often ?? "always")", first.place)],
        comments: ledger.comments(since: mark))
    ]
  }
}

extension OrgText {
  /// Returns a duration of whole minutes as text; `nil` if an org can't have it.
  static func span(minutes: Int) -> String? {
    minutes > 0 && minutes <= daysMax * 1440 ? span(seconds: minutes * 60) : nil
  }
}

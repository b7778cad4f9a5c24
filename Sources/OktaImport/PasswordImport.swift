import FlowHTTP

/// Reads the password policies of an export.
struct PasswordImport: ImportPart {
  let whole: OktaImport

  /// Converts each password policy to a setting `passwords`, and each of its rules to `recovery`.
  func passwordRules() -> (passwords: [OrgLine], recovery: [OrgLine]) {
    var passwords = RuleList("passwords")
    var recovery = RuleList("recovery", recoveryImport.extremes)
    for policy in whole.policies("PASSWORD") {
      let mark = ledger.remarks.count
      let (name, isActive) = whole.head(policy.value, policy.id)
      guard isActive else {
        passwords.leaveOut(policy.value, name, "it is inactive")
        continue
      }
      let title = names.unused(name, "passwords")
      var conditions = RuleConditions(
        of: policy.value.json, rules: policy.rules.map(\.json))
      conditions.read(policy.value["conditions"], &names)
      let settings = policy.value.object("settings")
      let body = settings.map(PasswordImport.passwordBody) ?? []
      let factors = settings?.object("recovery")?.object("factors")
      RecoveryImport.readRecovery(factors, of: policy)
      if let description = policy.value.text("description"), !description.isEmpty {
        passwords.say([description])
      }
      passwords.add(policy.value, title, conditions, .exact(body), since: mark)
      // The rules get the policy's conditions too, but these have already been reported.
      var policy = policy
      policy.value = policy.value.named
      whole.collect([policy], in: &recovery) { rule in
        recoveryImport.recoveryBody(rule, factors)
      }
    }
    return (passwords.lines, recovery.lines)
  }

  private static func passwordBody(_ settings: Exported) -> [OrgLine] {
    var lines: [OrgLine] = []
    if let password = settings.object("password") {
      if let complexity = password.object("complexity") { lines += self.complexity(complexity) }
      if let age = password.object("age") { lines += self.age(age) }
      if let lockout = password.object("lockout") { lines += self.lockout(lockout) }
      if let breached = password["breachedProtection"], !breached.json.isNothing {
        breached.detail("an org doesn't know which passwords are in a breach", isWarning: false)
        breached.settle()
      }
    }
    if let delegation = settings["delegation"], !delegation.json.isNothing {
      let usual: JSON = ["options": ["skipUnlock": false]]
      if delegation.json != usual {
        delegation.detail("an org has no directory with accounts to unlock", isWarning: false)
      }
      delegation.settle()
    }
    return lines
  }

  private static func complexity(_ value: Exported) -> [OrgLine] {
    var lines: [OrgLine] = []
    for (member, word) in [
      ("minLength", "min-length"), ("minLowerCase", "min-lower"), ("minUpperCase", "min-upper"),
      ("minNumber", "min-number"), ("minSymbol", "min-symbol"),
      ("maxConsecutiveCharacters", "max-repeats"),
    ] {
      guard let number = value.number(member) else { continue }
      if member == "maxConsecutiveCharacters", number == 0 { continue }
      lines.append(OrgLine("\(word) \(number)", value[member]))
    }
    if let isExcluded = value.flag("excludeUsername") {
      lines.append(
        OrgLine("username \(isExcluded ? "forbidden" : "allowed")", value["excludeUsername"]))
    }
    var excluded: [String] = []
    for attribute in value.list("excludeAttributes") {
      switch attribute.string {
      case "firstName": excluded.append("first-name")
      case "lastName": excluded.append("last-name")
      case nil: break
      default:
        attribute.detail("only names can be excluded from passwords", isWarning: false)
      }
    }
    if !excluded.isEmpty {
      lines.append(
        OrgLine("exclude \(excluded.joined(separator: ", "))", value["excludeAttributes"]))
    }
    if let statement = value["oelStatement"], !statement.json.isNothing {
      statement.detail("an org has no other rule for passwords", isWarning: false)
      statement.settle()
    }
    if value.object("dictionary")?.object("common")?.flag("exclude") == true {
      lines.append(OrgLine("common forbidden", value["dictionary"]))
    }
    return lines
  }

  private static func age(_ value: Exported) -> [OrgLine] {
    var lines: [OrgLine] = []
    let most = value.number("maxAgeDays") ?? 0
    if most > 0 {
      lines.append(OrgLine("expire after \(most) \(days(most))", value["maxAgeDays"]))
    }
    if let warned = value.number("expireWarnDays"), warned > 0 {
      if most > 0 {
        lines.append(OrgLine("warn \(warned) \(days(warned))", value["expireWarnDays"]))
      } else {
        value["expireWarnDays"]?.note("a password that never expires has no warning")
      }
    }
    if let least = value.number("minAgeMinutes"), least > 0 {
      lines.append(
        OrgLine("min-age \(OrgText.span(minutes: least) ?? "\(least)m")", value["minAgeMinutes"]))
    }
    if let count = value.number("historyCount"), count > 0 {
      lines.append(OrgLine("history \(count)", value["historyCount"]))
    }
    return lines
  }

  private static func lockout(_ value: Exported) -> [OrgLine] {
    var lines: [OrgLine] = []
    let minutes = value.number("autoUnlockMinutes") ?? 0
    if let attempts = value.number("maxAttempts") {
      var text = attempts == 0 ? "lockout never" : "lockout after \(attempts) attempts"
      if attempts != 0, minutes > 0 {
        if minutes <= 1440 {
          text += " for \(minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)m")"
        } else {
          value["autoUnlockMinutes"]?.detail(
            "an org locks for at most a day, or until an unlock: until an unlock",
            isWarning: false)
        }
      }
      lines.append(OrgLine(text, value["maxAttempts"]))
    }
    value["userLockoutNotificationChannels"]?.note("an org sends no mail about a lockout")
    value.settle("userLockoutNotificationChannels")
    if value.flag("showLockoutFailures") == true {
      lines.append(OrgLine("show-failures on", value["showLockoutFailures"]))
    }
    return lines
  }

  private static func days(_ count: Int) -> String { count == 1 ? "day" : "days" }
}

extension Exported {
  /// The policy with only its name and conditions, because everything else has been handled.
  package var named: Exported {
    var object = json.object ?? [:]
    for name in ["settings", "description", "priority", "system"] { object[name] = nil }
    return with(.object(object))
  }
}

import OktaSimulator
import FlowHTTP

/// Reads the authenticators of an export.
struct AuthenticatorImport: ImportPart {
  let whole: OktaImport

  func readAuthenticators() -> [OrgLine] {
    let mark = ledger.remarks.count
    var settings: [OrgLine] = []
    for value in catalog.authenticators {
      value.settle("id", "created", "lastUpdated", "_links", "type", "name")
      guard let key = value.text("key") else { continue }
      ledger.subject = "authenticator \(key)"
      guard value.word("status", ["ACTIVE", "INACTIVE"]) != "INACTIVE" else {
        value.note("the authenticator \(key) is inactive")
        value.settle()
        continue
      }
      guard let known = OfferedMethods.known(key) else {
        value.warn("the authenticator \(key) can't be simulated: no user has it", isWhole: true)
        value.settle()
        continue
      }
      guard !offered.has(known.word) else {
        value.warn("an org has at most one authenticator `\(known.word)`")
        value.settle()
        continue
      }
      let methods = methods(of: known, value.json["id"]?.string)
      if known.methods.count > 1, !lists(known, value.json["id"]?.string) {
        if catalog.methods.isEmpty {
          value.note("the export doesn't list its methods: all of them are active")
        } else {
          value.caution("the export doesn't list its methods: all of them are active")
        }
      }
      if methods.isEmpty { value.note("none of its methods is active") }
      add(known, methods, use: value.object("settings"))
      settings += self.settings(value)
      settings += temporaryCodes(value)
      readProvider(value["provider"], key)
      value.settle("description")
      ledger.reportUnread(value)
    }
    if catalog.authenticators.isEmpty { assumeAuthenticators() }
    for part in catalog.methods {
      ledger.subject = "method \(part.value.json["type"]?.string ?? "")"
      readMethod(part.value)
    }
    let comments = ledger.comments(since: mark)
    guard !offered.all.isEmpty else {
      return [OrgLine(comment: "No authenticator of the export can be simulated.")]
        + comments.map { OrgLine(comment: $0) }
    }
    let line = OrgLine("authenticators \(authenticatorList)", nil, comments: comments)
    return [line] + settings
  }

  /// The list of the org's authenticators.
  ///
  /// The methods of Okta Verify are always listed, because just `okta-verify` would lack FastPass.
  private var authenticatorList: String {
    offered.authenticators.map { word in
      let own = offered.all.filter { $0.authenticator.word == word }
      let isWhole = own.count == own.first?.authenticator.methods.count
      let use: String =
        switch (own[0].signsOn, own[0].recovers) {
        case (true, true): ""
        case (true, false): " for sign-in"
        case (false, true): " for recovery"
        case (false, false): " for nothing"
        }
      guard !isWhole || word == "okta-verify" else { return word + use }
      return "\(word) via \(own.map(\.method.word).joined(separator: " or "))\(use)"
    }.joined(separator: ", ")
  }

  /// Returns the active methods of an authenticator, or all possible methods if the export
  /// doesn't list any.
  private func methods(
    of known: AuthenticatorDescription, _ id: String?
  ) -> [AuthenticatorDescription.Method] {
    let own = listedMethods(of: known, id)
    guard !own.isEmpty else { return known.methods }
    let active = own.filter { $0.value.json["status"]?.string?.uppercased() != "INACTIVE" }
      .compactMap { $0.value.json["type"]?.string?.lowercased() }
    return known.methods.filter { active.contains($0.wire) }
  }

  /// Whether the export lists methods of an authenticator.
  private func lists(_ known: AuthenticatorDescription, _ id: String?) -> Bool {
    !listedMethods(of: known, id).isEmpty
  }

  private func listedMethods(
    of known: AuthenticatorDescription, _ id: String?
  ) -> [ExportCatalog.Part] {
    let ids = Set(catalog.authenticators.compactMap { $0.json["id"]?.string })
    return catalog.methods.filter { part in
      if let owner = part.owner, ids.contains(owner) { return owner == id }
      // If methods are in a separate file, their types show which authenticator they belong to.
      let wire = part.value.json["type"]?.string?.lowercased()
      return wire != "otp" && known.methods.contains { $0.wire == wire }
    }
  }

  /// Reads the rest of a method, after its type and status.
  private func readMethod(_ value: Exported) {
    value.settle("type", "status", "_links", "id")
    guard value.json["status"]?.string?.uppercased() != "INACTIVE" else {
      value.note("the method is inactive")
      value.settle()
      return
    }
    let wire = value.json["type"]?.string?.lowercased() ?? ""
    if var settings = value["settings"] {
      let word = settings.json["userVerification"]?.string?.uppercased()
      if wire == "webauthn", word == "REQUIRED", var object = settings.json.object {
        // The passkeys that users enroll in a simulated org verify their holder.
        object["userVerification"] = nil
        settings = settings.with(.object(object))
      }
      // The other settings are about keys and messages that the org doesn't distinguish.
      if !settings.json.isNothing {
        settings.detail("any key and any message will do", isWarning: false)
      }
      settings.settle()
    }
    let known = Org.authenticators.flatMap(\.methods).filter { $0.wire == wire }
    let traits = Set(known.flatMap(\.adjectives) + ["user-presence"])
    let claimed = value["verifiableProperties"]?.json.array?.compactMap(\.string) ?? []
    let words = claimed.map { $0.lowercased().replacing("_", with: "-") }
    if words.allSatisfy(traits.contains) { value.settle("verifiableProperties") }
    ledger.reportUnread(value)
  }

  private func add(
    _ known: AuthenticatorDescription, _ methods: [AuthenticatorDescription.Method],
    use settings: Exported?
  ) {
    let purpose = settings?.word("allowedFor", ["ANY", "SSO", "RECOVERY", "NONE"]) ?? "ANY"
    for method in methods {
      offered.all.append(
        OfferedMethod(
          authenticator: known, method: method,
          signsOn: purpose == "ANY" || purpose == "SSO",
          recovers: purpose == "ANY" || purpose == "RECOVERY"))
    }
  }

  /// Adds the authenticators that many orgs have, and the authenticators that policies name.
  ///
  /// The method is called if the export has no authenticators.
  private func assumeAuthenticators() {
    let usual = ["password", "email", "phone", "google-otp", "okta-verify", "security-question"]
    let named = Set(
      catalog.policies.flatMap { policy in
        [policy.value.json] + policy.rules.map(\.json)
      }.flatMap(AuthenticatorImport.keys))
    for known in Org.authenticators
    where usual.contains(known.word) || known.word == "webauthn" || named.contains(known.key) {
      add(known, methods(of: known, nil), use: nil)
    }
    let first = catalog.policies.first?.value ?? catalog.users.first ?? catalog.methods.first?.value
    ledger.subject = "authenticators"
    first?.warn("the export lists no authenticators: a common selection is assumed", isWhole: true)
  }

  /// Returns the authenticator keys that occur anywhere in a value.
  private static func keys(_ value: JSON) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(keys)
    case .object(let object):
      object.members.flatMap { member in
        member.name == "key" ? [member.value.string].compactMap { $0 } : keys(member.value)
      }
    default: []
    }
  }

  /// Returns the settings of an authenticator, without its methods.
  private func settings(_ value: Exported) -> [OrgLine] {
    let settings = value.object("settings") ?? value.with([:])
    var lines: [OrgLine] = []
    if let minutes = settings.number("tokenLifetimeInMinutes") {
      let place = settings["tokenLifetimeInMinutes"]
      place?.note("this applies to every sent code")
      lines.append(OrgLine("codes", place, block: [OrgLine("expire \(minutes)m", place)]))
    }
    let phones = phoneSettings(settings, value)
    if !phones.isEmpty { lines.append(OrgLine("okta-verify", settings, block: phones)) }
    for name in AuthenticatorImport.keySettings {
      guard let part = settings[name], !part.json.isNothing else { continue }
      part.detail("an org doesn't distinguish the keys of apps", isWarning: false)
      part.settle()
    }
    settings.settle(
      "appInstanceId", "displayName", "userVerificationMethods", "rpId", "enableAutofillUI",
      "showSignInWithAPasskeyButton")
    return lines
  }

  /// Reads who verifies an authenticator, without secrets.
  ///
  /// The settings of temporary access codes are read elsewhere, and what isn't read is reported.
  private func readProvider(_ provider: Exported?, _ key: String) {
    guard let provider else { return }
    guard key.lowercased() != "tac" else {
      if provider.json["type"]?.string?.lowercased() == "tac" { provider.settle("type") }
      return
    }
    let configuration = provider.json["configuration"] ?? .null
    if !configuration.isNothing {
      provider.with(PullFolder.open(provider.json)).detail(
        "the service that verifies this isn't simulated", isWarning: false)
    }
    provider.settle()
  }

  /// Returns the settings of temporary access codes.
  private func temporaryCodes(_ value: Exported) -> [OrgLine] {
    guard value.json["key"]?.string?.lowercased() == "tac",
      let configuration = value.object("provider")?.object("configuration")
    else { return [] }
    var lines: [OrgLine] = []
    if let minutes = configuration.number("defaultTtl"), let life = OrgText.span(minutes: minutes) {
      lines.append(OrgLine("lifetime \(life)", configuration["defaultTtl"]))
    }
    if configuration.flag("multiUseAllowed") == true {
      lines.append(OrgLine("multi-use on", configuration["multiUseAllowed"]))
    }
    for name in ["minTtl", "maxTtl", "length", "complexity"] {
      guard let part = configuration[name], !part.json.isNothing else { continue }
      part.detail("an org accepts every temporary access code", isWarning: false)
      part.settle()
    }
    return lines.isEmpty ? [] : [OrgLine("temporary-access-code", configuration, block: lines)]
  }

  /// The settings about the keys of apps and passkeys, which an org doesn't distinguish.
  private static let keySettings = [
    "compliance", "enrollmentSecurityLevel", "attachment", "enableSyncablePasskeys",
  ]

  /// Returns the settings of phones with Okta Verify.
  private func phoneSettings(_ settings: Exported, _ value: Exported) -> [OrgLine] {
    var lines: [OrgLine] = []
    if let binding = settings.object("channelBinding") {
      let required = binding.word("required", ["NEVER", "ALWAYS", "HIGH_RISK_ONLY"])
      if binding.json["style"]?.string?.uppercased() == "NUMBER_CHALLENGE" {
        binding.settle("style")
      }
      if required == "HIGH_RISK_ONLY" {
        binding["required"]?.detail(
          "pushes show a number always or never: never is assumed", isWarning: false)
      } else if required == "ALWAYS" {
        lines.append(OrgLine("number-challenge on", binding))
      }
    }
    guard value.json["key"]?.string?.lowercased() == "okta_verify" else { return lines }
    let verification = settings["userVerification"] ?? settings.with(.null)
    let ways = settings["userVerificationMethods"]?.json.array?.compactMap(\.string) ?? []
    switch verification.json.string?.uppercased() {
    case "REQUIRED":
      let word = ways == ["PIN"] ? "pin" : "biometrics"
      if ways.count > 1 {
        settings["userVerificationMethods"]?.detail(
          "a phone has only one: biometrics are assumed", isWarning: false)
      }
      lines.append(OrgLine("user-verification \(word)", verification))
    default:
      // A phone may verify its user or not, and the export doesn't say which do. Even if it is
      // discouraged, the user may do so.
      let reason = UnknownReason(
        "Okta Verify, user verification",
        verification.json == .null ? "not stated" : verification.json)
      lines.append(OrgLine("user-verification unknown \(reason.quoted)", verification))
    }
    settings.settle("userVerification")
    return lines
  }
}

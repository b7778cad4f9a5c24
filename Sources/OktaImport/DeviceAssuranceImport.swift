import FlowHTTP
import FlowSyntax
import OktaSimulator

/// Reads the device assurance policies of an export.
struct DeviceAssuranceImport: ImportPart {
  let whole: OktaImport

  /// The maximum number of different checks.
  ///
  /// An org has a limited number of facts, and rules need some of them too.
  private static let checksMax = 40

  /// Returns the word for the platform of a device assurance policy; `nil` if it isn't known.
  static func platform(_ assurance: JSON) -> String? {
    let platform = assurance["platform"]?.string?.lowercased()
    return ["android", "ios", "macos", "windows", "chromeos"].first { $0 == platform }
  }

  /// Returns lines for the device assurance policies.
  ///
  /// Policies of an unknown platform are only in conditions, as unknown ones.
  func assurances() -> [OrgLine] {
    var lines: [OrgLine] = []
    var checks: Set<String> = []
    var effects: Set<String> = []
    for assurance in catalog.assurances {
      let mark = ledger.remarks.count
      let id = assurance.json["id"]?.string ?? ""
      guard let platform = Self.platform(assurance.json), let known = names.assurances[id] else {
        ledger.subject = "device assurance"
        ledger.addDetail(at: assurance)
        assurance.settle()
        continue
      }
      ledger.subject = "assurance \(known)"
      var requirements = requirements(assurance)
      let all = checks.union(requirements.map(\.text))
      if all.count > Self.checksMax {
        let definition = UnknownReason("device assurance", Self.canonical(assurance.json))
        requirements = [OrgLine("check \(definition.quoted)", assurance, refusal: .block)]
        assurance.settle()
      } else {
        checks = all
      }
      let body =
        [OrgLine("platform \(platform)", assurance["platform"])] + requirements + grace(assurance)
        + unknownEffects(assurance, &effects)
      ledger.reportUnread(assurance)
      lines.append(
        OrgLine(
          "assurance \(TextLiteral.quoted(known))", assurance, block: body,
          comments: ledger.comments(since: mark)))
    }
    return lines
  }

  /// The members that decide nothing.
  private static let idle: Set<String> = [
    "id", "name", "platform", "displayRemediationMode", "created", "createdBy", "createdDate",
    "lastUpdate", "lastUpdated", "lastUpdatedBy", "_links",
  ]

  /// The members of which each asks for something.
  private static let demands: Set<String> = [
    "osVersion", "osVersionConstraints", "diskEncryptionType", "screenLockType",
    "secureHardwarePresent", "jailbreak", "thirdPartySignalProviders", "devicePostureChecks",
    "callerContext",
  ]
  /// The maximum number of different members of an unknown effect that become separate facts.
  private static let effectsMax = 8

  /// Returns lines for the members of later versions of the API.
  ///
  /// Such a member may ask for more, so it is a check of its own. It may also let a device in that
  /// fails the checks.
  private func unknownEffects(_ assurance: Exported, _ known: inout Set<String>) -> [OrgLine] {
    assurance.members.compactMap { name, member in
      guard name != "gracePeriod", !Self.idle.contains(name), !Self.demands.contains(name),
        !member.json.isNothing
      else { return nil }
      member.caution("it isn't known what this does: devices may need no check")
      var reason = UnknownReason("effect of \(name)", member.json.canonical(hasOnlySets: true))
      if !known.contains(reason.text), known.count >= Self.effectsMax {
        reason = UnknownReason("device assurance", "effects of other members")
      } else {
        known.insert(reason.text)
      }
      return OrgLine("grace unknown \(reason.quoted)", member)
    }
  }

  private func requirements(_ assurance: Exported) -> [OrgLine] {
    var lines: [OrgLine] = []
    for (name, member) in assurance.members where name != "gracePeriod" {
      member.settle()
      guard !Self.idle.contains(name), !member.json.isNothing else { continue }
      // Without a requirement, the policy would be met by more devices.
      let value = member.json.canonical(hasOnlySets: true)
      lines.append(OrgLine(setting(name, value), member, refusal: .block))
    }
    return lines
  }

  /// Returns the setting for a requirement.
  ///
  /// Any other requirement becomes a check of its own.
  private func setting(_ name: String, _ value: JSON) -> String {
    switch name {
    case "osVersion":
      if value.object?.members.count == 1, let text = value["minimum"]?.string,
        SystemVersion(text) != nil
      {
        return "os-version \(TextLiteral.quoted(text))"
      }
    case "diskEncryptionType":
      if let words = words(value, ["full", "user", "all-internal-volumes"]) {
        return "disk-encryption \(words)"
      }
    case "screenLockType":
      if let words = words(value, ["none", "passcode", "biometric"]) {
        return "screen-lock \(words)"
      }
    case "secureHardwarePresent" where value.bool == true: return "secure-hardware required"
    case "jailbreak" where value.bool == false: return "jailbreak denied"
    default: break
    }
    return "check \(UnknownReason(name, value).quoted)"
  }

  /// Returns the words for the accepted types; `nil` if one of them isn't known.
  private func words(_ value: JSON, _ known: [String]) -> String? {
    guard value.object?.members.count == 1, let types = value["include"]?.array else { return nil }
    let words = types.compactMap { $0.string?.lowercased().replacing("_", with: "-") }
    guard words.count == types.count, words.allSatisfy(known.contains) else { return nil }
    return words.joined(separator: ", ")
  }

  /// Returns the grace period.
  ///
  /// Only a period that ends at a certain time is known. A duration begins when a device first
  /// fails a check, which a sign-in doesn't show.
  private func grace(_ assurance: Exported) -> [OrgLine] {
    guard let grace = assurance["gracePeriod"], !grace.json.isNothing else { return [] }
    grace.settle()
    let isKnown = grace.members.allSatisfy { name, member in
      ["type", "expiry"].contains(name) || member.json.isNothing
    }
    if isKnown, grace.json["type"]?.string == "BY_DATE_TIME",
      let end = grace.json["expiry"]?.string.flatMap(OrgText.instant)
    {
      return [OrgLine("grace until \(TextLiteral.quoted(end))", grace)]
    }
    grace.caution("it isn't known for which devices the grace period lasts")
    // A change of the requirements can begin the period again.
    let reason = UnknownReason("grace period", Self.canonical(assurance.json))
    return [OrgLine("grace unknown \(reason.quoted)", grace)]
  }

  /// Returns a policy in the form that equal policies have.
  ///
  /// No list of a device assurance policy has an order.
  private static func canonical(_ assurance: JSON) -> JSON {
    assurance.withoutIdentity.canonical(hasOnlySets: true)
  }
}

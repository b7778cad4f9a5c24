import OktaSimulator
import FlowHTTP

/// The requirements of an authentication policy's rule, as settings of `sign-on`.
struct Assurance {
  /// The settings: `require …` and `reauthenticate …`, or `deny`.
  private(set) var lines: [OrgLine] = []
  /// The reason why settings can't express the requirement; `nil` if they can.
  ///
  /// If there is a reason, the rule is omitted.
  private(set) var reason: String?

  private let offered: OfferedMethods

  /// Reads the action `appSignOn` of a rule.
  init(_ action: Exported, _ offered: OfferedMethods) {
    self.offered = offered
    let access = action.word("access", ["ALLOW", "DENY"])
    if access == "DENY" {
      // If access is denied, the order of verification makes no difference.
      action.settle("verificationMethod", "keepMeSignedIn")
      lines = [OrgLine("deny", action["access"])]
      return
    }
    guard access != nil else {
      reason = "the rule doesn't specify `access`"
      return
    }
    guard let method = action.object("verificationMethod") else {
      action.warn("the rule doesn't say what to verify: any one authenticator is assumed")
      lines = [require("any 1", action)]
      return
    }
    switch method.word("type", ["ASSURANCE", "AUTH_METHOD_CHAIN", "ID_PROOFING"]) {
    case "ASSURANCE"?: readConstraints(method)
    case "AUTH_METHOD_CHAIN"?: readChains(method)
    default:
      reason = "this verification method can't be simulated"
      method.warn(reason ?? "")
    }
  }

  /// Returns a line `require …`, which becomes `deny` if the org's authenticators can't meet it.
  private func require(_ text: String, _ source: Exported) -> OrgLine {
    OrgLine("require \(text)", source, refusal: .deny)
  }

  private mutating func denyAll(_ place: Exported) {
    place.warn("no authenticator of the org meets this requirement: access is denied")
    lines = [OrgLine("deny", place)]
  }

  // MARK: Constraints

  private mutating func readConstraints(_ method: Exported) {
    let mode = method.word("factorMode", ["1FA", "2FA"])
    if mode == nil, method["factorMode"] == nil {
      method.warn("the number of factors is missing: two are assumed")
    }
    let isTwo = mode != "1FA"
    var texts: [String] = []
    var ages: [(word: String?, place: Exported)] = []
    if let age = method["reauthenticateIn"] { ages.append((nil, age)) }
    let entries = method.list("constraints")
    var isOpen = method["constraints"]?.json.isNothing ?? true
    for entry in entries {
      guard entry.json.object != nil,
        ["knowledge", "possession"].allSatisfy({ entry[$0].map { $0.json.object != nil } ?? true })
      else {
        entry.warn("expected an object")
        entry.settle()
        continue
      }
      let knowledge = entry.object("knowledge").map { MethodFilter($0, isKnowledge: true, offered) }
      let possession = entry.object("possession").map {
        MethodFilter($0, isKnowledge: false, offered)
      }
      for (filter, word) in [(knowledge, "knowledge"), (possession, "possession")] {
        if let age = filter?.age { ages.append((word, age)) }
      }
      let text = self.text(knowledge, possession, entry, isTwo: isTwo, isAlone: entries.count == 1)
      guard let text else { continue }
      if text.isEmpty { isOpen = true }
      // Each text is added once. One more than an org can have is kept, so that the whole rule is
      // refused.
      if !texts.contains(text), texts.count <= Assurance.alternativesMax { texts.append(text) }
    }
    let base = (isTwo ? "2 factors" : "any 1") + offered.without(offered.unusable)
    if isOpen {
      lines = [require(base, method)]
    } else if texts.isEmpty {
      denyAll(method["constraints"] ?? method)
      for age in ages { age.place.settle() }
      return
    } else {
      lines = [require(texts.joined(separator: " or "), method["constraints"] ?? method)]
    }
    lines += reauthentication(ages)
  }

  /// Returns the requirement of a constraint's entry.
  ///
  /// The text is empty if the entry requires nothing, and `nil` if no user can meet it.
  private func text(
    _ knowledge: MethodFilter?, _ possession: MethodFilter?, _ entry: Exported, isTwo: Bool,
    isAlone: Bool
  ) -> String? {
    var demands: [String] = []
    var refused: [OfferedMethod] = []
    var isNarrowed = false
    let hasDemand = knowledge?.isRequired == true || possession?.isRequired == true
    for (filter, kind) in [(knowledge, "knowledge"), (possession, "possession")] {
      let unusable = offered.unusable.filter { $0.method.isKnowledge == (kind == "knowledge") }
      guard let filter, filter.isRequired else {
        if isTwo || !hasDemand { refused += unusable }
        guard let filter else { continue }
        if !filter.adjectives.isEmpty {
          entry[kind]?.warn("constraints on factors that aren't required can't be simulated")
        }
        refused += filter.refused
        isNarrowed = isNarrowed || !filter.refused.isEmpty
        continue
      }
      if filter.accepted.isEmpty {
        if !isAlone {
          entry[kind]?.warn("no authenticator of the org meets this requirement")
        }
        return nil
      }
      if !filter.isList { refused += unusable + filter.refused }
      demands.append(filter.text(offered, kind: kind, place: entry[kind] ?? entry))
    }
    guard hasDemand || isNarrowed else { return "" }
    let without = offered.without(refused)
    var text = demands.joined(separator: " and ")
    if demands.isEmpty {
      text = isTwo ? "2 factors" : "any 1"
    } else if isTwo, demands.count == 1 {
      text = "2 factors with \(text)"
    }
    text += without
    return isAlone || (demands.count == 1 && !isTwo && without.isEmpty) ? text : "(\(text))"
  }

  /// The maximum number of alternatives to read, which is more than an org's requirements can have.
  private static let alternativesMax = 256

  // MARK: Chains

  private mutating func readChains(_ method: Exported) {
    var ages: [(word: String?, place: Exported)] = []
    if let age = method["reauthenticateIn"] { ages.append((nil, age)) }
    var texts: [String] = []
    for chain in method.list("chains") { texts += chains(chain, &ages, depth: 0) }
    guard !texts.isEmpty else {
      denyAll(method)
      for age in ages { age.place.settle() }
      return
    }
    let joined =
      texts.count == 1
      ? texts[0] : texts.map { $0.contains(" then ") ? "(\($0))" : $0 }.joined(separator: " or ")
    lines = [require(joined, method["chains"] ?? method)] + reauthentication(ages)
  }

  /// Returns a chain's routes as texts; empty if no user can complete the chain.
  private func chains(
    _ chain: Exported, _ ages: inout [(word: String?, place: Exported)], depth: Int
  ) -> [String] {
    guard chain.json.object != nil, depth < Assurance.stepsMax else {
      chain.warn("a chain has at most \(Assurance.stepsMax) steps, and each is an object")
      chain.settle()
      return []
    }
    if let age = chain["reauthenticateIn"] { ages.append((nil, age)) }
    var words: [String] = []
    for value in chain.list("authenticationMethods") {
      let named = MethodFilter.Named(value)
      let (traits, isInherence) = MethodFilter.traits(value)
      if isInherence {
        value["userVerificationMethods"]?.warn("any method of user verification is accepted here")
      }
      let meant = offered.usable.filter { method in
        named.fits(method) && traits.allSatisfy { method.method.adjectives.contains($0) }
      }
      if meant.isEmpty { value.warn("the org doesn't have this authenticator for signing in") }
      let before = traits.map { $0 + " " }.joined()
      for word in offered.words(meant) where !words.contains(before + word) {
        words.append(before + word)
      }
    }
    let next = chain.list("next")
    let rest = next.flatMap { chains($0, &ages, depth: depth + 1) }
    guard !words.isEmpty else { return [] }
    let step = words.count == 1 ? words[0] : "(\(words.joined(separator: " or ")))"
    if next.isEmpty { return [step] }
    return rest.map { "\(step) then \($0)" }
  }

  private static let stepsMax = 3

  // MARK: Reauthentication

  /// Returns the line `reauthenticate …` for all factors, and lines for the classes that differ.
  private func reauthentication(_ ages: [(word: String?, place: Exported)]) -> [OrgLine] {
    var lines: [OrgLine] = []
    var texts: [String: String] = [:]
    for (word, place) in ages {
      guard let text = place.string else { continue }
      guard let age = Assurance.age(text) else {
        place.warn("an org can't have this duration")
        continue
      }
      let key = word ?? ""
      if let other = texts[key] {
        if other != age {
          place.warn("another part of the rule has a different time; `\(other)` is kept")
        }
        continue
      }
      texts[key] = age
      if word != nil, texts[""] == age { continue }
      lines.append(OrgLine("reauthenticate \(word.map { $0 + " " } ?? "")\(age)", place))
    }
    return lines
  }

  /// Converts an ISO 8601 duration to `always`, `once` or `every 12h`.
  private static func age(_ text: String) -> String? {
    guard let seconds = OrgText.seconds(ofISO: text) else { return nil }
    if seconds == 0 { return "always" }
    if seconds >= onceAfter { return "once" }
    return OrgText.span(seconds: seconds).map { "every " + $0 }
  }

  /// The duration that Okta writes for "once a session": `PT43800H`, five years.
  private static let onceAfter = 43_800 * 3600
}

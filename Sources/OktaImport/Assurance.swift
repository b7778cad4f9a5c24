import OktaSimulator
import FlowHTTP

/// The requirements of an authentication policy's rule, as settings of `sign-on`.
struct Assurance {
  /// What the rule asks for: `require …` and `reauthenticate …`, or `deny`.
  var body: RuleBody {
    if let unknown { return .unknown(reason: unknown) }
    return stricter.map { .atLeast(lines, reason: $0) } ?? .exact(lines)
  }

  private var lines: [OrgLine] = []
  /// The reason why nothing is known about the requirement; `nil` if something is.
  private var unknown: String?
  /// The part of the requirement that may ask for more than the lines; `nil` if there is none.
  private var stricter: String?

  private let offered: OfferedMethods

  /// Reads the action `appSignOn` of a rule.
  init(_ action: Exported, _ offered: OfferedMethods) {
    self.offered = offered
    let access = Assurance.choice(action, "access", ["ALLOW", "DENY"])
    if access == "DENY" {
      // If access is denied, the order of verification makes no difference.
      action.settle("verificationMethod", "keepMeSignedIn")
      lines = [OrgLine("deny", action["access"])]
      return
    }
    guard access != nil else {
      give(up: action, "`access` isn't known")
      return
    }
    guard let method = action.object("verificationMethod") else {
      give(up: action, "the rule doesn't say what to verify")
      return
    }
    switch Assurance.choice(method, "type", ["ASSURANCE", "AUTH_METHOD_CHAIN"]) {
    case "ASSURANCE"?: readConstraints(method)
    case "AUTH_METHOD_CHAIN"?: readChains(method)
    default: give(up: method, "this verification method isn't simulated")
    }
  }

  /// Returns a member's word in upper case; `nil` if it is another one, which isn't reported.
  static func choice(_ value: Exported, _ name: String, _ words: [String]) -> String? {
    guard let word = value.json[name]?.string?.uppercased(), words.contains(word) else {
      return nil
    }
    _ = value.text(name)
    return word
  }

  /// Reports a rule of which it isn't known what it asks for.
  static func unknown(_ place: Exported, _ message: String) -> RuleBody {
    place.caution("\(message): it isn't known what the rule asks for")
    place.settle()
    return .unknown(reason: reason(place))
  }

  /// The name of the unknown fact about what a rule asks for.
  ///
  /// Rules that ask for the same have the same fact.
  private static func reason(_ place: Exported) -> String {
    UnknownReason("requirement", place.json).text
  }

  private mutating func give(up place: Exported, _ message: String) {
    _ = Assurance.unknown(place, message)
    unknown = Assurance.reason(place)
  }

  /// Reports a part of the requirement that may be stricter than what the org asks for.
  private mutating func note(stricter place: Exported, _ message: String) {
    place.caution(message)
    place.settle()
    stricter = Assurance.reason(place)
  }

  /// Returns a line `require …`, which becomes `deny` if the org's authenticators can't meet it.
  private func require(_ text: String, _ source: Exported) -> OrgLine {
    OrgLine("require \(text)", source, refusal: .deny)
  }

  private mutating func denyAll(_ place: Exported) {
    place.note("no authenticator of the org meets this requirement: access is denied")
    lines = [OrgLine("deny", place)]
  }

  // MARK: Constraints

  private mutating func readConstraints(_ method: Exported) {
    method["inactivityPeriod"]?.detail("an org doesn't end a session earlier that is idle")
    method.settle("inactivityPeriod")
    guard let mode = Assurance.choice(method, "factorMode", ["1FA", "2FA"]) else {
      return give(up: method, "the number of factors isn't known")
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
      else { return give(up: method, "a constraint isn't an object") }
      let knowledge = entry.object("knowledge").map { MethodFilter($0, isKnowledge: true, offered) }
      let possession = entry.object("possession").map {
        MethodFilter($0, isKnowledge: false, offered)
      }
      for (filter, word) in [(knowledge, "knowledge"), (possession, "possession")] {
        if let place = filter?.stricter {
          note(stricter: place, "any method of user verification is accepted here")
        }
        if let filter, !filter.isRequired, !filter.adjectives.isEmpty, let place = entry[word] {
          note(stricter: place, "constraints on factors that aren't required aren't simulated")
        }
        if let age = filter?.age { ages.append((word, age)) }
      }
      let text = self.text(knowledge, possession, entry, isTwo: isTwo, isAlone: entries.count == 1)
      guard let text else { continue }
      if text.isEmpty { isOpen = true }
      // Each text is added once. One more than an org can have is kept, so that the whole rule is
      // refused.
      if !texts.contains(text), texts.count <= Assurance.alternativesMax { texts.append(text) }
    }
    let base = isTwo ? "2 factors" : "any 1"
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
      guard let filter, filter.isRequired else {
        guard let filter else { continue }
        refused += filter.refused
        isNarrowed = isNarrowed || !filter.refused.isEmpty
        continue
      }
      if filter.accepted.isEmpty {
        if !isAlone {
          entry[kind]?.note("no authenticator of the org meets this requirement")
        }
        return nil
      }
      if !filter.isList { refused += filter.refused }
      demands.append(filter.text(offered, kind: kind))
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
    guard unknown == nil else { return }
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
  private mutating func chains(
    _ chain: Exported, _ ages: inout [(word: String?, place: Exported)], depth: Int
  ) -> [String] {
    guard chain.json.object != nil, depth < Assurance.stepsMax else {
      give(up: chain, "a chain has at most \(Assurance.stepsMax) steps, and each is an object")
      return []
    }
    if let age = chain["reauthenticateIn"] { ages.append((nil, age)) }
    var words: [String] = []
    for value in chain.list("authenticationMethods") {
      let named = MethodFilter.Named(value)
      let (traits, isInherence, place) = MethodFilter.traits(value)
      if let place = place ?? (isInherence ? value["userVerificationMethods"] : nil) {
        note(stricter: place, "any method of user verification is accepted here")
      }
      let meant = offered.usable.filter { method in
        named.fits(method) && traits.allSatisfy { method.method.adjectives.contains($0) }
      }
      if meant.isEmpty { value.note("the org doesn't have this authenticator for signing in") }
      let before = traits.map { $0 + " " }.joined()
      for word in offered.words(meant) where !words.contains(before + word) {
        words.append(before + word)
      }
    }
    let next = chain.list("next")
    var rest: [String] = []
    for step in next { rest += chains(step, &ages, depth: depth + 1) }
    guard !words.isEmpty else { return [] }
    let step = words.count == 1 ? words[0] : "(\(words.joined(separator: " or ")))"
    if next.isEmpty { return [step] }
    return rest.map { "\(step) then \($0)" }
  }

  private static let stepsMax = 3

  // MARK: Reauthentication

  /// Returns the line `reauthenticate …` for all factors, and lines for the classes that differ.
  ///
  /// If several parts have different times, the longest one is kept.
  private func reauthentication(_ ages: [(word: String?, place: Exported)]) -> [OrgLine] {
    var order: [String] = []
    var longest: [String: (seconds: Int, place: Exported)] = [:]
    for (word, place) in ages {
      guard let text = place.string else { continue }
      guard let seconds = OrgText.seconds(ofISO: text), Assurance.age(seconds) != nil else {
        place.detail("an org can't have this duration: a session is long enough")
        continue
      }
      let key = word ?? ""
      guard let other = longest[key] else {
        order.append(key)
        longest[key] = (seconds, place)
        continue
      }
      if other.seconds != seconds {
        if other.seconds < seconds {
          other.place.detail("another part of the rule has a different time; that one is kept")
        }
        place.detail("another part of the rule has a different time; the longest one is kept")
      }
      if seconds > other.seconds { longest[key] = (seconds, place) }
    }
    return order.compactMap { key in
      guard let own = longest[key], key.isEmpty || own.seconds != longest[""]?.seconds,
        let age = Assurance.age(own.seconds)
      else { return nil }
      return OrgLine("reauthenticate \(key.isEmpty ? "" : key + " ")\(age)", own.place)
    }
  }

  /// Writes a duration as `always`, `once` or `every 12h`; `nil` if an org can't have it.
  private static func age(_ seconds: Int) -> String? {
    if seconds == 0 { return "always" }
    if seconds >= onceAfter { return "once" }
    return OrgText.span(seconds: seconds).map { "every " + $0 }
  }

  /// The duration that Okta writes for "once a session": `PT43800H`, five years.
  private static let onceAfter = 43_800 * 3600
}

package import OktaSimulator

/// Describes routes and their endings in words.
package struct RouteWords {
  private let org: Org

  package init(_ org: Org) { self.org = org }

  // MARK: What is done

  /// Returns the acts of a route in words, such as `password` and `phone via sms`.
  ///
  /// Acts on incidental pages are omitted.
  package func way(_ steps: [WalkStep]) -> [String] {
    steps.compactMap(word)
  }

  /// Returns acts as one text, such as `password, then phone via sms`, or `no verification`.
  package static func told(_ way: [String]) -> String {
    way.isEmpty ? "no verification" : way.joined(separator: ", then ")
  }

  private func word(_ step: WalkStep) -> String? {
    switch step.act {
    case .identify: step.page == .identify && org.asksPasswordAtOnce ? "password" : nil
    case .usePasskey: "passkey first"
    case .signInElsewhere(let index): "identity provider \(org.name(ofProvider: index))"
    case .startSignUp, .startUnlock, .select, .selectNew: nil
    case .signUp: "sign up"
    case .unlock: "unlock the account"
    case .answer, .wait: (verb(step) ?? "").isEmpty ? nil : verb(step)
    case .fail: "wrong \(noun(step.page)) until it is no longer accepted"
    case .recover: "forgot the password"
    case .setPassword: "set a new password"
    case .skip: skipped(step.page)
    case .enroll: "enroll \(noun(step.page))"
    case .completeProfile: "complete the profile"
    case .stay(let stays): stays ? "stay signed in" : nil
    case .agree(let agrees): agrees ? "agree" : "refuse to agree"
    }
  }

  private func verb(_ step: WalkStep) -> String? {
    guard let refusal = step.refusal else { return noun(step.page) }
    return "\(noun(step.page)) (\(refusal.text))"
  }

  private func skipped(_ page: WalkPage) -> String {
    switch page {
    case .newPassword: "keep the password"
    case .profile: "skip the profile"
    default: "skip the enrollment"
    }
  }

  private func noun(_ page: WalkPage) -> String {
    switch page {
    case .challenge(let enrollment, let method): name(enrollment.authenticator, method)
    case .push(let method): name(.oktaVerify, method)
    case .enroll(let authenticator, let method): name(authenticator, method)
    case .enrollApp: "okta-verify"
    default: "password"
    }
  }

  /// Returns the name of a method with its authenticator, such as `phone via sms` or `email`.
  package func name(_ authenticator: Authenticator, _ method: Method) -> String {
    let word = authenticator.rawValue
    let isOneOfSeveral = authenticator == .phone || authenticator == .oktaVerify
    return isOneOfSeveral ? "\(word) via \(method.word)" : word
  }

  /// Returns the name of a method with its authenticator, such as `phone via sms` or `email`.
  package func name(_ method: Method) -> String { name(Authenticator(of: method), method) }

  // MARK: How it ends

  /// Returns an outcome in words: `signed in`, `locked out`, `refused: …`.
  package func outcome(_ ending: WalkEnding) -> String {
    switch ending.outcome {
    case .signedIn: "signed in"
    case .unlocked: "unlocked, but not signed in"
    case .locked: "locked out"
    case .refused(let refusal): "refused: \(refusal.text)"
    }
  }

  /// Returns words as a list: `a`, `a and b`, `a, b and c`.
  package static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  // MARK: Who, and from where

  /// Returns a class of users in words, such as `ada@acme.test and 2 others`.
  package func people(_ kind: WalkKind) -> String {
    guard let first = kind.logins.first else { return "anyone who signs up" }
    switch kind.logins.count {
    case 1: return first
    case 2: return "\(first) and \(kind.logins[1])"
    default: return "\(first) and \(kind.logins.count - 1) others"
    }
  }

  /// Returns a class of users with the verb: `ada@acme.test gets`, `ada@acme.test and 2 others
  /// get`.
  package func peopleGet(_ kind: WalkKind) -> String {
    people(kind) + (kind.logins.count > 1 ? " get" : " gets")
  }

  /// Returns the circumstances of a start in words, such as `zone office, device managed`; empty if
  /// there are none.
  package func circumstances(_ start: WalkStart) -> String {
    circumstances(start, known(start) + start.assumptions(in: org).map(RouteWords.condition))
  }

  /// Returns the zone, device, risk, platform, behaviors and checks in words, without unknown
  /// conditions and the clock.
  private func known(_ start: WalkStart) -> [String] {
    RouteWords.words(start.parameters(in: org).filter { $0.name != "unknown" })
  }

  private static func words(_ parameters: [(name: String, value: String)]) -> [String] {
    parameters.map { name, value in
      // Semicolons divide circumstances.
      let isList = name == "behavior" || name == "posture"
      return "\(name) \(isList ? value.replacing("; ", with: " and ") : value)"
    }
  }

  /// Returns an assumption in words, such as ``if `behavior: new device` holds (unknown)``.
  package static func condition(_ assumption: Assumption) -> String {
    condition(assumption.reason, holds: assumption.holds)
  }

  static func condition(_ reason: String, holds: Bool) -> String {
    "\(holds ? "if" : "unless") `\(reason)` holds (unknown)"
  }

  /// Returns the circumstances of a start in two orgs, in words.
  ///
  /// If the orgs put the place into different zones, the words include it: `an address such as
  /// 203.0.113.10 (zone office, before no zone)`.
  ///
  /// - Parameters:
  ///   - start: The start in this org.
  ///   - other: The start in the other org.
  ///   - otherOrg: The other org.
  ///   - when: The word before the zones of the other org: `before` or `now`.
  /// - Returns: The circumstances.
  func circumstances(
    _ start: WalkStart, beside other: WalkStart, in otherOrg: Org, _ when: String
  ) -> CircumstanceWords {
    let (own, others) = (start.zones(in: org), other.zones(in: otherOrg))
    // Either org may be the only one that names a behavior or a check.
    let facts = start.facts(in: org).adding(other.facts(in: otherOrg))
    let ofFacts = facts.filter { !$0.isUnknown }.parameters
    let parameters = start.parameters(in: org).filter { parameter in
      parameter.name != "unknown" && !ofFacts.contains { $0.name == parameter.name }
    }
    guard own != others, let place = start.place else {
      return CircumstanceWords(
        circumstances(start, RouteWords.words(parameters + ofFacts)), facts.unknown)
    }
    func told(_ zones: [String]) -> String {
      zones.isEmpty ? "no zone" : "zone " + RouteWords.list(zones)
    }
    let rest = RouteWords.words(parameters.filter { $0.name != "zone" } + ofFacts)
    let words = "\(place) (\(told(own)), \(when) \(told(others)))"
    return CircumstanceWords(circumstances(start, [words] + rest), facts.unknown)
  }

  private func circumstances(_ start: WalkStart, _ parameters: [String]) -> String {
    var words = start.visit.map { [after($0)] } ?? []
    switch start.entry {
    case .identifier: break
    case .session: words.append(session(start))
    case .activation: words.append("by the link of a welcome mail")
    case .recoveryLink: words.append("by the link of a recovery mail")
    }
    if start.isRemembered { words.append("on a remembered device") }
    if start.isGivenCode { words.append("given a temporary access code") }
    words += parameters
    if start.clock > .zero { words.append(RouteWords.later(start.clock)) }
    return words.joined(separator: ", ")
  }

  /// Returns earlier sign-ins to other apps in words, beginning with `after app`.
  func after(_ visit: PriorVisit) -> String {
    visit.chain.map(self.visit).joined(separator: ", ")
  }

  /// Returns an earlier sign-in to another app in words: `after app `portal` (password, then enroll
  /// phone via sms)`.
  private func visit(_ visit: PriorVisit) -> String {
    var start = visit.start
    start.visit = nil
    let place = known(start)
    let from = place.isEmpty ? "" : " in \(place.joined(separator: ", "))"
    return "after \(AppAudit.title([visit.app]))\(from) (\(RouteWords.told(way(visit.steps))))"
  }

  /// Returns the session of a start in words: `with an open session`, `5h after signing in, in use
  /// (password and email verified)`.
  func session(_ start: WalkStart) -> String {
    guard let session = start.sessionWords else { return "with an open session" }
    let verified = session.verified.map { name($0) }
    let age =
      session.age <= .seconds(1)
      ? "right after signing in" : "\(RouteWords.duration(session.age)) after signing in"
    return "\(age), \(session.use) (\(RouteWords.list(verified)) verified)"
  }

  /// Returns circumstances as a list.
  ///
  /// If there are too many, lists only the first circumstances and the number of others.
  package static func listed(_ circumstances: [String], atMost most: Int = listedMost) -> String {
    let shown = circumstances.prefix(most).map { $0.isEmpty ? "in the default circumstances" : $0 }
    let more = circumstances.count - shown.count
    return shown.joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }

  /// The default number of listed circumstances.
  package static let listedMost = 3

  /// Returns a time that has passed, in words: `3h later`, or `more than 321d later` if it is 321
  /// days and a second.
  static func later(_ clock: Duration) -> String {
    (isJustOver(clock) ? "more than " : "") + passed(clock) + " later"
  }

  /// Whether a time is one second past a whole number of minutes.
  ///
  /// Explorations use such times to begin just after something has expired.
  private static func isJustOver(_ clock: Duration) -> Bool {
    clock > .seconds(60) && clock.components.seconds % 60 == 1
  }

  /// Returns a time that has passed, in readable units: `3h`, `1h 1m 2s`.
  ///
  /// If the time is just past a whole number of minutes, the additional second is omitted.
  static func passed(_ clock: Duration) -> String {
    var rest = clock.components.seconds - (isJustOver(clock) ? 1 : 0)
    var parts: [String] = []
    for (unit, length) in units where rest >= length {
      parts.append("\(rest / length)\(unit)")
      rest %= length
    }
    return parts.isEmpty ? "0s" : parts.joined(separator: " ")
  }

  /// The units of durations with their lengths in seconds, the longest first.
  private static let units: [(name: String, seconds: Int64)] = [
    ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// Returns a duration as scripts write it, in the longest unit of which it is a multiple.
  package static func duration(_ duration: Duration) -> String {
    duration.asSetting
  }
}

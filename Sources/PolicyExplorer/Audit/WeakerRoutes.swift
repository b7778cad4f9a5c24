import FlowDiagnostics
import OktaSimulator
import SimulatorKit

/// Finds routes on which a user signs in with less than the rule asks for.
///
/// Only the authenticators that the user had before count. The finding is `weaker-route`, or
/// `open-registration` for users who sign up.
struct WeakerRoutes {
  private let scene: AuditScene

  init(_ scene: AuditScene) { self.scene = scene }

  /// The mechanism that lets a user sign in with less.
  private enum Mechanism: Hashable {
    case signUp
    case activation
    /// The recovery rule with this index.
    case recovery(Int?)
    /// The link of a recovery mail.
    ///
    /// No recovery rule applies to the link.
    case recoveryLink
    /// The enrollment rule with this index.
    case enrollment(Int?)
    /// The enrollment at an earlier sign-in to other apps with these names.
    case visit([String])
  }

  private struct Cause: Hashable {
    var rule: Int?
    /// The session rule that the user doesn't meet, if the user meets the sign-on rule.
    var sessionRule: Int?
    var isOfSession: Bool
    var mechanism: Mechanism
    /// The zones in which the enrollment rule applies; empty if it applies anywhere.
    var zones: [String]
  }

  var findings: [OrgFinding] {
    var found = Collected<Cause>(scene)
    var parts: [Cause: Set<Set<String>>] = [:]
    // What is enough without a visit, for each class of users and each rule.
    var direct: [[Int?]: Set<Holdings>] = [:]
    for (index, exploration) in scene.explorations.enumerated() {
      for route in exploration.routes
      where route.ending.outcome == .signedIn && !route.ending.isEnough {
        let isDirect = route.start.visit == nil
        let base = isDirect ? route.kind.index : exploration.base
        let key = [base, route.ending.rule, route.ending.sessionRule]
        let holdings = Holdings(route.ending)
        if isDirect {
          direct[key, default: []].insert(holdings)
        } else if direct[key]?.contains(where: { $0.isPart(of: holdings) }) == true {
          continue
        }
        let cause = cause(route)
        found.note(cause, route, in: index)
        parts[cause, default: []].insert(self.parts(route))
      }
    }
    return found.entries.compactMap { entry in
      found.judged(entry).map { finding(entry, $0.witness, $0.reliesOn, parts[entry.cause] ?? []) }
    }
  }

  private func cause(_ route: Route) -> Cause {
    let ending = route.ending
    let terms = scene.org.enrollmentTerms(route.start)
    let mechanism: Mechanism
    if route.kind.index == nil {
      mechanism = .signUp
    } else if let visit = route.start.visit {
      mechanism = .visit(visit.chain.map(\.app))
    } else if ending.isRecovered, route.start.entry == .recoveryLink {
      mechanism = .recoveryLink
    } else if ending.isRecovered {
      mechanism = .recovery(scene.org.recoveryTerms(route.start))
    } else if route.start.entry == .activation {
      mechanism = .activation
    } else {
      mechanism = .enrollment(terms?.index)
    }
    let isOfSession = ending.isEnoughForRule
    let zones =
      (terms?.zones ?? []) + scene.org.accountZones(route.start, enrolling: ending.enrolled)
    return Cause(
      rule: isOfSession ? nil : ending.rule, sessionRule: isOfSession ? ending.sessionRule : nil,
      isOfSession: isOfSession, mechanism: mechanism,
      zones: ending.enrolled.isEmpty ? [] : route.start.visit?.zones ?? zones)
  }

  /// Returns the methods or authenticators with which a route uses the mechanism.
  private func parts(_ route: Route) -> Set<String> {
    route.ending.isRecovered && route.start.visit == nil
      ? Set(route.ending.proved.map { scene.words.name($0) })
      : Set(route.ending.enrolled.map(\.rawValue))
  }

  /// Returns the minimal sets in words: `email`, `phone or email and security-question`.
  private func told(_ parts: Set<Set<String>>) -> [String] {
    let least = parts.filter { own in !parts.contains { $0.isStrictSubset(of: own) } }
    return least.filter { !$0.isEmpty }.map { RouteWords.list($0.sorted()) }.sorted()
  }

  private func finding(
    _ entry: Collected<Cause>.Entry, _ route: Route, _ reliesOn: [Assumption],
    _ parts: Set<Set<String>>
  ) -> OrgFinding {
    let (cause, org) = (entry.cause, scene.org)
    let name =
      cause.isOfSession
      ? "session rule `\(org.name(ofSessionRule: cause.sessionRule))`"
      : "rule `\(org.name(ofRule: cause.rule))`"
    let place =
      cause.isOfSession
      ? scene.places.sessionRule(cause.sessionRule) : scene.places.rule(cause.rule)
    let kind = AuditScene.together(entry.classes)
    let told = told(parts)
    let sentence: String
    if cause.mechanism == .signUp {
      let groups = RouteWords.list(scene.facts.groups(route.start).map { "`\($0)`" })
      sentence =
        "anyone who signs up gets in by the \(name), which is for members of a group: registration "
        + "adds new users to \(groups)"
    } else {
      sentence =
        "\(scene.words.peopleGet(kind)) in by the \(name) with only \(held(route)): "
        + gained(cause, route, told)
    }
    var finding = OrgFinding(
      cause.mechanism == .signUp ? .openRegistration : .weakerRoute, sentence, at: place,
      witness: route, reliesOn: reliesOn)
    finding.classes = entry.classes
    finding.cause = [name, word(cause.mechanism)] + told + cause.zones
    finding.help = help(cause)
    if !cause.zones.isEmpty, cause.mechanism != .signUp {
      // Only a note, because enrolling in a trusted place is intended.
      finding.severity = .note
    }
    return finding
  }

  /// Returns in words the methods on a route that the user had before.
  private func held(_ route: Route) -> String {
    let uses = route.ending.uses.filter(\.isHeld).map { scene.words.name($0.method) }
    let proved = route.ending.isRecovered ? route.ending.proved.map { scene.words.name($0) } : []
    var all: [String] = []
    for word in uses + proved where !all.contains(word) { all.append(word) }
    return all.isEmpty ? "the link of a mail" : RouteWords.list(all)
  }

  private func gained(_ cause: Cause, _ route: Route, _ told: [String]) -> String {
    let place = cause.zones.isEmpty ? "" : ", in zone \(RouteWords.list(cause.zones)) only"
    let enrolled = RouteWords.list(route.ending.enrolled.map(\.rawValue))
    switch cause.mechanism {
    case .recovery:
      let also = route.ending.enrolled.isEmpty ? "" : ", and \(enrolled) enrolled on the way"
      let by = told.isEmpty ? "" : " (by \(told.joined(separator: " or by ")))"
      return "the password was reset without the old one\(by)\(also)\(place)"
    case .recoveryLink:
      let also = route.ending.enrolled.isEmpty ? "" : ", and \(enrolled) is enrolled on the way"
      return "the link of a recovery mail lets them set a new password\(also)\(place)"
    case .activation: return "the link of the welcome mail lets them set up \(enrolled)\(place)"
    case .enrollment, .signUp:
      let or = told.isEmpty ? enrolled : told.joined(separator: " or ")
      return "\(or) can be enrolled on the way\(place)"
    case .visit(let apps):
      let or = told.isEmpty ? enrolled : told.joined(separator: " or ")
      let reset = route.ending.isRecovered ? ", and the password was reset there" : ""
      return "\(or) can be enrolled at \(AppAudit.title(apps)) first\(reset)\(place)"
    }
  }

  private func word(_ mechanism: Mechanism) -> String {
    switch mechanism {
    case .signUp: "sign-up"
    case .activation: "activation"
    case .recovery: "recovery"
    case .recoveryLink: "recovery link"
    case .enrollment: "enrollment"
    case .visit(let apps): "enrollment at " + apps.joined(separator: ", ")
    }
  }

  private func help(_ cause: Cause) -> String {
    switch cause.mechanism {
    case .signUp: "don't let registration add users to a group that a rule trusts"
    case .recovery:
      "let recovery ask for two kinds of factors: `password-second` of another kind than `password`"
    case .recoveryLink:
      "remove `recovery-token`: its link doesn't ask for what `recovery` asks for"
    case .activation:
      "allow enrollment only in known places (`when zone …` in `enrollment`): the link of a "
        + "welcome mail asks for it regardless of `ask`"
    case .visit(let apps):
      "let \(AppAudit.title(apps)) ask for as much before users enroll, or allow enrollment only in "
        + "known places (`when zone …` in `enrollment`)"
    case .enrollment:
      "allow enrollment only in known places (`when zone …` in `enrollment`), ask for more before it "
        + "(`account-management`), or don't ask for it at a sign-in (`ask never`)"
    }
  }
}

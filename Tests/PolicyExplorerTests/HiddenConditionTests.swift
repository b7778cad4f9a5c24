import FlowDiagnostics
import FlowEngine
import FlowSyntax
import OktaImport
import TestSupport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// The verdict about an org with a condition hidden includes the verdict with it shown.
@Suite("Verdicts with a condition hidden")
struct HiddenConditionTests {
  private static let now = Duration.seconds(1_800_000_000)
  private static let seeds = OracleTests.seeds(usual: 12)

  private static let claims = """
    claim "c" {
      always kinds >= 2
      always held-kinds >= 2
      never used email
      never recovered
      never rule is "a"
      never zone is "office" and kinds is 1
      possible success
      possible kinds >= 2
      possible risk is "high"
      possible zone is "office" and kinds is 1
    }
    """

  /// The broken claims, with whether that is certain; absent ones are true.
  private typealias Verdicts = [String: Bool]

  /// The findings of an audit and of claims, by their subjects.
  private static func verdicts(_ settings: String) throws -> Verdicts? {
    let source = SourceFile(name: "org.flow", text: "org acme {\n\(settings)\n}\n\(claims)\n")
    let (program, diagnostics) = Program.load(source) { _ throws(ReadFault) in throw .missing }
    guard diagnostics.isEmpty, let org = try OrgText.org(settings) else { return nil }
    let script = try #require(program.scripts.first)
    var explorer = Explorer(org, now: now)
    let asked = ClaimQuestions(org, in: script)
    explorer.asked = script.claims.flatMap { asked.questions(of: $0) }
    let check = ClaimCheck(explorer, in: script)
    let survey = OrgSurvey(explorer)
    #expect(survey.isComplete)
    let explorations = survey.explorations
    var verdicts: Verdicts = [:]
    func note(_ finding: OrgFinding, _ subject: String) {
      let isCertain = finding.reliesOn?.isEmpty ?? true
      verdicts[subject] = (verdicts[subject] ?? false) || isCertain
    }
    for finding in Audit(survey).findings() {
      for subject in subjects(finding, org, settings) { note(finding, subject) }
    }
    // Each line by itself: a claim has a finding for every line that is false.
    for claim in script.claims {
      for line in claim.lines {
        var one = claim
        one.lines = [line]
        for finding in check.findings(one, explorations) {
          note(finding, "claim " + (finding.message.split(separator: "`").first ?? ""))
        }
      }
    }
    return verdicts
  }

  /// The subjects of a finding, regardless of similar users and of the route that shows it.
  private static func subjects(
    _ finding: OrgFinding, _ org: OktaSimulator.Org, _ settings: String
  ) -> [String] {
    switch finding.kind {
    case .noWayIn: return finding.witness?.kind.logins.map { "no way in \($0)" } ?? []
    case .weakerRoute:
      guard let ending = finding.witness?.ending else { return [] }
      let rule =
        ending.isEnoughForRule
        ? "session rule \(org.name(ofSessionRule: ending.sessionRule))"
        : "rule \(org.name(ofRule: ending.rule))"
      return ["weaker \(rule) \(ending.isRecovered) \(!ending.enrolled.isEmpty)"]
    default:
      // Users of one class are listed by the first of them.
      let words = finding.message
        .split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: ", ")
      let line = finding.place.map { place in
        settings.utf8.prefix(Int(place.start) - "org acme {\n".utf8.count).count { $0 == 10 }
      }
      // A rule that can't apply doesn't apply to any user, either.
      let id =
        finding.kind == .policyRuleShadowed ? ProblemKind.ruleNeverDecides.id : finding.kind.id
      return ["\(id) \(words.split(separator: ",").first ?? "") line \(line ?? 0)"]
    }
  }

  /// The faults of the verdicts about a hidden org.
  private static func faults(_ shown: Verdicts, _ hidden: Verdicts) -> [String] {
    var faults: [String] = []
    for (subject, _) in shown.sorted(by: { $0.key < $1.key }) where hidden[subject] == nil {
      faults.append("holds if hidden: \(subject)")
    }
    // Other conditions of the org are unknown in both.
    for (subject, isCertain) in hidden.sorted(by: { $0.key < $1.key })
    where isCertain && shown[subject] != true {
      faults.append("broken if hidden, and not if shown: \(subject)")
    }
    return faults
  }

  private static func orgs(_ seed: Int) throws -> HiddenOrg? {
    guard let wide = try WideOrg(seed: UInt64(seed)) else { return nil }
    var random = SeededGenerator(seed: UInt64(seed))
    return HiddenOrg(wide.made.text, &random)
  }

  @Test("Findings and claims", arguments: HiddenConditionTests.seeds)
  func findings(seed: Int) throws {
    guard let orgs = try Self.orgs(seed), let shown = try Self.verdicts(orgs.shown) else { return }
    let hidden = try #require(try Self.verdicts(orgs.hidden), "\(orgs.hidden)")
    // A rule whose group is hidden names no group: nothing can be said about its group.
    let faults = Self.faults(shown, hidden).filter {
      !(orgs.hidesGroup && $0.hasPrefix("holds if hidden: \(ProblemKind.groupGetsLess.id) "))
    }
    #expect(faults == [], "seed \(seed)\n\(orgs.shown)\nhidden:\n\(orgs.hidden)")
  }

  @Test("A test notices if an unknown condition counts as false")
  func mistake() throws {
    var isNoticed = false
    for seed in 0..<40 where !isNoticed {
      guard let orgs = try Self.orgs(seed), let shown = try Self.verdicts(orgs.shown),
        let mistaken = try Self.verdicts(orgs.mistaken)
      else { continue }
      isNoticed = !Self.faults(shown, mistaken).isEmpty
    }
    #expect(isNoticed)
  }

  // MARK: Differences

  /// The kinds of changes of each user, with whether they are certain.
  private static func changes(_ old: String, _ new: String) throws -> Verdicts? {
    guard let old = try OrgText.org(old), let new = try OrgText.org(new) else { return nil }
    let diff = OrgDiff(old, new, now: now)
    #expect(diff.isComplete)
    var verdicts: Verdicts = [:]
    for change in diff.changes {
      for login in change.logins {
        let subject = "\(change.kind.rawValue) \(login)"
        verdicts[subject] = (verdicts[subject] ?? false) || change.reliesOn.isEmpty
      }
    }
    return verdicts
  }

  /// The same org with a weaker requirement.
  private static func weakened(_ text: String, _ random: inout SeededGenerator) -> String {
    let rules = text.ranges(of: "require ")
    guard let range = rules.randomElement(using: &random),
      let end = text[range.upperBound...].firstIndex(where: { $0 == ";" || $0 == "}" })
    else { return text }
    return text[..<range.upperBound] + "any 1 " + text[end...]
  }

  @Test("Differences", arguments: HiddenConditionTests.seeds)
  func differences(seed: Int) throws {
    guard let orgs = try Self.orgs(seed) else { return }
    var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let shown = try Self.changes(orgs.shown, Self.weakened(orgs.shown, &random))
    random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let hidden = try Self.changes(orgs.hidden, Self.weakened(orgs.hidden, &random))
    // A condition that is hidden in one of the orgs is another condition there.
    random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let halfHidden = try Self.changes(orgs.shown, Self.weakened(orgs.hidden, &random))
    guard let shown, let hidden, let halfHidden else { return }
    let text = "seed \(seed)\n\(orgs.shown)\nhidden:\n\(orgs.hidden)"
    #expect(Self.faults(shown, hidden) == [], "\(text)")
    #expect(Self.faults(shown, halfHidden).filter { $0.hasPrefix("holds") } == [], "\(text)")
  }
}

import CommandSupport
import FlowHTTP
import FlowTerminal
import Testing

/// The findings of `flow audit`, the cures in its advice, and orgs without a finding.
@Suite("An audit's advice cures what it finds")
struct CureTests {
  /// A finding, as an audit prints it.
  private struct Found {
    var id: String
    var severity: String
    var message: String
    var fingerprint: String?
    var hasWitness: Bool

    /// Whether two audits report the same finding.
    func isSame(as other: Found) -> Bool { id == other.id && fingerprint == other.fingerprint }
  }

  /// One org of a finding.
  struct Case<Org: Sendable>: Sendable, CustomTestStringConvertible {
    let id: String
    let org: Org
    let testDescription: String
  }

  private static let cures = FindingCases.all.flatMap { cases in
    cases.cures.map { Case(id: cases.id, org: $0, testDescription: "\(cases.id): \($0.name)") }
  }

  private static let nearMisses = FindingCases.all.flatMap { cases in
    cases.nearMisses.map { Case(id: cases.id, org: $0, testDescription: "\(cases.id): \($0.name)") }
  }

  /// The findings that always have a route to show.
  private static let shown: Set = [
    "weaker-route", "open-registration", "deny-bypassed", "privilege-inversion", "group-gets-less",
    "risk-inversion", "long-session", "weak-method",
  ]

  @Test("The finding is there, its advice removes it, and nothing new appears", arguments: cures)
  func cure(tried: Case<Cure>) async throws {
    let (id, cure) = (tried.id, tried.org)
    let folder = try TemporaryFolder()
    let witnesses = folder.path + "/witnesses"
    let weak = try folder.write("weak.flow", cure.weak.text)
    let run = await Shell(drawsAnew: true)(
      ["audit", weak, "--json", "--write", witnesses] + cure.arguments)
    let before = try found(run)
    let meant = before.filter {
      $0.id == id && $0.severity == cure.severity.rawValue && $0.message.contains(cure.finds)
    }
    #expect(!meant.isEmpty, "\(run.all)\n\(cure.weak.text)")
    #expect(run.status == CureTests.status(of: before), "\(run.all)")
    #expect(!CureTests.shown.contains(id) || meant.allSatisfy(\.hasWitness), "\(run.all)")
    if meant.contains(where: \.hasWitness) {
      #expect(run.errors.contains("witnesses/\(id)"), "\(run.all)")
      let tested = await Shell(drawsAnew: true)("test", witnesses, "--root", folder.path)
      #expect(tested.status == .success, "\(tested.all)\n\(cure.weak.text)")
    }

    let sound = try folder.write("sound.flow", cure.sound.text)
    let cured = await Shell(drawsAnew: true)(
      ["audit", sound, "--json"] + cure.arguments + cure.cured)
    let after = try found(cured)
    #expect(cured.errors == "", "\(cured.all)\n\(cure.sound.text)")
    #expect(cured.status == CureTests.status(of: after))
    #expect(!after.contains { one in meant.contains { one.isSame(as: $0) } }, "\(cured.all)")
    let new = after.filter { one in !before.contains { one.isSame(as: $0) } }
    func isAnnounced(_ one: Found) -> Bool {
      one.severity == "note" && cure.leaves.contains { one.message.contains($0) }
    }
    #expect(new.allSatisfy(isAnnounced), "\(cured.all)\n\(cure.sound.text)")
    for note in cure.leaves {
      #expect(new.contains { $0.severity == "note" && $0.message.contains(note) }, "\(cured.all)")
    }
  }

  @Test(
    "An org that just misses the definition doesn't have the finding", arguments: nearMisses)
  func nearMiss(tried: Case<NearMiss>) async throws {
    let org = CureOrg(tried.org.text)
    let folder = try TemporaryFolder()
    let run = await Shell(drawsAnew: true)(
      ["audit", try folder.write("org.flow", org.text), "--json"] + tried.org.arguments)
    let found = try found(run)
    #expect(!found.contains { $0.id == tried.id }, "\(run.all)\n\(org.text)")
    #expect(run.errors == "", "\(run.all)\n\(org.text)")
    #expect(run.status == CureTests.status(of: found))
  }

  @Test("The org that all cases start from is sound")
  func base() async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("audit", try folder.write("org.flow", CureOrg("").text))
    #expect(run.status == .success)
    #expect(run.output == "acme: 0 findings\n", "\(run.all)")
  }

  @Test("Every finding has five orgs that have it, and five that just don't")
  func enough() throws {
    let source = try #require(Project.text("Sources/PolicyExplorer/Audit/AuditProblems.swift"))
    let declared = source.matches(of: /ProblemKind\("([a-z-]+)"/).map { String($0.1) }
    // The checker reports it, because it depends on no org.
    let kinds = declared + ["empty-claim"]
    #expect(kinds.count > 15)
    #expect(FindingCases.all.map(\.id).sorted() == kinds.sorted())
    for cases in FindingCases.all {
      #expect(Set(cases.cures.map(\.weak.text)).count >= 5, "\(cases.id)")
      #expect(Set(cases.nearMisses.map(\.text)).count >= 5, "\(cases.id)")
      for cure in cases.cures {
        #expect(cure.weak.text != cure.sound.text || !cure.cured.isEmpty, "\(cure.name)")
      }
    }
  }

  // MARK: Output of an audit

  /// The findings of an audit that aren't accepted, and the problems of a script.
  private func found(_ run: Shell.Outcome) throws -> [Found] {
    let findings = try run.lines.compactMap { line -> Found? in
      let json = try JSON(parsing: Array(line.utf8))
      guard let id = json["id"]?.string, json["accepted"] == nil else { return nil }
      return Found(
        id: id, severity: json["severity"]?.string ?? "", message: json["message"]?.string ?? "",
        fingerprint: json["fingerprint"]?.string, hasWitness: json["witness"] != nil)
    }
    let problems = run.errors.matches(of: /(?m)^(error|warning)\[([a-z-]+)\]: (.*)$/).map {
      Found(
        id: String($0.2), severity: String($0.1), message: String($0.3), fingerprint: nil,
        hasWitness: false)
    }
    return findings + problems
  }

  /// The status of an audit with some findings.
  private static func status(of found: [Found]) -> FlowTerminal.ExitStatus {
    if found.contains(where: { $0.id == "empty-claim" }) { return .wrongScript }
    return found.allSatisfy { $0.severity == "note" } ? .success : .failed
  }
}

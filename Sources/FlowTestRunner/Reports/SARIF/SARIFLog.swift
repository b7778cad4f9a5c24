import FlowTerminal
import FlowDiagnostics
import FlowManual
import FlowSyntax
import FlowHTTP

/// Writes problems as a SARIF log (OASIS SARIF, version 2.1.0).
///
/// The texts of the problems' JSON are already masked.
struct SARIFLog {
  private var results: [JSON] = []
  /// The kinds of the added problems, in the order of their first problem.
  private var kinds: [ProblemKind] = []
  /// The reasons why problems may be missing; empty if the log is complete.
  private let gaps: [String]

  /// Creates an empty log.
  ///
  /// - Parameter gaps: The reasons why problems may be missing, one sentence each; empty if the log
  ///   is complete.
  init(gaps: [String] = []) { self.gaps = gaps }

  /// Adds a problem.
  ///
  /// - Parameters:
  ///   - diagnostic: The problem.
  ///   - problem: The problem as JSON.
  ///   - details: More data about the problem.
  mutating func add(_ diagnostic: Diagnostic, _ problem: JSON, _ details: JSONObject = [:]) {
    let index = kinds.firstIndex(of: diagnostic.kind) ?? kinds.count
    if index == kinds.count { kinds.append(diagnostic.kind) }
    var members: [JSONObject.Member] = [
      .init("ruleId", .string(diagnostic.kind.id)), .init("ruleIndex", .integer(index)),
      .init("level", .string(diagnostic.severity.rawValue)),
      .init("message", SARIF.text(ProblemText.message(problem))),
    ]
    if let location = SARIF.location(problem) {
      members.append(.init("locations", [["physicalLocation": location]]))
      let related = (problem["labels"]?.array ?? []).compactMap(SARIF.related)
      if !related.isEmpty { members.append(.init("relatedLocations", .array(related))) }
      let fixes = diagnostic.fixes.map { fix($0, problem) }
      if !fixes.isEmpty { members.append(.init("fixes", .array(fixes))) }
    }
    if let fingerprint = details["fingerprint"] {
      members.append(.init("partialFingerprints", ["flow/v1": fingerprint]))
    }
    if let reason = details["accepted"]?.string {
      members.append(
        .init(
          "suppressions",
          [["kind": "inSource", "justification": SARIF.text(reason)["text"] ?? .null]]))
    }
    if !details.members.isEmpty { members.append(.init("properties", .object(details))) }
    results.append(.object(JSONObject(members: members)))
  }

  /// The whole log.
  ///
  /// The log has one run of this program.
  var json: JSON {
    var run: JSONObject = [
      "tool": [
        "driver": [
          "name": "flow", "version": .string(version),
          "rules": .array(kinds.compactMap(Self.rule)),
        ]
      ],
      "columnKind": "unicodeCodePoints",
      "results": .array(results),
    ]
    if !gaps.isEmpty { run["invocations"] = [SARIFLog.invocation(gaps)] }
    return [
      "$schema": .string(SARIF.schema), "version": "2.1.0", "runs": [.object(run)],
    ]
  }

  /// Returns the `invocation` object that marks the run as incomplete.
  private static func invocation(_ gaps: [String]) -> JSON {
    [
      "executionSuccessful": false,
      "toolExecutionNotifications": .array(
        gaps.map { ["level": "error", "message": SARIF.text("not complete: " + $0)] }),
    ]
  }

  private static func rule(_ kind: ProblemKind) -> JSON? {
    SARIF.Explanation(of: kind.id)
      .map { SARIF.rule(kind.id, level: kind.severity.rawValue, $0) }
  }

  private func fix(_ fix: Fix, _ problem: JSON) -> JSON {
    let region = SARIF.region(problem) ?? .null
    return [
      "description": SARIF.text("Write `\(fix.word)`"),
      "artifactChanges": [
        [
          "artifactLocation": SARIF.artifact(problem["file"]?.string ?? ""),
          "replacements": [
            ["deletedRegion": region, "insertedContent": SARIF.text(fix.text)]
          ],
        ]
      ],
    ]
  }
}

extension SARIF.Explanation {
  /// Creates the explanation from the manual; `nil` if the manual has no page with this id.
  init?(of id: String) {
    guard let page = Manual.page(id) else { return nil }
    self.init(title: page.title, meaning: page.meaning, cure: page.cure)
  }
}

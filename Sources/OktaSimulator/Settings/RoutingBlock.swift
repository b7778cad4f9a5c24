import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// Reads a routing rule: `routing ["name"] { when login "*@partner.com"; to idp "Partner" }`.
struct RoutingBlock {
  private let draft: OrgDraft
  private var rule: RoutingRule
  /// Whether the block has `to`.
  private var hasTarget = false

  static let table = SettingTable<RoutingBlock>(
    of: "routing",
    entries: [
      SettingEntry(
        "when", "`when login \"*@partner.com\" [and [not] zone \"office\"]`",
        "The conditions, as in `sign-on`: `login`, `attribute`, `zone`, `platform`, `unknown` and "
          + "`app`. A login may begin or end with a `*`, which stands for any text.",
        usual: "it holds for every sign-in", example: "when login \"*@partner.com\"",
        notAs: ["if", "for", "condition"], repeats: true,
        .custom { block, line in
          block.rule.conditions += ConditionReader(line, of: block.draft).conditions(
            of: "routing", only: ["login", "attribute", "zone", "platform", "app"])
        }),
      SettingEntry(
        "to", "`to idp \"Partner\", \"Google\"` or `to org`",
        "Where users sign in: at one of some identity providers, or at the org.", usual: "required",
        example: "to org", notAs: ["providers", "provider", "idp"],
        .custom { block, line in block.readTarget(line) }),
    ])

  /// Reads a routing rule, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    let name = draft.ruleName(line)
    var block = RoutingBlock(draft: draft, rule: RoutingRule(name: name))
    table.read(line.block, into: &block, line.reader)
    if !block.hasTarget {
      line.report(
        SettingProblem(
          .missing, "a routing rule needs `to`", at: line.place,
          help: "add \(table.form(of: "to"))"))
    }
    draft.noteReach(line)
    draft.policy.routings.append(block.rule)
  }

  private mutating func readTarget(_ line: SettingLine) {
    hasTarget = true
    var values = line.values
    guard values.first?.first?.word == "idp" else {
      if values.count != 1 || values[0].map(\.word) != ["org"] {
        line.malformed(at: values.first?.first)
      }
      return
    }
    values[0].removeFirst()
    for terms in values {
      guard terms.count == 1, let name = terms[0].name else {
        return line.malformed(at: terms.first)
      }
      guard let index = draft.policy.providers.firstIndex(where: { $0.name == name }) else {
        line.report(
          SettingProblem(
            .unknown, "this org has no identity provider `\(name)`", at: terms[0].place, word: name,
            candidates: draft.policy.providers.map(\.name)))
        continue
      }
      if !rule.providers.contains(index) { rule.providers.append(index) }
    }
  }
}

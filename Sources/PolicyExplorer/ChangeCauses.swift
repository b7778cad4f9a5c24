import FlowDiagnostics
import FlowHost
package import FlowHTTP
import FlowSyntax
import OktaSimulator

/// The changes of all apps of an org, grouped by the rules that decide.
///
/// One changed rule may let users into hundreds of apps in many circumstances.
package struct ChangeCauses {
  /// The changes with the same cause.
  private struct Cause {
    var kind: OrgDiff.Kind
    var words: String
    var apps: Set<String> = []
    var logins: Set<String> = []
    var hasNewcomers = false
    /// The number of changes, and how many of them are shown.
    var count = 0
    var shown = 0
  }

  /// What distinguishes two causes.
  private struct Key: Hashable {
    var kind: OrgDiff.Kind
    var isAccepted: Bool
    var old: SourceRange?
    var new: SourceRange?
    var names: [String]
  }

  private var causes: [Cause] = []
  private var places: [Key: Int] = [:]
  private var shown = 0

  /// Whether every change is shown in full.
  private let showsAll: Bool

  /// Creates an empty list.
  ///
  /// - Parameter showsAll: Whether every change is shown in full.
  package init(showsAll: Bool) {
    self.showsAll = showsAll
  }

  /// The number of changes of one cause that are shown in full.
  private static let shownOfCause = 2
  /// The number of changes that are shown in full.
  private static let shownMax = 12

  /// The number of changes.
  package var count: Int { causes.reduce(0) { $0 + $1.count } }
  /// The number of changes that aren't shown in full.
  package var left: Int { count - shown }

  /// Adds the changes of a report.
  ///
  /// - Parameter report: The report.
  /// - Returns: The indices of the changes to show in full, as examples of their causes.
  package mutating func add(_ report: DiffReport) -> Set<Int> {
    var examples: Set<Int> = []
    for (index, change) in report.diff.changes.enumerated() {
      let place = cause(of: change, in: report)
      causes[place].count += 1
      causes[place].apps.formUnion(report.apps)
      causes[place].logins.formUnion(change.logins)
      if change.logins.isEmpty { causes[place].hasNewcomers = true }
      guard
        showsAll
          || causes[place].shown < ChangeCauses.shownOfCause && shown < ChangeCauses.shownMax
      else { continue }
      causes[place].shown += 1
      shown += 1
      examples.insert(index)
    }
    return examples
  }

  /// Returns the indices of the changes of one report to show in full.
  ///
  /// These are examples of each cause, and then the first other changes.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - showsAll: Whether every change is shown in full.
  /// - Returns: The indices; `nil` to show all.
  package static func examples(of report: DiffReport, showsAll: Bool) -> Set<Int>? {
    guard !showsAll, report.diff.changes.count > shownMax else { return nil }
    var causes = ChangeCauses(showsAll: false)
    var examples = causes.add(report)
    for index in report.diff.changes.indices where examples.count < shownMax {
      examples.insert(index)
    }
    return examples
  }

  private mutating func cause(of change: OrgDiff.Change, in report: DiffReport) -> Int {
    let rules = report.rules(of: change)
    let key = Key(
      kind: change.kind, isAccepted: report.isAccepted(change), old: rules.old?.place,
      new: rules.new?.place, names: [change.oldRule, change.newRule])
    if let place = places[key] { return place }
    places[key] = causes.count
    let accepted = key.isAccepted ? " (accepted)" : ""
    causes.append(
      Cause(
        kind: change.kind, words: report.cause(change, rules.old, rules.new) + accepted))
    return causes.count - 1
  }

  // MARK: Words

  /// The causes, one sentence each; empty if there is only one change.
  package var sentences: [String] {
    guard count > 1 else { return [] }
    return causes.map { "\($0.kind.rawValue): \($0.words): \(reach($0))" }
  }

  /// Returns the number of apps and users of a cause: `12 apps, 340 users`.
  private func reach(_ cause: Cause) -> String {
    func count(_ number: Int, _ word: String) -> [String] {
      number == 0 ? [] : ["\(number) \(word)\(number == 1 ? "" : "s")"]
    }
    let parts =
      count(cause.apps.count, "app") + count(cause.logins.count, "user")
      + (cause.hasNewcomers ? ["anyone who signs up"] : [])
    return parts.joined(separator: ", ")
  }

  /// The causes as JSON.
  package var json: JSON {
    .array(
      causes.map { cause in
        [
          "kind": .string(cause.kind.rawValue), "cause": .string(cause.words),
          "apps": .array(cause.apps.sorted().map { .string($0) }),
          "users": .integer(cause.logins.count), "newcomers": .bool(cause.hasNewcomers),
          "changes": .integer(cause.count),
        ]
      })
  }
}

extension DiffReport {
  /// Returns the rules that decided before and after a change; `nil` for a default rule, and if the
  /// user had no way in.
  func rules(of change: OrgDiff.Change) -> (old: WrittenRule?, new: WrittenRule?) {
    func rule(_ name: String, _ rules: [WrittenRule]) -> WrittenRule? {
      rules.first { $0.policy == "sign-on" && $0.name == name }
    }
    return (rule(change.oldRule, oldRules), rule(change.newRule, newRules))
  }

  /// Returns the name of the policy that contains a rule of the new org; `nil` for a rule of the
  /// org itself.
  private func policyName(_ rule: WrittenRule) -> String? {
    let script = new.located.script
    for setting in new.located.node.settings where script.text(setting.name) == "sign-on-policy" {
      guard setting.block?.contains(where: { $0.name.range == rule.place }) == true,
        case .text(let name)? = setting.values.first?.first
      else { continue }
      return TextLiteral.read(name, in: script.source).plainText
    }
    return nil
  }

  /// Returns the rule that decides, and what about it has changed, in words.
  fileprivate func cause(
    _ change: OrgDiff.Change, _ old: WrittenRule?, _ new: WrittenRule?
  ) -> String {
    let more = changeWords(change, old, new)
    guard !change.newRule.isEmpty else { return "no way in, was rule `\(change.oldRule)`\(more)" }
    let policy = new.flatMap(policyName)
    let name = "rule `\(change.newRule)`" + (policy.map { " of policy `\($0)`" } ?? "")
    guard change.oldRule == change.newRule else {
      return change.oldRule.isEmpty
        ? "\(name), before no way in\(more)"
        : "\(name) decides, was rule `\(change.oldRule)`\(more)"
    }
    // Nothing is known about the text of a default rule.
    guard let old, let new else { return name + more }
    if old.text != new.text { return "\(name) has changed\(more)" }
    return more.isEmpty ? "\(name), which itself hasn't changed" : name + more
  }

  /// Returns what has changed about the zones of a change's rules and about other settings, such as
  /// ``" (zone `office` has changed)"``; empty if nothing has.
  private func changeWords(
    _ change: OrgDiff.Change, _ old: WrittenRule?, _ new: WrittenRule?
  ) -> String {
    let isShut = change.oldRule.isEmpty || change.newRule.isEmpty
    let zones = diff.zones.compactMap { zone -> String? in
      let isNamed =
        new?.zones.contains(zone.name) == true || old?.zones.contains(zone.name) == true
        || zone.oldName.map { old?.zones.contains($0) == true } ?? false
      if let isBlocked = zone.isBlocked, isShut || isNamed {
        return "zone `\(zone.name)` is \(isBlocked ? "blocked now" : "no longer blocked")"
      }
      return isNamed ? "zone `\(zone.name)` has changed" : nil
    }
    let clauses = zones + changedSettings
    guard !clauses.isEmpty else { return "" }
    let more = clauses.count - DiffReport.clausesMax
    let shown = Array(clauses.prefix(DiffReport.clausesMax)) + (more > 0 ? ["\(more) more"] : [])
    return " (\(RouteWords.list(shown)))"
  }

  /// The maximum number of zones and settings in the words for a cause.
  private static let clausesMax = 3
}

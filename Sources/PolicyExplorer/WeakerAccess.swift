package import FlowDiagnostics
import FlowHost
import FlowSyntax
import OktaSimulator

extension ProblemKind {
  package static let weakerAccess = ProblemKind("weaker-access", .warning)
}

extension DiffReport {
  /// The maximum number of diagnostics of one report.
  private static let diagnosticsMax = 50

  /// The changes to something weaker that aren't accepted, as diagnostics in the new org.
  package var diagnostics: [Diagnostic] {
    let source = new.located.script.source
    let name = apps.isEmpty ? "" : "\(AppAudit.title(apps)): "
    var all: [Diagnostic] = []
    func add(_ message: String, _ place: SourceRange?) {
      let problem = Problem(.weakerAccess, name + message)
      let diagnostic = new.shown(Diagnostic(problem, at: place.map { Place(source, $0) }))
      if !all.contains(diagnostic) { all.append(diagnostic) }
    }
    let weaker = diff.changes.filter { $0.kind == .weaker && !isAccepted($0) }
    for change in weaker.prefix(DiffReport.diagnosticsMax) {
      let instead = instead(change)
      let rest = [from(change), instead].filter { !$0.isEmpty }.map { "; \($0)" }.joined()
      add(
        "\(what(change)) is now enough for \(who(change))\(only(change))\(rest)",
        place(of: change))
    }
    if weaker.count > DiffReport.diagnosticsMax {
      add("\(weaker.count - DiffReport.diagnosticsMax) more ways in are weaker", nil)
    }
    for change in diff.settings
    where isWeaker(change) && !allowedSettings.contains(change.new.name) {
      add("\(what(change)), for \(who(change))", nil)
    }
    return all
  }

  /// Returns the location of the cause of a change: the setting that has changed, if the sign-on
  /// rule hasn't, and otherwise the sign-on rule; `nil` for the default rule.
  private func place(of change: OrgDiff.Change) -> SourceRange? {
    let rules = rules(of: change)
    let isOwn = change.oldRule == change.newRule && rules.old?.text == rules.new?.text
    let changed =
      isOwn
      ? new.org.changedPlaces(deciding: change.route.start, change.route.provider, since: old.org)
      : []
    return changed.first ?? new.org.walkPlaces.rule(change.route.ending.rule)
  }
}

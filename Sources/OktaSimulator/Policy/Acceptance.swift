package import FlowDiagnostics
package import FlowText
import FlowEngine
import SimulatorKit

/// A finding of an audit that the org's owners accept: `accept "weaker-route 1f0c…" "reason" until
/// "2027-01-31"`.
package struct Acceptance: Sendable, Hashable {
  /// The accepted findings: the id of a kind of findings, the fingerprint of one finding, or both.
  package var finding: String
  package var reason: String
  /// The last day on which the finding is accepted; `nil` if there is no end.
  package var until: CalendarDay?
  /// The location of the setting.
  package var place: SourceRange
}

extension Acceptance {
  /// Reads an `accept` line in the settings of an org.
  static func read(_ line: SettingLine, into policy: inout OrgPolicy) {
    let terms = line.terms()
    guard terms.count == 2 || terms.count == 4 && terms[2].word == "until",
      let finding = terms[0].name, let reason = terms[1].text, !reason.isEmpty, !finding.isEmpty
    else {
      line.malformed(at: terms.count > 2 ? terms[2] : terms.last)
      return
    }
    var until: CalendarDay?
    if terms.count == 4 {
      guard let day = terms[3].text.flatMap({ CalendarDay($0) }) else {
        line.report(
          SettingProblem(
            .value, "this isn't a day", at: terms[3].place,
            help: "write it as \"2027-01-31\""))
        return
      }
      until = day
    }
    policy.acceptances.append(
      Acceptance(finding: finding, reason: reason, until: until, place: line.place))
  }
}

extension Org {
  /// The findings that the settings accept, in order.
  package var acceptances: [Acceptance] { policy.acceptances }
}

import FlowText
import FlowDiagnostics
import FlowSyntax

extension RunPlan {
  /// Why a flow is known to fail; `nil` where it says nothing of it, or no day that there is.
  static func known(_ flow: Program.FlowUnit) -> KnownFailure? {
    let source = flow.script.source
    for case .known(let node) in flow.body {
      guard let day = TextLiteral.fixedText(node.until, in: source).flatMap(CalendarDay.init)
      else { continue }
      return KnownFailure(
        reason: TextLiteral.fixedText(node.reason, in: source) ?? source.text(node.reason.range),
        until: day, place: Place(source, node.range))
    }
    return nil
  }
}

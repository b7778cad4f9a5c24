public import FlowDiagnostics
import FlowSyntax
public import FlowText

/// A flow's declaration of its known failure: `known "why" until "2026-12-31"`.
public struct KnownFailure: Sendable, Hashable {
  /// The reason.
  public let reason: String
  /// The last day, in UTC, on which the failure is accepted.
  public let until: CalendarDay
  /// The location of `known`.
  public let place: Place

  /// Reads the `known` of a flow; `nil` if there is none, or its day isn't valid.
  init?(of flow: Program.FlowUnit) {
    let source = flow.script.source
    for case .known(let node) in flow.body {
      guard let day = TextLiteral.fixedText(node.until, in: source).flatMap(CalendarDay.init)
      else { continue }
      reason = TextLiteral.fixedText(node.reason, in: source) ?? source.text(node.reason.range)
      until = day
      place = Place(source, node.range)
      return
    }
    return nil
  }
}

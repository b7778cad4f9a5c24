package import FlowEngine
package import FlowInterpreter
import FlowSyntax
package import FlowTerminal
package import FlowDiagnostics
package import FlowText
import MobileIdPEngine

/// Makes the text of `--trace`, which shows everything that a run received.
package enum RunTrace {
  /// Returns a response as text: its callbacks, offers, fields and messages.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - engine: The engine of the response.
  ///   - style: The colors.
  /// - Returns: The lines.
  package static func text(of response: Response, by engine: String, _ style: Style) -> TerminalText
  {
    // If apps and servers send each other messages, the line itself names the sender.
    let lead: TerminalText = engine == MobileIdPEngine.vocabulary.engine ? "" : "called back "
    var lines: [TerminalText] = response.callbacks.map { "\(lead)\($0)" }
    for step in response.steps {
      lines.append("offered \(MoveText.name(of: step))")
      lines += step.fields.map { "  asks for \(field($0))" }
      lines += step.choices.map { choice in
        let methods = choice.methods.map(\.word).joined(separator: ", ")
        let details = choice.details.isEmpty ? "" : " (\(choice.details.joined(separator: ", ")))"
        let via = methods.isEmpty ? "" : " via \(methods)"
        return "  offers \(choice.naming.word)\(via)\(details)"
      }
      let can = step.capabilities.map(\.name).joined(separator: ", ")
      if !can.isEmpty { lines.append("  can \(can)") }
      if let waiting = step.waiting { lines.append("  waits \(MoveText.time(waiting.interval))") }
    }
    lines += decision(of: response)
    if let outcome = response.outcome { lines.append("ended: \(outcome.rawValue)") }
    return lines.map { "    " + style($0, as: .dim) + "\n" }.joined()
  }

  /// Returns which rules of a simulated org applied; empty if the org doesn't report it.
  private static func decision(of response: Response) -> [TerminalText] {
    let parts = response.facts.filter { decisions.contains($0.name) }
      .map { "\($0.name) \($0.value.shown)" }
    return parts.isEmpty ? [] : ["decided \(parts.joined(separator: ", "))"]
  }

  private static let decisions: Set = ["rule", "session-rule", "factors"]

  private static func field(_ field: Field) -> String {
    var text = field.name
    if field.isRequired { text += ", required" }
    if field.isSecret { text += field.isHidden ? ", secret" : ", masked" }
    return text
  }

  /// Returns the file and the line of a location.
  package static func place(_ place: Place) -> TerminalText {
    let line = place.source.bytes.prefix(Int(place.range.start)).count { $0 == 0x0A } + 1
    return "\(place.source.name):\(line)"
  }

  /// Returns the rules that were passed over at a response, with the reasons.
  static func passedOver(
    at record: StepRecord, of plan: RunPlan, _ style: Style
  ) -> TerminalText {
    Explanation(plan: plan, record: record).passedOver
      .map { rule in
        "    " + style("passed over \(place(rule.place)): \(rule.reason)", as: .dim) + "\n"
      }.joined()
  }

  /// Returns the last response, with its facts and the rules that were passed over.
  ///
  /// The rules that answered no response of the run follow.
  package static func ending(of result: RunResult, _ style: Style) -> TerminalText {
    var text: TerminalText = ""
    if let last = result.records.last, last.taken == nil {
      text += RunTrace.text(of: last.response, by: result.plan.engine, style)
      text += passedOver(at: last, of: result.plan, style)
      for fact in last.response.facts where !decisions.contains(fact.name) {
        text +=
          "    " + style("\(fact.name) = \(fact.value.shown)", as: .dim)
          + "\n"
      }
    }
    let unused = result.unusedRules.map(place).joined(separator: ", ")
    if !unused.isEmpty { text += "    " + style("answered nothing: \(unused)", as: .dim) + "\n" }
    return text
  }
}

import FlowEngine

extension EngineFailure {
  /// Makes a failure from the reason why the SDK did not accept a call, with a help text.
  ///
  /// - Parameters:
  ///   - failure: The SDK's failure.
  ///   - step: The step that the call answers; `nil` if it answers none.
  ///   - report: The latest report about the session's second factor.
  init(_ failure: CallFailure, at step: Step? = nil, _ report: SecondFactorReport? = nil) {
    let kind: Kind
    var help: String?
    switch failure.kind {
    case .wrongState:
      kind = .misused
      if case .penalised(let wait)? = report?.event {
        help = "`wait \(wait.wholeSeconds)` before the next answer"
      } else {
        help = "a script answers the offered step: `on STEP …`"
      }
    case .sessionEnded:
      kind = .expired
      help = "start another session with `start`"
    case .unknownSession:
      kind = .misused
      help = "start a session with `start`"
    case .invalidAccount:
      kind = .misused
      let names = step?.choices.map { "`choose \($0.naming.word)`" }.joined(separator: ", ")
      help = names.flatMap { $0.isEmpty ? nil : "write \($0)" }
    case .invalidInput:
      kind = .misused
      help = EngineFailure.help(for: report)
    case .interactionBusy:
      kind = .misused
      help = "answer or `deny` the session that takes input first"
    case .duplicateSession:
      kind = .misused
      help = "`stop` that session first, or start with other data"
    case .refused: kind = .refused
    case .surroundings:
      kind = .misused
      help = "`flow names nextauth` lists the starts and events"
    case .unreachable: kind = .unreachable
    }
    self.init(kind, failure.message, help: help)
  }

  private static func help(for report: SecondFactorReport?) -> String? {
    guard let report, !report.allowed.isEmpty else { return nil }
    let words = [SecondFactor.pin: "pin = …", .biometric: "biometric = true"]
    func list(_ factors: Set<SecondFactor>, _ separator: String) -> String {
      SecondFactor.allCases.filter(factors.contains).compactMap { words[$0] }
        .joined(separator: separator)
    }
    if report.context == .firstSet, !report.required.isEmpty {
      return "write `answer \(list(report.required, ", "))`"
    }
    return "write `answer " + list(report.allowed, "` or `answer ") + "`"
  }
}

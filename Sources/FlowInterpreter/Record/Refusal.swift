import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Reports that the server refused, as the latest response of a run shows.
enum Refusal {
  /// Returns a diagnostic with the server's own message, at the line of the latest move.
  ///
  /// If no server refused, it reports the cause of the failure.
  static func diagnostic(_ journal: borrowing Journal) -> Diagnostic {
    let response = journal.response
    let errors = response.messages.filter { $0.severity == .error }
    let texts = (errors.isEmpty ? response.messages : errors).map(\.text)
    var notes: [String] = []
    if let step = response.steps.first { notes.append("the server is at `\(step.name)`") }
    let keys = errors.compactMap(\.key)
    if !keys.isEmpty {
      notes.append("its key is " + keys.map { "`\($0)`" }.joined(separator: ", "))
    }
    let text = texts.isEmpty ? "the server gave no reason" : texts.joined(separator: "; ")
    if hasLeftCaptcha(journal) {
      notes.insert("the server says: \(text)", at: 0)
      return Diagnostic(.captcha(name: captchaName(journal)), at: journal.lastPlace, notes: notes)
    }
    let isOver = response.steps.isEmpty && response.capabilities.isEmpty
    return Diagnostic(
      Problem(of: response.cause, text), at: journal.lastPlace, notes: notes,
      help: isOver
        ? "the run can't continue; to test this refusal, write `expect failure`" : nil)
  }

  /// Returns the name of the CAPTCHA in the latest response; empty if it is unknown.
  static func captchaName(_ journal: borrowing Journal) -> String {
    let name = journal.fact("captcha.name") ?? journal.fact("captcha.type")
    guard case .text(let name)? = name else { return "" }
    return name
  }

  /// Whether the previous request left the field of a CAPTCHA empty.
  ///
  /// The server can refuse such a request even if all other answers are correct.
  private static func hasLeftCaptcha(_ journal: borrowing Journal) -> Bool {
    let records = journal.records
    guard records.count > 1, let taken = records[records.count - 2].taken,
      case .submit(let index, _, let answers) = taken.move,
      records[records.count - 2].response.steps.indices.contains(index)
    else { return false }
    let fields = records[records.count - 2].response.steps[index].fields
    return fields.contains { field in
      field.isCaptcha && !answers.contains { $0.field == field.name }
    }
  }
}

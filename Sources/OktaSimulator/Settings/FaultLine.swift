import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// Reads faults, separated by commas: `fault "challenge: 429 retry-after 2"`.
struct FaultLine {
  private let line: SettingLine

  init(_ line: SettingLine) {
    self.line = line
  }

  func read(into policy: inout OrgPolicy) {
    if line.values.isEmpty { line.malformed() }
    for terms in line.values {
      guard terms.count == 1, let text = terms[0].text else {
        line.malformed(at: terms.count > 1 ? terms[1] : terms.first)
        continue
      }
      do throws(SettingProblem) {
        policy.faults.append(try Fault(text))
      } catch {
        line.report(
          SettingProblem(
            .value, "in a fault: \(error.message)", at: place(of: error, in: terms[0], text),
            help: error.help, word: error.word, candidates: error.candidates))
      }
    }
    if policy.faults.count > OrgLimits.faults {
      line.report(
        SettingProblem(.value, "an org has at most \(OrgLimits.faults) faults", at: line.place))
      policy.faults = []
    }
  }

  /// Returns the location of a problem within a text.
  ///
  /// If the text contains escapes, returns the location of the whole text.
  private func place(
    of problem: SettingProblem, in term: SettingTerm, _ text: String
  ) -> SourceRange {
    let length = UInt32(clamping: text.utf8.count)
    let inner = problem.place
    guard term.place.end - term.place.start == length + 2, inner.start < inner.end else {
      return term.place
    }
    let start = term.place.start + 1
    return SourceRange(start + inner.start, start + inner.end)
  }
}

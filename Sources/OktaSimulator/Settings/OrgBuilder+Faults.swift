import FlowEngine
import SimulatorKit

extension OrgBuilder {
  /// `fault "challenge: 429 retry-after 2"`, several parted by commas.
  mutating func readFaults(_ setting: Setting) {
    let form = Org.form("fault")
    if setting.values.isEmpty { reader.malformed(setting, form) }
    for terms in setting.values {
      guard terms.count == 1, let text = terms[0].text else {
        reader.malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form)
        continue
      }
      do throws(FaultProblem) {
        policy.faults.append(try Fault(text))
      } catch {
        reader.report(
          SettingProblem(
            .value, "in a fault: \(error.message)", at: place(of: error, in: terms[0], text),
            help: error.help, word: error.word, candidates: error.candidates))
      }
    }
    if policy.faults.count > OrgLimits.faults {
      reader.report(
        SettingProblem(
          .value, "an org has at most \(OrgLimits.faults) faults", at: setting.place))
      policy.faults = []
    }
  }

  /// Where in a text the problem is; the whole text where it isn't written as it is read.
  private func place(
    of problem: FaultProblem, in term: SettingTerm, _ text: String
  ) -> SettingPlace {
    let length = UInt32(clamping: text.utf8.count)
    guard term.place.end - term.place.start == length + 2, !problem.range.isEmpty else {
      return term.place
    }
    let start = term.place.start + 1
    return SettingPlace(
      start: start + UInt32(clamping: problem.range.lowerBound),
      end: start + UInt32(clamping: problem.range.upperBound))
  }
}

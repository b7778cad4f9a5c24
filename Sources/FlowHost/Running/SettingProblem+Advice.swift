import FlowEngine
import FlowText

extension SettingProblem {
  /// The help: the nearest valid word, or else the problem's own help; `nil` if there is none.
  package var advice: String? {
    let nearest = word.map { Suggestion.nearest($0, among: candidates) } ?? []
    return nearest.first.map { "did you mean `\($0)`?" } ?? help
  }
}

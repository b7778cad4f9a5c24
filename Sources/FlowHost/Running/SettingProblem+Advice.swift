import FlowEngine
import FlowText

extension SettingProblem {
  /// What to do about it: the nearest right word, or else how it is written.
  package var advice: String? {
    let nearest = word.map { Suggestion.nearest($0, among: candidates) } ?? []
    return nearest.first.map { "did you mean `\($0)`?" } ?? help
  }
}

import FlowEngine
import FlowText

extension SettingProblem {
  /// The help: the nearest correct word, or else the syntax.
  package var advice: String? {
    let nearest = word.map { Suggestion.nearest($0, among: candidates) } ?? []
    return nearest.first.map { "did you mean `\($0)`?" } ?? help
  }
}

import FlowText
import FlowSyntax
import FlowTerminal

extension ParsedArguments {
  /// The value of an option that takes one of a few words; `nil` where it isn't given.
  func word<Word: RawRepresentable & CaseIterable>(
    _ option: String, of words: Word.Type
  ) throws(Fault) -> Word? where Word.RawValue == String {
    guard let text = value(option) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let names = Word.allCases.map(\.rawValue)
    throw Fault(
      message: "`\(option)`: there is no `\(text.terminalSafe)`",
      help: Suggestion.nearest(text, among: names).first.map { "did you mean `\($0)`?" }
        ?? "there are \(names.map { "`\($0)`" }.joined(separator: ", "))")
  }
}

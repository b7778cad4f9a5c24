import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Reports words of an engine that are written in an old spelling.
struct OldSpellingCheck: CheckPart {
  let context: CheckContext

  /// Checks a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - kind: Returns the current words that may be meant.
  func check(_ name: Name, among kind: (EngineVocabulary) -> [String]) {
    let id = folded(name)
    guard isOld(id), let meant = replacement(for: source.text(name.range), among: kind) else {
      return
    }
    report(source.text(name.range), name.range, meant)
  }

  /// Checks a word or a text that isn't one of the allowed words.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - range: Its location, with the quotation marks if it has them.
  ///   - kind: Returns the current words that may be meant.
  /// - Returns: Whether it is an old spelling of an allowed word.
  func check(
    _ word: String, _ range: SourceRange, among kind: (EngineVocabulary) -> [String]
  ) -> Bool {
    guard let meant = replacement(for: word, among: kind) else { return false }
    report(word, range, meant)
    return true
  }

  private func report(_ word: String, _ range: SourceRange, _ meant: String) {
    guard wants(.warning, range), !context.problems.has(.oldSpelling, at: Place(source, range))
    else { return }
    report(.oldSpelling(word: word, current: meant), range)
  }

  private func isOld(_ word: WordID) -> Bool {
    guard let words, !context.isInProfile else {
      return options.lexicon.engines.contains { $0.isOld(word) }
    }
    return words.isOld(word)
  }

  /// The current spelling, in the engine of the flow; a profile may serve the flows of any engine.
  private func replacement(
    for word: String, among kind: (EngineVocabulary) -> [String]
  ) -> String? {
    let engines =
      if let words, !context.isInProfile { [words] } else { options.lexicon.engines }
    for engine in engines {
      if let meant = engine.vocabulary.oldSpellings.replacement(for: word),
        kind(engine.vocabulary).contains(meant)
      {
        return meant
      }
    }
    return nil
  }
}

import FlowDiagnostics
import FlowSyntax

/// Keys for patterns: the key of a pattern, and the keys of all patterns that would cover it.
struct PatternKeys {
  private let numbers: NameTable
  private static let any = FixedWords.id("any")

  init(_ numbers: NameTable) { self.numbers = numbers }

  /// Returns the key of a pattern; `nil` if the pattern contains a name whose value isn't known
  /// before a run.
  func own(_ pattern: Pattern, _ bytes: [UInt8]) -> WordID? {
    let step = numbers.folded(pattern.step, bytes)
    guard let subject = pattern.subject else { return key(step, .none, .none) }
    guard let subject = label(subject, bytes) else { return nil }
    guard let method = pattern.method else { return key(step, subject, .none) }
    guard let method = label(method, bytes) else { return nil }
    return key(step, subject, method)
  }

  /// Calls `body` with the keys of all patterns that cover a pattern: the pattern's own keys, and
  /// the keys of patterns that leave out parts of it.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - prefixes: The ids of the beginnings of the step's name.
  ///   - bytes: The bytes of the script.
  ///   - body: Receives the keys.
  func covering(
    _ pattern: Pattern, _ prefixes: [WordID], _ bytes: [UInt8], _ body: (WordID) -> Void
  ) {
    let subject = pattern.subject.flatMap { label($0, bytes) }
    let method = pattern.method.flatMap { label($0, bytes) }
    func covering(step: WordID) {
      body(key(step, .none, .none))
      guard let subject else { return }
      body(key(step, subject, .none))
      if let method { body(key(step, subject, method)) }
    }
    covering(step: PatternKeys.any)
    for prefix in prefixes { covering(step: prefix) }
    let step = numbers.folded(pattern.step, bytes)
    if step != PatternKeys.any { covering(step: step) }
  }

  private func key(_ step: WordID, _ subject: WordID, _ method: WordID) -> WordID {
    numbers.pair(numbers.pair(step, subject), method)
  }

  /// Returns the key of a label; `nil` if it isn't known before a run.
  ///
  /// Case is ignored in words, but not in texts.
  func label(_ label: Label, _ bytes: [UInt8]) -> WordID? {
    switch label {
    case .word(let name): numbers.folded(name, bytes)
    case .text(let text): text.isPlain ? numbers.exact(bytes, text.range) : nil
    }
  }
}

import FlowDiagnostics
import FlowSyntax

/// The hashes of patterns: a pattern's own, and those of all that would cover it.
enum PatternKeys {
  private static let any = WordHash.folded("any")

  /// The hash of a pattern, `nil` where it names something that isn't known before a run.
  static func own(_ pattern: Pattern, _ bytes: [UInt8]) -> UInt64? {
    let step = pattern.step.folded(bytes)
    guard let subject = pattern.subject else { return key(step, 0, 0) }
    guard let subject = label(subject, bytes) else { return nil }
    guard let method = pattern.method else { return key(step, subject, 0) }
    guard let method = label(method, bytes) else { return nil }
    return key(step, subject, method)
  }

  /// Gives the hashes of all patterns that cover one: itself, and those that leave parts of it out.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - prefixes: The beginnings of its step.
  ///   - bytes: The script.
  ///   - body: Takes a hash.
  static func covering(
    _ pattern: Pattern, _ prefixes: [UInt64], _ bytes: [UInt8], _ body: (UInt64) -> Void
  ) {
    let subject = pattern.subject.flatMap { label($0, bytes) }
    let method = pattern.method.flatMap { label($0, bytes) }
    func covering(step: UInt64) {
      body(key(step, 0, 0))
      guard let subject else { return }
      body(key(step, subject, 0))
      if let method { body(key(step, subject, method)) }
    }
    covering(step: any)
    for prefix in prefixes { covering(step: prefix) }
    let step = pattern.step.folded(bytes)
    if step != any { covering(step: step) }
  }

  private static func key(_ step: UInt64, _ subject: UInt64, _ method: UInt64) -> UInt64 {
    WordHash.mix(WordHash.mix(step, subject), method)
  }

  /// The hash of a label: words compare without regard to case, texts as they are written.
  static func label(_ label: Label, _ bytes: [UInt8]) -> UInt64? {
    switch label {
    case .word(let name): name.folded(bytes)
    case .text(let text): text.isPlain ? WordHash.exact(bytes, text.range) : nil
    }
  }
}

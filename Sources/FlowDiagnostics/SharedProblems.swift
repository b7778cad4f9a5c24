import FlowText

/// The problems that are raised by both a checker and an engine, which don't depend on each other:
/// settings, statements that can't run yet, and old spellings.
extension ProblemKind {
  package static let mixedRequirement = ProblemKind("mixed-requirement", .warning)
  package static let notYet = ProblemKind("not-yet", exit: .invalid)
  package static let oldSpelling = ProblemKind("old-spelling", .warning)
  package static let settingDuplicate = ProblemKind("setting-duplicate")
  package static let settingMissing = ProblemKind("setting-missing")
  package static let settingValue = ProblemKind("setting-value")
  package static let unknownPlace = ProblemKind("unknown-place", .warning)
  package static let unknownSetting = ProblemKind("unknown-setting")
}

extension Problem {
  package static func notYet(form: String) -> Problem {
    Problem(
      .notYet, "\(form) is valid, but can't run yet",
      help: "`flow explain not-yet` lists what runs and what doesn't")
  }

  /// A word that is now spelled differently.
  ///
  /// Fixing it never changes the meaning of a script.
  ///
  /// - Parameters:
  ///   - word: The word as it is written.
  ///   - current: The current spelling.
  ///   - replacement: The text to write instead of the whole location; by default `current`.
  /// - Returns: The problem.
  package static func oldSpelling(
    word: String, current: String, replacement: String? = nil
  ) -> Problem {
    Problem(
      .oldSpelling, "\(Prose.ticked(word)) is an old spelling",
      help: "write \(Prose.ticked(current)); `flow check --fix` does it",
      suggestions: [replacement ?? current], certainty: .always)
  }

  package static func mixedRequirement(reading: String) -> Problem {
    Problem(
      .mixedRequirement, "`and` and `or` are mixed: this is read as \(Prose.ticked(reading))",
      help: "put parentheses around what belongs together, even if it is read as you mean it")
  }

  package static func settingDuplicate(message: String) -> Problem {
    Problem(.settingDuplicate, message)
  }

  package static func settingMissing(message: String) -> Problem {
    Problem(.settingMissing, message)
  }

  package static func settingValue(message: String) -> Problem {
    Problem(.settingValue, message)
  }

  /// A value of a zone that is probably a misspelling.
  package static func unknownPlace(message: String, nearest: [String]) -> Problem {
    Problem(
      .unknownPlace, message,
      help: nearest.isEmpty ? "write an assigned code, such as `GB`" : nil, suggestions: nearest)
  }

  package static func unknownSetting(message: String, nearest: [String]) -> Problem {
    Problem(.unknownSetting, message, suggestions: nearest)
  }
}

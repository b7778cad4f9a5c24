package import FlowDiagnostics
package import FlowEngine

/// A setting that is being read, with its syntax and the collector of problems.
package struct SettingLine {
  package let setting: Setting
  /// The syntax of the setting.
  package let form: String
  /// The collector of problems.
  package let reader: SettingReader

  package init(_ setting: Setting, form: String, reader: SettingReader) {
    self.setting = setting
    self.form = form
    self.reader = reader
  }

  package var name: String { setting.name }
  package var place: SourceRange { setting.place }
  /// The location of the setting's first value, or of its name if it has no value.
  package var valuePlace: SourceRange { setting.values.first?.first?.place ?? place }
  package var values: [[SettingTerm]] { setting.values }
  /// The settings in the setting's braces.
  package var block: [Setting] { setting.block ?? [] }

  package func report(_ problem: SettingProblem) { reader.report(problem) }

  /// Reports that the setting doesn't have the declared syntax.
  ///
  /// - Parameters:
  ///   - term: The wrong term.
  ///   - words: The words of the schema that are possible instead.
  package func malformed(at term: SettingTerm? = nil, allowing words: [String] = []) {
    malformed(at: term, form, allowing: words)
  }

  private func malformed(at term: SettingTerm?, _ form: String, allowing words: [String] = []) {
    var problem = SettingProblem(
      .value, "`\(name)` can't be written like this", at: term?.place ?? place,
      help: "write it as \(form)")
    problem.isOfForm = true
    problem.syntax = words
    report(problem)
  }

  /// Reports a problem if a setting that takes no value has one.
  package func takesNoValue() {
    if let term = values.first?.first { malformed(at: term) }
  }

  // MARK: Values

  /// The terms of a setting whose values aren't separated by commas.
  package func terms() -> [SettingTerm] { terms(form) }

  private func terms(_ form: @autoclosure () -> String) -> [SettingTerm] {
    if values.count > 1, let extra = values[1].first {
      report(
        SettingProblem(
          .value, "`\(name)` takes one value, not a list", at: extra.place,
          help: "write it as \(form())"))
    }
    return values.first ?? []
  }

  /// Reads the setting's single term; reports a problem if there isn't exactly one valid term.
  package func one<Value>(_ read: (SettingTerm) -> Value?) -> Value? { one(form, read) }

  private func one<Value>(
    _ form: @autoclosure () -> String, _ read: (SettingTerm) -> Value?
  ) -> Value? {
    let terms = terms(form())
    guard terms.count == 1, let value = read(terms[0]) else {
      malformed(at: terms.count > 1 ? terms[1] : terms.first, form())
      return nil
    }
    return value
  }

  /// Reads the setting's single word, which must be one of several.
  package func choice(_ words: [String]) -> String? {
    func form() -> String { words.map { "`\(name) \($0)`" }.joined(separator: " or ") }
    let terms = values.count == 1 ? values[0] : terms(form())
    guard terms.count == 1, let word = terms[0].word else {
      malformed(at: terms.count > 1 ? terms[1] : terms.first, form())
      return nil
    }
    guard words.contains(word) else {
      report(
        SettingProblem(
          .value, "`\(word)` isn't a value of `\(name)`", at: terms[0].place,
          help: "write \(form())", word: word, candidates: words))
      return nil
    }
    return word
  }

  /// Reads the setting's single word, which must be one of several, and returns the value for the
  /// word.
  package func choice<Value>(_ words: KeyValuePairs<String, Value>) -> Value? {
    guard let word = choice(words.map(\.key)) else { return nil }
    return words.first { $0.key == word }?.value
  }

  /// Reads the setting's single whole number, which must be in a range.
  package func whole(in range: ClosedRange<Int>) -> Int? {
    one("`\(name) N`, from \(range.lowerBound) to \(range.upperBound)") { $0.whole(in: range) }
  }

  /// Reads the setting's single duration, which must be positive and at most a day.
  package func duration() -> Duration? {
    one("`\(name) 5m`, at most 24h") { $0.duration }
  }

  /// Reads the setting's single time, which may be longer than a day.
  package func span() -> Duration? {
    let form = "`\(name) 12h` or `\(name) 30 days`"
    let terms = terms(form)
    if let span = SettingTime.span(terms[...]) { return span }
    if terms.count == 1, let first = terms.first, case .duration = first.kind {
      report(
        SettingProblem(
          .value, "`\(name)` takes a time from 1 second to 3650 days", at: first.place,
          help: "write it as \(form)"))
    } else {
      malformed(at: terms.first, form)
    }
    return nil
  }

  /// Reads the setting's single name, with a maximum length in bytes.
  package func name(limit: Int) -> String? {
    guard let name = one({ $0.name }) else { return nil }
    return reader.fits(name, limit, "a name", at: valuePlace) ? name : nil
  }

  /// Returns the setting's words or texts, which are separated by commas.
  package func names() -> [(name: String, term: SettingTerm)] {
    if values.isEmpty { malformed() }
    return values.compactMap { terms in
      guard terms.count == 1, let name = terms[0].name else {
        malformed(at: terms.count > 1 ? terms[1] : terms.first)
        return nil
      }
      return (name, terms[0])
    }
  }
}

/// Reads times in settings.
package enum SettingTime {
  /// The maximum time, ten years, so that no sum of times overflows.
  package static let longest: Duration = .seconds(3650 * 86_400)

  /// Reads a time that may be longer than a day, such as `12h` or `30 days`.
  package static func span(_ terms: ArraySlice<SettingTerm>) -> Duration? {
    guard let first = terms.first else { return nil }
    if terms.count == 1, case .duration(let span) = first.kind {
      return span > .zero && span <= longest ? span : nil
    }
    guard terms.count == 2, let days = first.whole(in: 1...3650),
      ["day", "days"].contains(terms[terms.index(after: terms.startIndex)].word)
    else { return nil }
    return .seconds(days * 86_400)
  }

  /// Reads a time that may be zero.
  package static func duration(_ term: SettingTerm) -> Duration? {
    guard case .duration(let duration) = term.kind, duration >= .zero, duration <= longest
    else { return nil }
    return duration
  }
}

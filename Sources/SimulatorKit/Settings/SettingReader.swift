package import FlowEngine

/// Reads settings and collects everything that is wrong with them.
package struct SettingReader {
  package private(set) var problems: [SettingProblem] = []
  /// The settings of each block by the names of the blocks around them.
  private let schema: [[String]: [SettingDescription]]

  package init(schema: [[String]: [SettingDescription]]) {
    self.schema = schema
  }

  package mutating func report(_ problem: SettingProblem) {
    problems.append(problem)
  }

  // MARK: Blocks

  /// The settings of a block that its schema knows, each reported where it isn't known, where it is
  /// repeated though it counts once, and where it has a block that it can't have.
  package mutating func known(_ settings: [Setting], in path: [String]) -> [Setting] {
    let schema = schema[path] ?? []
    var first: [(name: String, place: SettingPlace)] = []
    return settings.filter { setting in
      guard let entry = schema.first(where: { $0.name == setting.name }) else {
        let place = path.isEmpty ? "an org" : "`\(path[path.count - 1])`"
        report(
          SettingProblem(
            .unknown, "`\(setting.name)` is no setting of \(place)", at: setting.place,
            word: setting.name, candidates: schema.map(\.name)))
        return false
      }
      if setting.block != nil, !entry.hasBlock {
        report(
          SettingProblem(
            .value, "`\(setting.name)` takes no settings in braces", at: setting.place,
            help: "write it as \(entry.form)"))
      }
      guard !entry.isRepeatable else { return true }
      if let other = first.first(where: { $0.name == setting.name }) {
        report(
          SettingProblem(
            .duplicate, "`\(setting.name)` is set twice", at: setting.place, other: other.place))
        return false
      }
      first.append((setting.name, setting.place))
      return true
    }
  }

  // MARK: Values

  /// The terms of a setting that takes no commas.
  package mutating func terms(_ setting: Setting, _ form: SettingForm) -> [SettingTerm] {
    if setting.values.count > 1, let extra = setting.values[1].first {
      report(
        SettingProblem(
          .value, "`\(setting.name)` takes one value, not a list", at: extra.place,
          help: "write it as \(form)"))
    }
    return setting.values.first ?? []
  }

  /// Reports that a setting isn't written as it must be.
  package mutating func malformed(
    _ setting: Setting, at term: SettingTerm? = nil, _ form: SettingForm
  ) {
    var problem = SettingProblem(
      .value, "`\(setting.name)` can't be written like this",
      at: term?.place ?? setting.place, help: "write it as \(form)")
    problem.isOfForm = true
    report(problem)
  }

  /// The only term of a setting, read by `read`.
  package mutating func one<Value>(
    _ setting: Setting, _ form: SettingForm, _ read: (SettingTerm) -> Value?
  ) -> Value? {
    let terms = terms(setting, form)
    guard terms.count == 1, let value = read(terms[0]) else {
      malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form)
      return nil
    }
    return value
  }

  /// The only word of a setting, one of a few.
  package mutating func choice(_ setting: Setting, _ words: [String]) -> String? {
    func form() -> SettingForm {
      "\(words.map { "`\(setting.name) \($0)`" }.joined(separator: " or "))"
    }
    let terms = setting.values.count == 1 ? setting.values[0] : terms(setting, form())
    guard terms.count == 1, let word = terms[0].word else {
      malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form())
      return nil
    }
    guard words.contains(word) else {
      report(
        SettingProblem(
          .value, "`\(word)` is no value of `\(setting.name)`", at: terms[0].place,
          help: "write \(form())", word: word, candidates: words))
      return nil
    }
    return word
  }

  /// The only number of a setting, whole and in a range.
  package mutating func whole(_ setting: Setting, in range: ClosedRange<Int>) -> Int? {
    one(setting, "`\(setting.name) N`, from \(range.lowerBound) to \(range.upperBound)") {
      $0.whole(in: range)
    }
  }

  /// The only duration of a setting, positive and at most a day.
  package mutating func duration(_ setting: Setting) -> Duration? {
    one(setting, "`\(setting.name) 5m`, at most 24h", \.duration)
  }

  /// The words or texts between the commas of a setting.
  package mutating func names(_ setting: Setting, _ form: SettingForm) -> [(
    name: String, term: SettingTerm
  )] {
    if setting.values.isEmpty { malformed(setting, form) }
    return setting.values.compactMap { terms in
      guard terms.count == 1, let name = terms[0].name else {
        malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form)
        return nil
      }
      return (name, terms[0])
    }
  }

  // MARK: Limits

  /// The only name of a setting, not longer than so many bytes.
  package mutating func name(_ setting: Setting, _ form: SettingForm, limit: Int) -> String? {
    guard let name = one(setting, form, \.name) else { return nil }
    return fits(name, limit, "a name", at: setting.valuePlace) ? name : nil
  }

  /// Whether a text has no more than so many bytes, reported where it has.
  package mutating func fits(_ text: String, _ limit: Int, _ what: String, at place: SettingPlace)
    -> Bool
  {
    guard text.utf8.count > limit else { return true }
    tooLong(what, limit, at: place)
    return false
  }

  /// Reports a text of too many bytes.
  package mutating func tooLong(_ what: String, _ limit: Int, at place: SettingPlace) {
    report(SettingProblem(.value, "\(what) has at most \(limit) bytes", at: place))
  }

  /// Reports that there is more of something than there can be.
  package mutating func tooMany(_ what: String, _ limit: Int, at place: SettingPlace) {
    report(SettingProblem(.value, "there are at most \(limit) \(what)", at: place))
  }

  /// `on` or `off`.
  package mutating func flag(_ setting: Setting) -> Bool? {
    choice(setting, ["on", "off"]).map { $0 == "on" }
  }

  // MARK: Times

  /// The longest time that is taken, so that none runs over: ten years.
  package static let longest: Duration = .seconds(3650 * 86_400)

  /// A time that may be longer than a day: `12h` or `30 days`.
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

  /// The only value of a setting, a time that may be longer than a day.
  package mutating func span(_ setting: Setting) -> Duration? {
    let form: SettingForm = "`\(setting.name) 12h` or `\(setting.name) 30 days`"
    let terms = terms(setting, form)
    guard let span = SettingReader.span(terms[...]) else {
      malformed(setting, at: terms.first, form)
      return nil
    }
    return span
  }
}

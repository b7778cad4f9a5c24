import FlowEngine

/// Reads settings and collects everything that is wrong with them.
struct SettingReader {
  private(set) var problems: [SettingProblem] = []
  /// The settings of each block by the names of the blocks around them.
  private let schema: [[String]: [SettingDescription]]

  init(schema: [[String]: [SettingDescription]] = Org.schemaOfBlocks) {
    self.schema = schema
  }

  mutating func report(_ problem: SettingProblem) {
    problems.append(problem)
  }

  // MARK: Blocks

  /// The settings of a block that its schema knows, each reported where it isn't known, where it is
  /// repeated though it counts once, and where it has a block that it can't have.
  mutating func known(_ settings: [Setting], in path: [String]) -> [Setting] {
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
  mutating func terms(_ setting: Setting, _ form: SettingForm) -> [SettingTerm] {
    if setting.values.count > 1, let extra = setting.values[1].first {
      report(
        SettingProblem(
          .value, "`\(setting.name)` takes one value, not a list", at: extra.place,
          help: "write it as \(form)"))
    }
    return setting.values.first ?? []
  }

  /// Reports that a setting isn't written as it must be.
  mutating func malformed(_ setting: Setting, at term: SettingTerm? = nil, _ form: SettingForm) {
    var problem = SettingProblem(
      .value, "`\(setting.name)` can't be written like this",
      at: term?.place ?? setting.place, help: "write it as \(form)")
    problem.isOfForm = true
    report(problem)
  }

  /// The only term of a setting, read by `read`.
  mutating func one<Value>(
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
  mutating func choice(_ setting: Setting, _ words: [String]) -> String? {
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
  mutating func whole(_ setting: Setting, in range: ClosedRange<Int>) -> Int? {
    one(setting, "`\(setting.name) N`, from \(range.lowerBound) to \(range.upperBound)") {
      $0.whole(in: range)
    }
  }

  /// The only duration of a setting, positive and at most a day.
  mutating func duration(_ setting: Setting) -> Duration? {
    one(setting, "`\(setting.name) 5m`, at most 24h", \.duration)
  }

  /// The words or texts between the commas of a setting.
  mutating func names(_ setting: Setting, _ form: SettingForm) -> [(
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

  // MARK: Authenticators

  /// The authenticator of a term, reported where it is none, or none that the org has.
  mutating func authenticator(_ term: SettingTerm, of policy: OrgPolicy) -> Authenticator? {
    guard let authenticator = namedAuthenticator(term) else { return nil }
    guard !policy.methods(of: authenticator).isEmpty else {
      report(
        SettingProblem(
          .value, "this org has no authenticator `\(authenticator.rawValue)`", at: term.place,
          help: "add it to `authenticators`", word: authenticator.rawValue,
          candidates: policy.authenticators.map(\.authenticator.rawValue)))
      return nil
    }
    return authenticator
  }

  /// The authenticator that a term names, whatever the org has.
  mutating func namedAuthenticator(_ term: SettingTerm) -> Authenticator? {
    guard let word = term.word else {
      report(
        SettingProblem(
          .value, "an authenticator is a word, such as `email`", at: term.place,
          candidates: Authenticator.allCases.map(\.rawValue)))
      return nil
    }
    let normalized = word.normalizedWord
    if let known = Authenticator.allCases.first(where: { $0.words.contains(normalized) }) {
      return known
    }
    if Authenticator.later.contains(normalized) {
      report(
        SettingProblem(
          .later, "the authenticator `\(word)`", at: term.place))
      return nil
    }
    report(
      SettingProblem(
        .unknown, "there is no authenticator `\(word)`", at: term.place, word: word,
        candidates: Authenticator.allCases.map(\.rawValue)))
    return nil
  }

  /// What follows an authenticator: `via sms or voice`; all of its methods where nothing follows.
  ///
  /// - Parameters:
  ///   - terms: the terms after the authenticator.
  ///   - authenticator: the authenticator.
  ///   - allowed: the methods that may be named.
  /// - Returns: the methods, `nil` where something is wrong.
  mutating func methods(
    _ terms: ArraySlice<SettingTerm>, of authenticator: Authenticator, allowed: Methods
  ) -> Methods? {
    guard let via = terms.first else { return allowed }
    let words = allowed.list.map(\.word)
    let form = "`\(authenticator.rawValue) via \(words.joined(separator: " or "))`"
    guard via.word == "via" else {
      report(
        SettingProblem(
          .value, "after `\(authenticator.rawValue)` comes `via` or nothing", at: via.place,
          help: "write it as \(form)"))
      return nil
    }
    var methods = Methods()
    var isMethodNext = true
    for term in terms.dropFirst() {
      if isMethodNext {
        guard let word = term.word, let method = Method(word: word),
          allowed.contains(Methods(method))
        else {
          report(
            SettingProblem(
              .value, "this is no method of `\(authenticator.rawValue)` here", at: term.place,
              help: "write it as \(form)", word: term.word, candidates: words))
          return nil
        }
        methods.insert(Methods(method))
      } else if term.word != "or" {
        report(
          SettingProblem(
            .value, "methods are joined by `or`", at: term.place, help: "write it as \(form)"))
        return nil
      }
      isMethodNext.toggle()
    }
    guard !isMethodNext else {
      report(
        SettingProblem(
          .value, "a method is missing", at: terms[terms.endIndex - 1].place,
          help: "write it as \(form)"))
      return nil
    }
    return methods
  }
}

extension SettingTerm {
  /// The word that stands here.
  var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }

  /// The text that stands here, as it may be shown.
  var text: String? {
    if case .text(let text) = kind { text } else { nil }
  }

  /// The word or text that stands here.
  var name: String? { word ?? text.flatMap { $0.isEmpty ? nil : $0 } }

  /// The text or looked-up value that stands here, not empty.
  var secret: Secret? {
    switch kind {
    case .text(let text) where !text.isEmpty: Secret(text)
    case .secret(let secret) where !secret.isEmpty: secret
    default: nil
    }
  }

  /// The duration that stands here, positive and at most a day.
  var duration: Duration? {
    guard case .duration(let duration) = kind, duration > .zero, duration <= .seconds(86_400)
    else { return nil }
    return duration
  }

  /// The whole number of a range that stands here.
  func whole(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = kind, let whole = Int(exactly: number), range.contains(whole)
    else { return nil }
    return whole
  }

  /// The mark that stands here.
  var mark: String? {
    if case .mark(let mark) = kind { mark } else { nil }
  }
}

extension String {
  /// A word as words are compared: ASCII lower case, `_` as `-`.
  var normalizedWord: String {
    let bytes = utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      case UInt8(ascii: "_"): UInt8(ascii: "-")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

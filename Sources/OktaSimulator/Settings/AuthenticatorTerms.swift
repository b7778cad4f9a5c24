import FlowDiagnostics
import FlowEngine
import FlowText
import SimulatorKit

/// Parses authenticators and their methods, and reports errors in them.
extension SettingReader {
  /// Returns the authenticator that a term names.
  ///
  /// If the authenticator is unknown or the org doesn't have it, reports a problem and returns
  /// `nil`.
  func authenticator(_ term: SettingTerm, of policy: OrgPolicy) -> Authenticator? {
    value { () throws(SettingProblem) in try Authenticator(term, of: policy) }
  }

  /// Returns the authenticator that a term names, even if the org doesn't have it.
  ///
  /// If the authenticator is unknown, reports a problem and returns `nil`.
  func namedAuthenticator(_ term: SettingTerm) -> Authenticator? {
    value { () throws(SettingProblem) in try Authenticator(term) }
  }

  /// Parses the methods after an authenticator: `via sms or voice`.
  ///
  /// If there are no terms, returns all allowed methods.
  ///
  /// - Parameters:
  ///   - terms: The terms after the authenticator.
  ///   - authenticator: The authenticator.
  ///   - allowed: The methods that may be named.
  /// - Returns: The methods; `nil` if they aren't valid.
  func methods(
    _ terms: ArraySlice<SettingTerm>, of authenticator: Authenticator, allowed: Methods
  ) -> Methods? {
    value { () throws(SettingProblem) in
      try Methods(terms, of: authenticator, allowed: allowed)
    }
  }
}

extension Authenticator {
  /// Parses an authenticator, which the org must have.
  init(_ term: SettingTerm, of policy: OrgPolicy) throws(SettingProblem) {
    try self.init(term)
    guard !policy.methods(of: self).isEmpty else {
      throw SettingProblem(
        .value, "this org has no authenticator `\(rawValue)`", at: term.place,
        help: "add it to `authenticators`", word: rawValue,
        candidates: policy.authenticators.map(\.authenticator.rawValue))
    }
  }

  /// Parses an authenticator, even if the org doesn't have it.
  init(_ term: SettingTerm) throws(SettingProblem) {
    guard let word = term.word else {
      throw SettingProblem(
        .value, "an authenticator is a word, such as `email`", at: term.place,
        candidates: Authenticator.allCases.map(\.rawValue))
    }
    let normalized = word.normalizedWord
    guard let known = Authenticator.allCases.first(where: { $0.words.contains(normalized) }) else {
      throw Authenticator.later.contains(normalized)
        ? SettingProblem(.later, "the authenticator `\(word)`", at: term.place)
        : Authenticator.unknown(word, at: term.place)
    }
    self = known
  }

  private static func unknown(_ word: String, at place: SourceRange) -> SettingProblem {
    let names = Authenticator.allCases.map(\.rawValue)
    let meant = Authenticator.allCases.filter { $0.otherWords.contains(word.normalizedWord) }
    let isNear = !meant.isEmpty || !Suggestion.nearest(word, among: names).isEmpty
    var problem = SettingProblem(
      .unknown, "there is no authenticator `\(word)`", at: place,
      help: isNear ? nil : "the authenticators are \(Prose.list(names.map(Prose.ticked), "and"))",
      word: word, candidates: names)
    problem.meant = meant.map(\.rawValue)
    return problem
  }
}

extension Methods {
  /// Parses the methods after an authenticator: `via sms or voice`.
  ///
  /// No terms stand for all allowed methods.
  init(
    _ terms: ArraySlice<SettingTerm>, of authenticator: Authenticator, allowed: Methods
  ) throws(SettingProblem) {
    guard let via = terms.first else {
      self = allowed
      return
    }
    let words = allowed.list.map(\.word)
    let form = "`\(authenticator.rawValue) via \(words.joined(separator: " or "))`"
    guard via.word == "via" else {
      throw SettingProblem(
        .value, "after `\(authenticator.rawValue)` comes `via` or nothing", at: via.place,
        help: "write it as \(form)")
    }
    var methods = Methods()
    var isMethodNext = true
    for term in terms.dropFirst() {
      if isMethodNext {
        guard let word = term.word, let method = Method(word: word),
          allowed.contains(Methods(method))
        else {
          throw SettingProblem(
            .value, "expected a method of `\(authenticator.rawValue)`", at: term.place,
            help: "write it as \(form)", word: term.word, candidates: words)
        }
        methods.insert(Methods(method))
      } else if term.word != "or" {
        throw SettingProblem(
          .value, "methods are joined by `or`", at: term.place, help: "write it as \(form)")
      }
      isMethodNext.toggle()
    }
    guard !isMethodNext else {
      throw SettingProblem(
        .value, "a method is missing", at: terms[terms.endIndex - 1].place,
        help: "write it as \(form)")
    }
    self = methods
  }
}

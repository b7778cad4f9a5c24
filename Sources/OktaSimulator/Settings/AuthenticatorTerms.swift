import FlowDiagnostics
import FlowEngine
import FlowText
import SimulatorKit

/// Reads authenticators and their methods.
extension SettingReader {
  /// The authenticator of a term; one that is unknown, or that the org doesn't have, is reported.
  func authenticator(_ term: SettingTerm, of policy: OrgPolicy) -> Authenticator? {
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
  func namedAuthenticator(_ term: SettingTerm) -> Authenticator? {
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
    report(unknown(word, at: term.place))
    return nil
  }

  private func unknown(_ word: String, at place: SourceRange) -> SettingProblem {
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

  /// What follows an authenticator: `via sms or voice`; all of its methods if nothing follows.
  ///
  /// - Parameters:
  ///   - terms: The terms after the authenticator.
  ///   - authenticator: The authenticator.
  ///   - allowed: The methods that may be named.
  /// - Returns: The methods; `nil` if something is wrong.
  func methods(
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
              .value, "expected a method of `\(authenticator.rawValue)`", at: term.place,
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

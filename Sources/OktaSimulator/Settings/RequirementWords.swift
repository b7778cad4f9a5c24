import FlowDiagnostics
import FlowEngine
import SimulatorKit

// The words that are possible in a requirement, for help and for editors.
extension RequirementParser {
  private static let kinds = ["knowledge", "possession", "inherence"]

  /// The problem of a word that is neither an authenticator nor a kind, with the words that are
  /// possible at its position.
  func unknown(_ term: SettingTerm) -> SettingProblem {
    let authenticators = policy.authenticators.map(\.authenticator.rawValue)
    let before = terms[..<(terms.firstIndex { $0.place == term.place } ?? 0)]
    let adjectives = Traits.adjectives.map(\.word)
    var words = authenticators
    var syntax: [String] = []
    if !isExcluding(before) {
      words += RequirementParser.kinds
      let isQualified = before.last?.word.map(adjectives.contains) == true
      if !isQualified {
        words.append("any")
        syntax = ["1 factor", "2 factors"] + (authenticators.count > 1 ? ["any 2"] : [])
      }
      words += adjectives.filter { word in
        !before.reversed().prefix { $0.word.map(adjectives.contains) == true }
          .contains { $0.word == word }
      }
    }
    var problem = SettingProblem(
      .unknown, "unknown authenticator or kind `\(term.word ?? "")`", at: term.place,
      word: term.word, candidates: words)
    problem.syntax = syntax
    return problem
  }

  /// The words that may follow the demands up to the current position.
  var joints: [String] {
    let before = terms[..<position]
    guard let last = before.last, !isExcluding(before) else { return [] }
    let part = before.reversed().prefix { $0.word != "or" && $0.mark != "(" }
    let isChain = part.contains { $0.word == "then" }
    // A chain has only authenticators and kinds, without `and`.
    let canChain = part.allSatisfy {
      $0.word != "and" && $0.word != "any" && $0.whole(in: 1...2) == nil
    }
    var words = isChain ? ["then", "or"] : ["and", "or"] + (canChain ? ["then"] : [])
    if last.word == "factor" || last.word == "factors" { words.append("with") }
    if let word = last.word?.normalizedWord,
      let known = policy.authenticators.first(where: { $0.authenticator.words.contains(word) }),
      policy.methods(of: known.authenticator).list.count > 1
    {
      words.append("via")
    }
    return words + ["without"]
  }

  /// Whether terms end in the list after `without`.
  private func isExcluding(_ terms: ArraySlice<SettingTerm>) -> Bool {
    let part = terms.reversed().prefix { $0.mark != "(" && $0.mark != ")" }
    return part.contains { $0.word == "without" }
  }
}

import FlowEngine
import SimulatorKit

/// A requirement as text, with parentheses around the parts that `and` joins.
struct RequirementReading {
  let text: String

  init(_ line: SettingLine) {
    text = RequirementReading.text(line.values.joinedByCommas[...])
  }

  private static func text(_ terms: ArraySlice<SettingTerm>) -> String {
    let parts = split(terms, at: "or")
    return parts.map { part in
      let isJoined = parts.count > 1 && split(part, at: "and").count > 1
      return isJoined ? "(\(words(part)))" : words(part)
    }.joined(separator: " or ")
  }

  /// Returns the terms between the occurrences of a word outside of parentheses.
  private static func split(
    _ terms: ArraySlice<SettingTerm>, at word: String
  ) -> [ArraySlice<SettingTerm>] {
    var depth = 0
    return terms.split(omittingEmptySubsequences: false) { term in
      if term.mark == "(" { depth += 1 }
      if term.mark == ")" { depth -= 1 }
      return depth == 0 && term.word == word
    }
  }

  private static func words(_ terms: ArraySlice<SettingTerm>) -> String {
    var text = ""
    for term in terms {
      let isOpen = text.isEmpty || text.hasSuffix("(")
      if !isOpen, term.mark != ")", term.mark != "," { text += " " }
      text += term.written
    }
    return text
  }
}

extension SettingTerm {
  /// The term as it is written in a requirement, which has words, numbers and symbols.
  fileprivate var written: String {
    switch kind {
    case .word(let word): word
    case .text(let text): "\"\(text)\""
    case .mark(let mark): mark
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .duration, .secret: "…"
    }
  }
}

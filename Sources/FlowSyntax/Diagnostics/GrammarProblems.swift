package import FlowDiagnostics
import FlowText

/// The problems with a script's grammar, such as an unexpected word.
extension ProblemKind {
  package static let misplaced = ProblemKind("misplaced")
  package static let nestedTooDeep = ProblemKind("nested-too-deep")
  package static let tooManyProblems = ProblemKind("too-many-problems")
  package static let unclosedBrace = ProblemKind("unclosed-brace")
  package static let unexpected = ProblemKind("unexpected")
  package static let unopenedBrace = ProblemKind("unopened-brace")
  package static let wrongWord = ProblemKind("wrong-word")
}

extension Problem {
  package static func misplaced(statement: String, container: String) -> Problem {
    Problem(.misplaced, "\(statement) is only allowed in \(container)")
  }

  package static func nestedTooDeep(limit: Int) -> Problem {
    Problem(
      .nestedTooDeep, "this is nested more than \(limit) levels deep",
      help: "split it: name its parts with `let`, or write several rules")
  }

  package static func tooManyProblems(limit: Int) -> Problem {
    Problem(
      .tooManyProblems, "the file has more than \(limit) problems",
      help: "fix these first, then check again")
  }

  package static let unclosedBrace = Problem(
    .unclosedBrace, "this `{` is never closed",
    help: "write `}` where the block ends")

  package static func unexpected(found: String, expected: [String]) -> Problem {
    Problem(
      .unexpected,
      expected.isEmpty
        ? "\(found) isn't allowed here" : "expected \(Prose.list(expected, "or")), found \(found)",
      help: Slip.help(found: found, expected: expected),
      suggestions: Slip.words(found: found, expected: expected),
      certainty: Slip.word(in: found).map { .typoOf($0) } ?? .never)
  }

  package static let unopenedBrace = Problem(
    .unopenedBrace, "this `}` closes nothing",
    help: "remove it, or write the `{` that it closes")

  package static func wrongWord(found: String, expected: [String]) -> Problem {
    Problem(
      .wrongWord,
      expected.isEmpty || expected.count > Prose.listMax
        ? "\(Prose.ticked(found)) isn't allowed here"
        : "\(Prose.ticked(found)) isn't allowed here; expected \(Prose.or(expected))",
      suggestions: Suggestion.nearest(found, among: expected))
  }
}

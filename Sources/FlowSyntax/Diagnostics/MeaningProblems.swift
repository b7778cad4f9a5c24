package import FlowDiagnostics
import FlowText

/// The problems with a script's meaning.
///
/// These problems are found before or during a run.
extension ProblemKind {
  package static let ambiguousField = ProblemKind("ambiguous-field", exit: .invalid)
  package static let badCommand = ProblemKind("bad-command", exit: .invalid)
  package static let duplicateField = ProblemKind("duplicate-field", exit: .invalid)
  package static let duplicateName = ProblemKind("duplicate-name")
  package static let rowLength = ProblemKind("row-length")
  package static let typeMismatch = ProblemKind("type-mismatch", exit: .invalid)
  package static let unknownName = ProblemKind("unknown-name", exit: .invalid)
  package static let valueFailed = ProblemKind("value-failed")
}

extension Problem {
  package static func ambiguousField(name: String, candidates: [String]) -> Problem {
    Problem(
      .ambiguousField,
      "\(Prose.ticked(name)) could be \(Prose.or(candidates))",
      help: "write its full name")
  }

  package static func badCommand(fault: String) -> Problem {
    Problem(
      .badCommand, "invalid command: \(fault)",
      help: "write a program and its arguments: `run \"pass show work/okta\"`")
  }

  package static func duplicateField(name: String) -> Problem {
    Problem(.duplicateField, "\(Prose.ticked(name)) is given twice")
  }

  package static func duplicateName(kind: String, name: String) -> Problem {
    Problem(.duplicateName, "there are two \(kind)s called \(Prose.ticked(name))")
  }

  package static func rowLength(expected: Int, found: Int) -> Problem {
    Problem(
      .rowLength,
      "this row has \(Prose.count(found, "value")), but there \(expected == 1 ? "is" : "are") "
        + Prose.count(expected, "name"))
  }

  package static func typeMismatch(left: String, right: String) -> Problem {
    Problem(.typeMismatch, "\(left) can't be compared with \(right)")
  }

  package static func unknownName(kind: String, name: String, nearest: [String]) -> Problem {
    Problem(
      .unknownName, "unknown \(kind) \(Prose.ticked(name))", suggestions: nearest,
      names: [name])
  }

  package static func valueFailed(message: String) -> Problem {
    Problem(.valueFailed, message)
  }
}

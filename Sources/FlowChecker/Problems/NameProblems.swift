package import FlowDiagnostics
import FlowText

/// The problems with names of engines and orgs in a script.
extension ProblemKind {
  package static let unknownEngine = ProblemKind("unknown-engine")
  package static let unknownEvent = ProblemKind("unknown-event")
  package static let unknownFact = ProblemKind("unknown-fact")
  package static let unknownIntent = ProblemKind("unknown-intent")
  package static let unknownParameter = ProblemKind("unknown-parameter")
  package static let unknownField = ProblemKind("unknown-field", .warning)
  package static let unknownStep = ProblemKind("unknown-step", .warning)
  package static let unknownSubject = ProblemKind("unknown-subject", .warning)
}

extension Problem {
  package static func unknownEngine(name: String, nearest: [String]) -> Problem {
    Problem(.unknownEngine, "unknown engine \(Prose.ticked(name))", suggestions: nearest)
  }

  package static func unknownEvent(name: String, nearest: [String]) -> Problem {
    Problem(.unknownEvent, "unknown event \(Prose.ticked(name))", suggestions: nearest)
  }

  package static func unknownFact(name: String, nearest: [String]) -> Problem {
    Problem(
      .unknownFact, "a condition can't test \(Prose.ticked(name))", suggestions: nearest,
      names: [name])
  }

  package static func unknownIntent(name: String, nearest: [String]) -> Problem {
    Problem(.unknownIntent, "a flow can't start with \(Prose.ticked(name))", suggestions: nearest)
  }

  package static func unknownParameter(name: String, nearest: [String]) -> Problem {
    Problem(
      .unknownParameter, "unknown parameter \(Prose.ticked(name))", suggestions: nearest)
  }

  package static func unknownField(name: String, nearest: [String]) -> Problem {
    Problem(.unknownField, "no known field is called \(Prose.ticked(name))", suggestions: nearest)
  }

  package static func unknownStep(name: String, nearest: [String]) -> Problem {
    Problem(.unknownStep, "unknown step \(Prose.ticked(name))", suggestions: nearest)
  }

  package static func unknownSubject(name: String, nearest: [String]) -> Problem {
    Problem(
      .unknownSubject,
      "unknown authenticator or method \(Prose.ticked(name))", suggestions: nearest,
      names: [name])
  }
}

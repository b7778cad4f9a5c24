package import FlowDiagnostics
import FlowText

/// The problems with a script's meaning that only the checker reports.
extension ProblemKind {
  package static let badDate = ProblemKind("bad-date")
  package static let constantExpectation = ProblemKind("constant-expectation", .warning)
  package static let duplicateStatement = ProblemKind("duplicate-statement")
  package static let emptyClaim = ProblemKind("empty-claim")
  package static let emptyFlow = ProblemKind("empty-flow", .warning)
  package static let emptyScript = ProblemKind("empty-script")
  package static let exposedSecret = ProblemKind("exposed-secret", .warning)
  package static let impossibleExpectation = ProblemKind("impossible-expectation")
  package static let neverRepeats = ProblemKind("never-repeats", .warning)
  package static let operatorMismatch = ProblemKind("operator-mismatch", exit: .invalid)
  package static let profileCycle = ProblemKind("profile-cycle")
  package static let secretLiteral = ProblemKind("secret-literal", .warning)
  package static let unreachableRule = ProblemKind("unreachable-rule", .warning)
  package static let unsatisfiableFlow = ProblemKind("unsatisfiable-flow", .warning)
  package static let unspecificFailure = ProblemKind("unspecific-failure", .warning)
  package static let unusedName = ProblemKind("unused-name", .warning)
  package static let valueCycle = ProblemKind("value-cycle")
  package static let engineMismatch = ProblemKind("engine-mismatch")
  package static let notInOrg = ProblemKind("not-in-org", .warning)
}

extension Problem {
  package static func badDate(_ text: String) -> Problem {
    Problem(
      .badDate, "\(Prose.ticked(text)) isn't a date",
      help: "write year, month and day: `2026-12-31`")
  }

  package static func constantExpectation(isTrue: Bool) -> Problem {
    Problem(
      .constantExpectation,
      "a successful sign-in has no last page, so this can't \(isTrue ? "fail" : "hold")",
      help: "test a page in a rule: `on select-authenticator expect offers phone then choose phone`"
    )
  }

  package static func duplicateStatement(name: String) -> Problem {
    Problem(
      .duplicateStatement, "\(Prose.ticked(name)) is written here twice",
      help: "remove one of them")
  }

  package static let emptyClaim = Problem(
    .emptyClaim, "this claim asserts nothing, so every org satisfies it",
    help: "write what must be true of every route: `always kinds >= 2`")

  package static let emptyFlow = Problem(
    .emptyFlow, "this flow answers nothing",
    help: "write a rule, such as `on identify prompt identifier`, or `use` a profile")

  package static let emptyScript = Problem(
    .emptyScript, "this file contains no statements",
    help: "write a rule, such as `on identify prompt identifier`, or `use` a profile")

  package static func exposedSecret(field: String) -> Problem {
    Problem(
      .exposedSecret,
      "a secret is given to \(Prose.ticked(field)), which isn't a secret field",
      help: "give it to a secret field; if the value isn't secret, write `env NAME`")
  }

  package static func impossibleExpectation(message: String) -> Problem {
    Problem(
      .impossibleExpectation, message,
      help: "remove one of them, or put them into separate flows")
  }

  package static func neverRepeats(test: String, answersFirst: Bool) -> Problem {
    Problem(
      .neverRepeats,
      "this rule \(answersFirst ? "answers only the first attempt" : "never answers"): only rules "
        + "that test `message` answer an error",
      help: answersFirst
        ? "write `(not message or \(test))`, so that it answers the errors, too"
        : "write `message and \(test)`")
  }

  package static func operatorMismatch(`operator`: String, left: String) -> Problem {
    Problem(
      .operatorMismatch,
      "\(Prose.ticked(`operator`)) can't be used with \(left)",
      help: "`contains` searches a text or a list, `matches` tests a text; `<` and `>` compare "
        + "numbers")
  }

  package static func profileCycle(chain: [String]) -> Problem {
    Problem(
      .profileCycle, "these profiles use each other: \(Prose.chain(chain))",
      help: "move the shared parts into a third profile")
  }

  package static func secretLiteral(field: String) -> Problem {
    Problem(
      .secretLiteral,
      "the secret \(Prose.ticked(field)) is written in the script",
      help: "write `secret NAME`: it is read from the environment or from the file of `--secrets`",
      names: [field])
  }

  package static let unreachableRule = Problem(
    .unreachableRule, "this rule can never fire",
    help: "put it before the other, or give the other `once`, `up to N times` or `when …`")

  package static func unsatisfiableFlow(orgs: [String]) -> Problem {
    Problem(
      .unsatisfiableFlow,
      "none of the orgs \(Prose.and(orgs)) has everything that this flow needs",
      help: "choose one of them with `against`, and add what the flow needs to that org")
  }

  package static let unspecificFailure = Problem(
    .unspecificFailure,
    "any refusal meets this expectation, also the refusal of a wrong secret",
    help: "say which refusal: `expect failure message.key is \"…\"`")

  package static func unusedName(kind: String, name: String) -> Problem {
    Problem(
      .unusedName, "the \(kind) \(Prose.ticked(name)) is never used",
      help: "use it or remove it", names: [name])
  }

  package static func valueCycle(chain: [String]) -> Problem {
    Problem(
      .valueCycle,
      "these values refer to each other: \(Prose.chain(chain))",
      help: "give one of them its own value")
  }

  package static func engineMismatch(flow: String, org: String) -> Problem {
    Problem(
      .engineMismatch,
      "a flow of the engine \(Prose.ticked(flow)) can't run against an org of \(Prose.ticked(org))")
  }

  package static func notInOrg(kind: String, name: String, orgs: [String], nearest: [String])
    -> Problem
  {
    Problem(
      .notInOrg,
      "the org \(Prose.or(orgs)) has no \(kind) \(Prose.ticked(name))",
      suggestions: nearest, certainty: .never, names: [name])
  }
}

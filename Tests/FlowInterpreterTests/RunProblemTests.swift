import FlowDiagnostics
import FlowInterpreter
import Testing

/// The texts of a run's problems.
@Suite struct RunProblemTests {
  @Test("A message isn't empty and never ends in a full stop")
  func messages() {
    let problems: [Problem] = [
      .noProgress, .noRule(step: "a"), .deadline(after: "2 minutes"), .tooManySteps(limit: 50),
      .inboxEmpty(channel: "sms"), .nobodyToAsk(field: "code"), .notOffered(what: "resend"),
      .requiredField(name: "a"), .serverMessage(message: "No"),
      .expectationFailed(expected: "a", actual: "b"), .pollTimeout(after: "6s"),
    ]
    for problem in problems {
      #expect(problem.message != problem.kind.id)
      #expect(!problem.message.hasSuffix(".") && problem.message.first?.isUppercase == false)
    }
  }

  @Test("Missing values are counted, and variables without permission have their options")
  func values() {
    #expect(Problem.missingValues(["A"]).message == "a value is missing: A")
    #expect(Problem.missingValues(["A", "B"]).message == "values are missing: A and B")
    let refused = Problem.envNotAllowed(["env A", "secret B"])
    #expect(refused.names == ["env A", "secret B"])
    #expect(
      refused.help == "allow it with `--env A --env B`, or with `{\"env\": [\"A\", \"B\"]}` in "
        + "`flow.json`; `--secrets FILE` has secrets")
  }
}

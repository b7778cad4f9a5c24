package import OktaSimulator
package import FlowSyntax

// What claims ask of the circumstances of a sign-in: these have to be told apart, though no policy
// may look at them.
extension ClaimCheck {
  /// What a claim asks of the circumstances.
  package func questions(of claim: Claim) -> [WalkQuestion] {
    var questions: [WalkQuestion] = []
    for case .rule(_, let expect) in claim.lines { questions += self.questions(of: expect) }
    return questions
  }

  func questions(of expect: Expect) -> [WalkQuestion] {
    expect.condition.map(questions) ?? []
  }

  private func questions(_ condition: FlowSyntax.Condition) -> [WalkQuestion] {
    switch condition {
    case .or(let parts), .and(let parts): parts.flatMap(questions)
    case .not(_, let part): questions(part)
    case .test(let test): questions(test)
    }
  }

  private func questions(_ test: Test) -> [WalkQuestion] {
    guard case .fact(let name) = test.subject,
      let fact = WalkQuestion.Fact(rawValue: script.text(name))
    else { return [] }
    switch test.comparison?.operator {
    case .equal, .notEqual, .contains:
      guard let word = test.comparison.flatMap({ right($0.value) }) else { return [] }
      return [WalkQuestion(fact, word)]
    default:
      // Any of them may fit a pattern.
      return org.words(of: fact).map { WalkQuestion(fact, $0) }
    }
  }
}

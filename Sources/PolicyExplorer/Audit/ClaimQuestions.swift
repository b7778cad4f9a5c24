import OktaSimulator
import FlowSyntax

/// Finds the questions about the circumstances of a sign-in in claims.
struct ClaimQuestions {
  private let org: OktaSimulator.Org
  private let script: Script

  init(_ org: OktaSimulator.Org, in script: Script) {
    self.org = org
    self.script = script
  }

  /// Returns the questions in a claim.
  func questions(of claim: Claim) -> [WalkQuestion] {
    var questions: [WalkQuestion] = []
    for case .rule(_, let expect) in claim.lines { questions += self.questions(of: expect) }
    return questions
  }

  /// Returns the questions in an expectation.
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
      guard let word = test.comparison.flatMap({ ClaimValue.text($0.value, in: script) }) else {
        return []
      }
      return [WalkQuestion(fact, word)]
    default:
      // The comparison may be a pattern, which any value may match.
      return org.words(of: fact).map { WalkQuestion(fact, $0) }
    }
  }
}

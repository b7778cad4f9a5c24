import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Expectations and their reports")
struct ExpectationTests {
  /// Reaches a failing `expect` of a rule, after one step.
  private func cutShort(_ expectations: String) async throws -> RunResult {
    let text = """
      on challenge email once answer code = "123456"
      on challenge email { expect has passcode
        expect step is "identify"
        stop }
      """
    return try await result(
      text + "\n" + expectations, ScriptedEngine(.email, .email))
  }

  @Test("A failed expect in a rule is reported once, without its consequences")
  func once() async throws {
    for expectations in [
      "", "expect stopped", "expect success", "expect failure", "expect path contains skip",
      "expect token.scope contains \"openid\"", "expect steps > 1",
    ] {
      let result = try await cutShort(expectations)
      #expect(!result.passed)
      #expect(
        result.diagnostics.map(\.problem) == [
          .expectationFailed(
            expected: "step is \"identify\"", actual: "step is \"challenge-authenticator\"")
        ], "\(expectations)")
      let last = try #require(result.expectations.last)
      if !expectations.isEmpty { #expect(!last.isReached && !last.holds && last.diagnostic == nil) }
    }
  }

  @Test(
    "An expectation that has certainly failed by then is reported, with its actual value",
    arguments: [
      ("expect steps < 1", "steps is 1"),
      ("expect path never challenge", "path is challenge-authenticator email"),
      ("expect outcome is \"success\" and steps <= 0", "steps is 1"),
    ])
  func forGood(expectation: String, actual: String) async throws {
    let result = try await cutShort(expectation)
    #expect(result.problems == [.expectationFailed, .expectationFailed])
    let last = try #require(result.expectations.last)
    #expect(last.isReached && !last.holds)
    #expect(last.actual?.contains(actual) == true, "\(last.actual ?? "")")
  }

  @Test(
    "An expectation that is true by then is met",
    arguments: ["path contains challenge email", "steps < 8"])
  func met(expectation: String) async throws {
    let result = try await cutShort("expect \(expectation)\nexpect stopped")
    #expect(result.problems == [.expectationFailed])
    #expect(result.expectations.map(\.holds) == [true, false, true, false])
    #expect(result.expectations.map(\.isReached) == [true, true, true, false])
  }

  @Test("Every expectation of the flow that fails at its end is reported with its actual value")
  func all() async throws {
    let result = try await result(
      "on challenge stop\nexpect success\nexpect steps > 3\nexpect stopped", ScriptedEngine(.email))
    #expect(
      result.diagnostics.map(\.problem) == [
        .expectationFailed(expected: "success", actual: "outcome is stopped"),
        .expectationFailed(expected: "steps > 3", actual: "steps is 0"),
      ])
    #expect(result.expectations.map(\.holds) == [false, false, true])
  }

  @Test("After a fault no expectation is reached")
  func fault() async throws {
    let result = try await result(
      "on challenge fail \"on purpose\"\nexpect success", ScriptedEngine(.email))
    #expect(result.problems == [.ruleFailed])
    #expect(result.expectations.map(\.isReached) == [false])
  }
}

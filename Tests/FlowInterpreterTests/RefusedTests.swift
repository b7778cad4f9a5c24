import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Refused without a page")
struct RefusedTests {
  /// A run whose first step is answered, and then refused.
  private static func run(_ expectations: String, _ failure: EngineFailure) async throws
    -> RunResult
  {
    let engine = ScriptedEngine { move, _ throws(EngineFailure) in
      guard move == nil else { throw failure }
      return .email
    }
    return try await result(
      "on challenge email answer code = \"123456\"\n" + expectations, engine)
  }

  private static let denied = EngineFailure(
    .refused, "`answer` was refused: Not here (E0000006)", status: 403,
    refusal: Message(.error, "Not here", key: "E0000006"))

  @Test(
    "It is as expected, with the server's text as the message",
    arguments: [
      "expect refused", "expect refused or success", "expect refused message.text is \"Not here\"",
      "expect refused and message.key is \"E0000006\" and steps is 1 and outcome is \"refused\"",
      "expect refused\nexpect path challenge email",
    ])
  func expected(expectations: String) async throws {
    let result = try await Self.run(expectations, Self.denied)
    #expect(result.passed, "\(result.problems)")
    #expect(result.outcome == .refused)
    #expect(result.diagnostics.isEmpty)
  }

  @Test(
    "If another outcome is expected, it fails and prints the actual one",
    arguments: [
      ("expect refused and message.key is \"E0000007\"", "message.key is \"E0000006\""),
      ("expect refused and steps is 0", "steps is 1"),
      ("expect refused\nexpect failure", "outcome is refused"),
    ])
  func otherwise(expectations: String, found: String) async throws {
    let result = try await Self.run(expectations, Self.denied)
    #expect(result.problems == [.serverRefused, .expectationFailed])
    #expect(result.expectations.last?.actual?.contains(found) == true)
  }

  @Test(
    "For a flow that doesn't expect it, it is a fault, never an expected failure",
    arguments: ["", "expect failure", "expect success", "expect not refused"])
  func fault(expectations: String) async throws {
    let result = try await Self.run(expectations, Self.denied)
    #expect(!result.passed)
    #expect(result.problems == [.serverRefused])
    #expect(result.expectations.allSatisfy { !$0.isReached })
  }

  @Test(
    "A value that the server didn't send never meets an expectation",
    arguments: [
      EngineFailure.Kind.refused, .failed, .unreachable, .timedOut, .limited, .malformed, .misused,
    ])
  func unsaid(kind: EngineFailure.Kind) async throws {
    let result = try await Self.run("expect refused", EngineFailure(kind, "no", status: 503))
    #expect(!result.passed)
    #expect(result.problems.count == 1 && result.problems != [.expectationFailed])
  }

  @Test(
    "Tokens that an engine refuses come with its failure, are kept for revoking, and are masked")
  func refusedTokens() async throws {
    let tokens = Tokens(accessToken: Secret("their-access-token"), tokenType: "Bearer")
    var failure = EngineFailure(.refused, "the tokens are for another app")
    failure.refusedTokens = tokens
    let engine = ScriptedEngine { [failure] move, _ throws(EngineFailure) in
      guard move == nil else { throw failure }
      return .email
    }
    let environment = RunEnvironment.test()
    let result = try await result(
      "on challenge email answer code = \"123456\"", engine, environment)
    #expect(result.outcome == .failure)
    #expect(result.tokens == nil)
    #expect(result.abandonedTokens == tokens)
    #expect(!environment.masker.masked("a their-access-token").contains("their-access-token"))
  }
}

import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

/// Warnings of a run that passes.
@Suite struct WarningTests {
  @Test(
    "A signature that this machine can't verify is reported, and the run passes",
    arguments: [
      (Tokens.Verification.claims, [ProblemKind.idTokenUnchecked]), (.signature, []),
      (.inProcess, []), (.absent, []),
    ])
  func unchecked(verification: Tokens.Verification, ids: [ProblemKind]) async throws {
    let tokens = Tokens(
      accessToken: Secret("a"), tokenType: "Bearer", verification: verification)
    let run = try await result(
      "on identify submit", ScriptedEngine(Response(outcome: .success, tokens: tokens)))
    #expect(run.passed && run.diagnostics.isEmpty)
    #expect(run.warnings.map(\.kind) == ids)
    #expect(run.warnings.allSatisfy { $0.severity == .warning && $0.help != nil })
  }
}

import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import IDXEngine
import Testing

/// The example of every step, authenticator, method and capability answers a page that offers it.
@Suite("The engine's words in use")
struct StepExampleTests {
  static let words = IDXEngine.vocabulary
  static let others = words.subjects + words.methods + words.capabilities

  /// The number of times that a page's form was sent, or its redirect followed.
  private static func answers(_ run: LineRun) -> Int {
    run.requests.count { $0.url.path == StepPages.path }
      + run.followed.count { $0.hasSuffix(StepPages.path) }
  }

  @Test("The example of a step answers it", arguments: words.steps)
  func step(_ step: EngineVocabulary.KnownStep) async throws {
    let run = try await LineRun(step.example, at: StepPages.page(of: step.name))
    switch step.name {
    case "issue": #expect(run.result.outcome == .success)
    case "failure-redirect": #expect(run.result.outcome == .failure && run.result.passed)
    case "device-enrollment-terminal":
      #expect(run.result.faults.map(\.problem.kind) == [.ruleFailed])
    default: #expect(Self.answers(run) == 1, "\(run.result.diagnostics.map(\.problem))")
    }
  }

  @Test("The example of an authenticator, a method or a capability uses it", arguments: others)
  func word(_ word: EngineVocabulary.KnownWord) async throws {
    let page = StepPages.page(of: word, among: Self.words)
    guard word.naming.word != "cancel" else {
      // The condition of its example is about the third time that a page appears.
      let run = try await LineRun("on any cancel", at: page)
      #expect(run.requests.map(\.url.path) == ["/idp/idx/cancel"])
      return
    }
    let run = try await LineRun(word.example, at: page)
    #expect(Self.answers(run) == 1, "\(run.result.diagnostics.map(\.problem))")
    guard word.example.contains("choose"), let chosen = run.body?["authenticator"] else { return }
    // The named option was chosen, and not just any.
    if Self.words.methods.contains(word) {
      #expect((chosen["methodType"] ?? chosen["channel"]) == .string(word.key))
    } else {
      #expect(chosen["id"] == .string("id-\(word.key)"))
    }
  }
}

import FlowDiagnostics
import FlowEngine
import FlowSyntax
import Testing

@testable import FlowTestRunner
@testable import FlowInterpreter

@Suite("The comparison of two runs")
struct RunComparisonTests {
  /// A run that got these responses, the last of which ended it.
  private static func run(
    _ responses: [Response], _ outcome: Outcome = .success, refusal: Problem? = nil
  ) throws -> RunResult {
    let source = SourceFile(name: "a.flow", text: "on identify submit\non skip skip\n")
    let program = Program.load(source).program
    let flow = try #require(program.flows.first)
    let plan = try #require(RunPlan.make(program: program, flow: flow).plans.first)
    let place = plan.place
    let records = responses.enumerated().map { index, response in
      var record = StepRecord(response: response, at: .seconds(index))
      if response.outcome == nil, index + 1 < responses.count {
        record.taken = StepRecord.Taken(
          step: 0, origin: .flow, rule: 0, place: place,
          move: .submit(step: 0, selection: nil, answers: []), isByPerson: false, polls: 0,
          duration: .zero)
      }
      return record
    }
    return RunResult(
      plan: plan, records: records, outcome: outcome, tokens: nil, expectations: [],
      refusal: refusal.map { Diagnostic($0, at: place) }, faults: [], began: .zero,
      duration: .zero, fired: [0, 0])
  }

  private static func end(_ methods: [String], _ id: String = "1") -> Response {
    Response(
      outcome: .success,
      facts: [
        Fact("token.amr", .list(methods.map { .text($0) })), Fact("token.sub", .text(id)),
      ])
  }

  private static func parting(
    _ simulated: RunResult, _ live: RunResult
  ) -> RunComparison.Parting? {
    RunComparison(simulated: simulated, live: live, host: "a.example").parting
  }

  private static let first = Response(steps: [Step("identify"), Step("unlock-account")])

  @Test("Order beside the main step, texts, ids and messages without a key aren't compared")
  func alike() throws {
    var one = Self.first
    one.steps += [Step("skip")]
    one.messages = [Message(.info, "Hello"), Message(.error, "No", key: "no")]
    var other = Response(steps: [Step("identify"), Step("skip"), Step("unlock-account")])
    other.messages = [Message(.error, "Nein", key: "no"), Message(.warning, "Achtung", key: "w")]
    let parting = try Self.parting(
      Self.run([one, Self.end(["pwd", "otp"])]), Self.run([other, Self.end(["otp", "pwd"], "2")]))
    #expect(parting == nil)
    other.steps.swapAt(0, 1)
    let main = try Self.parting(Self.run([one, Self.end([])]), Self.run([other, Self.end([])]))
    #expect(main?.step == 1)
    #expect(main?.sides.live == "skip, identify, unlock-account")
  }

  @Test("A run that continues diverges where the other one ends")
  func lengths() throws {
    let short = try Self.run([Self.first])
    let long = try Self.run([Self.first, Self.first, Self.end(["pwd"])])
    let live = try #require(Self.parting(short, long))
    #expect(live.step == 2)
    #expect(live.message == "at step 2 only a.example continues, not the simulated org")
    #expect(live.sides.simulated == "success after 0 steps")
    #expect(live.sides.live == "identify, unlock-account")
    let simulated = try #require(Self.parting(long, short))
    #expect(simulated.message == "at step 2 only the simulated org continues, not a.example")
    let ended = try Self.parting(
      Self.run([Self.first, Self.end([])]), Self.run([Self.first, Self.first]))
    #expect(ended?.sides.simulated == "the outcome: success")
  }

  @Test("The end is compared by its kind, and the ID token by its methods")
  func endings() throws {
    let refused = try Self.run([Self.first], .failure, refusal: .serverMessage(message: "No"))
    let gone = try Self.run([Self.first], .failure, refusal: .transactionExpired(message: "Over"))
    let other = try Self.run([Self.first], .failure, refusal: .serverMessage(message: "Nein"))
    #expect(Self.parting(refused, other) == nil)
    let ending = try #require(Self.parting(refused, gone))
    #expect(ending.step == nil)
    #expect(ending.sides.live == "failure after 0 steps: Over")
    let claims = try Self.parting(
      Self.run([Self.end(["pwd"])]), Self.run([Self.end(["pwd", "mfa"])]))
    #expect(claims?.message.contains("have different `amr` values") == true)
    #expect(claims?.sides.live == "mfa, pwd")
    #expect(claims?.diagnostic.kind == .compareDiffers)
  }
}

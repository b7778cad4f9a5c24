import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import FlowTerminal
import FlowText
import IDXEngine

/// Runs flows against a cassette: nothing is sent, and what isn't here is stood in for.
struct Replayer {
  let cassette: Cassette
  let context: RunContext

  /// How long a replay may take by its own clock, which nobody waits for: a recording ends it
  /// sooner.
  private static let deadline = Duration.seconds(24 * 3600)

  /// Runs a flow.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - masker: Learns its secrets.
  ///   - events: Is told what happens.
  /// - Returns: All that happened; where the flow parts from the recording, that is its fault.
  func run(
    _ plan: RunPlan, _ masker: Masker, events: (@Sendable (RunEvent) -> Void)? = nil
  ) async -> RunResult {
    let clock = ManualClock(now: context.host.clock.now)
    let server = CassetteServer(cassette, clock: clock, masker)
    let configuration = self.configuration
    let engine = IDXEngine(
      configuration: configuration, transport: server, clock: clock,
      randomBytes: context.host.randomBytes)
    var environment = StandIns.environment(
      of: plan, context, clock, masker, deadline: Replayer.deadline,
      redirect: { _ in server.arrival(at: configuration.redirectURI) })
    environment.events = events
    var result = await FlowInterpreter.run(plan, engine: engine, environment: environment)
    // What a flow does wrong by itself is told as ever; the transaction that it gives up then is no
    // departure of its own.
    if let departure = server.departure {
      if result.passed || result.faults.contains(where: { $0.kind == .interrupted }) {
        result.faults = [problem(of: departure, result)]
      }
    } else if result.passed, let next = server.rest.first {
      result.faults = [problem(ofRest: server.rest.count, next.request, result)]
    }
    return result
  }

  /// As whom the recording signed in.
  private var configuration: IDXConfiguration {
    let form = cassette.exchanges.first { $0.request.isForm }?.request.body
    let secret = form?["client_secret"]?.string
    return IDXConfiguration(
      issuer: cassette.issuer, clientID: form?["client_id"]?.string ?? "",
      clientSecret: secret.map { Secret($0) },
      redirectURI: form?["redirect_uri"]?.string ?? "",
      scopes: (form?["scope"]?.string ?? "").split(separator: " ").map(String.init),
      isInProcess: true)
  }

  // MARK: Words

  /// The rule that did the last move; the flow where none did.
  private static func place(_ result: RunResult) -> Place {
    result.records.last { $0.taken != nil }?.taken?.place ?? result.plan.place
  }

  private func problem(of departure: CassetteServer.Departure, _ result: RunResult) -> Diagnostic {
    let step = result.records.last { $0.taken != nil }?.step.map(MoveText.name)
    let head = "request \(departure.number)" + (step.map { " (\(DisplayText.line($0)))" } ?? "")
    let sent = DisplayText.line(departure.sent.line)
    var notes: [String] = []
    let message: String
    if let recorded = departure.recorded, departure.differences.isEmpty {
      message = "\(head)goes to another address than the recorded request"
      notes = ["sent: \(sent)", "recorded: \(DisplayText.line(recorded.line))"]
    } else if departure.recorded != nil {
      message = "\(head), \(sent), differs from the recorded request"
      notes = departure.differences.prefix(Replayer.notesMax).map { note(on: $0, departure) }
      let others = departure.differences.count - Replayer.notesMax
      if others > 0 { notes.append("\(others) more members differ") }
    } else {
      message = "the recording ends before \(head)"
      notes = ["sent: \(sent)"]
    }
    return Diagnostic(.replayDiffers(message: message), at: Replayer.place(result), notes: notes)
  }

  private func problem(
    ofRest count: Int, _ next: Cassette.Request, _ result: RunResult
  ) -> Diagnostic {
    let requests = count == 1 ? "1 more request was" : "\(count) more requests were"
    return Diagnostic(
      .replayDiffers(message: "the flow ends before its recording does"),
      at: Replayer.place(result),
      notes: ["\(requests) recorded, the next is \(DisplayText.line(next.line))"])
  }

  /// How many differing members are named.
  private static let notesMax = 10

  private func note(
    on difference: RequestComparison.Difference, _ departure: CassetteServer.Departure
  ) -> String {
    let page = departure.number > 1 ? cassette.exchanges[departure.number - 2].answer.body : nil
    func shown(_ value: String?) -> String {
      guard let value else { return "nothing" }
      return value + (page.flatMap { Replayer.title(of: value, on: $0) } ?? "")
    }
    return "`\(DisplayText.line(difference.member))`: sent \(shown(difference.sent)), recorded "
      + shown(difference.recorded)
  }

  /// What a page calls the thing of this id, in brackets.
  private static func title(of id: String, on page: JSON) -> String? {
    var waiting = [page]
    while let next = waiting.popLast() {
      switch next {
      case .object(let object):
        if let own = object["id"]?.string, "\"\(own)\"" == id,
          let title = object["displayName"]?.string ?? object["key"]?.string
        {
          return " (\(DisplayText.line(title)))"
        }
        waiting += object.members.map(\.value)
      case .array(let elements): waiting += elements
      default: continue
      }
    }
    return nil
  }
}

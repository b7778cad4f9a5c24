import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import FlowTerminal
import FlowText
import IDXEngine

/// Runs flows against a cassette; no requests are sent, and stand-ins replace missing inputs.
struct Replayer {
  let cassette: Cassette
  let context: RunContext

  /// The time limit by the replay's own clock, which doesn't wait in real time.
  ///
  /// Every recording ends earlier.
  private static let deadline = Duration.seconds(24 * 3600)

  /// Runs a flow.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - masker: Learns the flow's secrets.
  ///   - events: Receives the events.
  /// - Returns: The result; a difference from the recording is a fault in it.
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
    // If the flow fails for its own reason, that fault is reported. The cancellation that follows
    // isn't a difference from the recording.
    if let departure = server.departure {
      if result.passed || result.faults.contains(where: { $0.kind == .interrupted }) {
        result.faults = [problem(of: departure, result)]
      }
    } else if result.passed, let next = server.rest.first {
      result.faults = [problem(ofRest: server.rest.count, next.request, result)]
    }
    return result
  }

  /// The client with which the sign-in was recorded.
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

  /// The location of the last move's rule, or of the flow if there is none.
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

  /// The maximum number of differences to list.
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

  /// The name in brackets of the object with an id on a page; `nil` if the page doesn't have it.
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

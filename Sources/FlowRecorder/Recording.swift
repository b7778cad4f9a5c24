import FlowEngine
package import FlowHost
package import FlowInterpreter
import FlowScript
package import FlowHTTP
import FlowSimulation
package import FlowTerminal
import FlowText
import IDXEngine
import Synchronization

/// Takes down a run while it goes on: what passes between it and the server, and where in that each
/// of its moves ends.
package final class Recording: RunRecorder {
  /// What is known of a move besides what the run itself notes.
  struct Mark: Sendable {
    /// How many requests had been answered when its own answer had come.
    var exchanges: Int
    /// The passkey that was named for it.
    var passkey: String?
  }

  private struct State {
    var transport: RecordingTransport?
    var marks: [Mark] = []
    var passkey: String?
    var isInterrupted = false
    var ended: EndedRun?
  }

  private let state = Mutex(State())

  /// What a run notes its secrets in.
  package let masker = Masker()
  /// Whether a run may end in any way, because nothing says how it should end.
  package let acceptsAnyEnd: Bool

  /// Makes a recording of nothing yet.
  package init(acceptsAnyEnd: Bool) {
    self.acceptsAnyEnd = acceptsAnyEnd
  }

  /// The run, once it has ended.
  var ended: EndedRun? { state.withLock { $0.ended } }
  /// Whether somebody broke off a question.
  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }
  /// A mark for each of its moves.
  var marks: [Mark] { state.withLock { $0.marks } }

  /// Puts itself before what carries a run's requests.
  package func carrying(_ base: any Transport) -> any Transport {
    let transport = RecordingTransport(base)
    state.withLock { $0 = State(transport: transport) }
    return transport
  }

  /// Notes what happens.
  package func note(_ event: RunEvent) {
    guard case .step = event else { return }
    state.withLock { state in
      let mark = Mark(exchanges: state.transport?.count ?? 0, passkey: state.passkey)
      state.marks.append(mark)
      state.passkey = nil
    }
  }

  /// Notes how a run ended.
  package func end(_ ended: EndedRun) {
    state.withLock { $0.ended = ended }
  }

  /// A prompter that hears what passkeys are called, and whether a question is broken off.
  package func listening(to prompter: (any Prompter)?) -> (any Prompter)? {
    prompter.map { Listener(base: $0, recording: self) }
  }

  private struct Listener: Prompter {
    let base: any Prompter
    let recording: Recording

    func answer(_ question: Question) async throws -> Reply {
      let reply: Reply
      do { reply = try await base.answer(question) } catch {
        if error is CancellationError { recording.state.withLock { $0.isInterrupted = true } }
        throw error
      }
      if case .filled(let texts) = reply, question.fields.first?.name == "passkey" {
        recording.state.withLock { $0.passkey = texts.first }
      }
      return reply
    }
  }

  // MARK: What was recorded

  /// What passed, from the first request to the last.
  ///
  /// - Parameter kept: the moves for which it is wanted; `nil` for all.
  /// - Returns: the cassette; `nil` where nothing was sent, or not to an issuer.
  func cassette(of kept: [KeptMove]? = nil) -> Cassette? {
    let (transport, marks, ended) = state.withLock { ($0.transport, $0.marks, $0.ended) }
    guard let all = transport?.exchanges, !all.isEmpty,
      let issuer = ended?.target.counterpart.configuration?.issuer
    else { return nil }
    guard let kept else { return CassetteTape.cassette(of: all, issuer: issuer, masker) }
    let begun = Recording.beginning(of: all)
    var passed = Array(all[..<begun])
    for move in kept where marks.indices.contains(move.number) {
      let start = move.number == 0 ? begun : marks[move.number - 1].exchanges
      let end = marks[move.number].exchanges
      if start < end { passed += all[start..<end] }
    }
    let last = max(begun, marks.last?.exchanges ?? 0)
    passed += all[last...]
    return CassetteTape.cassette(of: passed, issuer: issuer, masker)
  }

  /// How many requests begin a transaction: up to the page that it begins with.
  private static func beginning(of all: [CassetteTape.Passed]) -> Int {
    let isPage = { (passed: CassetteTape.Passed) in
      passed.request.url.path.hasSuffix("/introspect")
    }
    guard let first = all.firstIndex(where: isPage) else { return all.count }
    return all[first...].firstIndex { !isPage($0) } ?? all.count
  }

  /// Writes the cassette of a run of `flow run`.
  ///
  /// - Parameters:
  ///   - path: The path of the cassette.
  ///   - status: How the run ended.
  ///   - host: Where problems are written.
  /// - Returns: The status with that of the cassette. Nothing is written if no flow ran.
  package func keep(at path: String, after status: ExitStatus, _ host: Host) -> ExitStatus {
    guard ended != nil, status != .usage, !Task.isCancelled else { return status }
    guard let cassette = cassette() else {
      host.errors.print(
        usage(UsageFault(message: "nothing was sent to an issuer: there is no cassette")))
      return status.worse(.wrongScript)
    }
    return status.worse(RecordSession.write(cassette, to: path, host))
  }
}

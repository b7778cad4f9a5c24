package import FlowEngine
package import FlowHTTP
package import FlowInterpreter
import FlowLock

/// Records the requests and responses of a run, and which of them belong to each move.
package final class Recording: Sendable {
  /// The data about a move that the run itself doesn't record.
  package struct Mark: Sendable {
    /// The number of requests that were answered when the move ended.
    package var exchanges: Int
    /// The name of the passkey that the user chose for the move; `nil` if none.
    package var passkey: String?
  }

  private struct State {
    var transport: RecordingTransport?
    var marks: [Mark] = []
    var passkey: String?
    var isInterrupted = false
    var ended: EndedRun?
  }

  private let state = Mutex(State())

  /// The masker with the run's secrets.
  package let masker = Masker()
  /// Whether every outcome is accepted, because the run has no expectations.
  package let acceptsAnyEnd: Bool

  /// Creates an empty recording.
  package init(acceptsAnyEnd: Bool) {
    self.acceptsAnyEnd = acceptsAnyEnd
  }

  /// The run and its result; `nil` until the run has ended.
  package var ended: EndedRun? { state.withLock { $0.ended } }
  /// Whether the user interrupted a question.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }
  /// A mark for each move, in order.
  package var marks: [Mark] { state.withLock { $0.marks } }

  /// The requests and responses, in order.
  package var exchanges: [(request: HTTPRequest, response: HTTPResponse)] {
    state.withLock { $0.transport }?.exchanges ?? []
  }

  /// Wraps a transport so that its requests are recorded.
  package func carrying(_ base: any Transport) -> any Transport {
    let transport = RecordingTransport(base)
    state.withLock { $0 = State(transport: transport) }
    return transport
  }

  /// Records an event of the run.
  package func note(_ event: RunEvent) {
    guard case .step = event else { return }
    state.withLock { state in
      let mark = Mark(exchanges: state.transport?.count ?? 0, passkey: state.passkey)
      state.marks.append(mark)
      state.passkey = nil
    }
  }

  /// Records that the run has ended.
  package func end(_ ended: EndedRun) {
    state.withLock { $0.ended = ended }
  }

  /// Wraps a prompter so that the names of chosen passkeys and interruptions are recorded.
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
}

/// A run that has ended.
package struct EndedRun: Sendable {
  package var result: RunResult
  package var target: RunTarget
  /// The inbox that a script can use for codes; `nil` if there is none.
  package var inbox: (any Inbox)?
}

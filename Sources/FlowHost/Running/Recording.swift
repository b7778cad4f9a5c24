package import FlowEngine
package import FlowHTTP
package import FlowInterpreter
import Synchronization

/// Records a run: its requests and responses, and the end of each move among them.
package final class Recording: Sendable {
  /// The data of a move that the run itself doesn't record.
  package struct Mark: Sendable {
    /// The number of answered requests when its own answer had come.
    package var exchanges: Int
    /// The passkey that was chosen for it.
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
  /// Whether a run may end in any way, because it has no expectations.
  package let acceptsAnyEnd: Bool

  /// Creates an empty recording.
  package init(acceptsAnyEnd: Bool) {
    self.acceptsAnyEnd = acceptsAnyEnd
  }

  /// The run, once it has ended.
  package var ended: EndedRun? { state.withLock { $0.ended } }
  /// Whether the user interrupted a question.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }
  /// A mark for each move.
  package var marks: [Mark] { state.withLock { $0.marks } }

  /// The requests and responses; empty before the first request.
  package var exchanges: [(request: HTTPRequest, response: HTTPResponse)] {
    state.withLock { $0.transport }?.exchanges ?? []
  }

  /// Returns a transport that records the requests of another one.
  package func carrying(_ base: any Transport) -> any Transport {
    let transport = RecordingTransport(base)
    state.withLock { $0 = State(transport: transport) }
    return transport
  }

  /// Records an event.
  package func note(_ event: RunEvent) {
    guard case .step = event else { return }
    state.withLock { state in
      let mark = Mark(exchanges: state.transport?.count ?? 0, passkey: state.passkey)
      state.marks.append(mark)
      state.passkey = nil
    }
  }

  /// Records the end of a run.
  package func end(_ ended: EndedRun) {
    state.withLock { $0.ended = ended }
  }

  /// Returns a prompter that records the names of passkeys, and interruptions of questions.
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

/// A finished run.
package struct EndedRun: Sendable {
  package var result: RunResult
  package var target: RunTarget
  /// The inbox for codes; `nil` if a script can't use one.
  package var inbox: (any Inbox)?
}

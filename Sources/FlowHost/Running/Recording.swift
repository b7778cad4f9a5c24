package import FlowEngine
package import FlowHTTP
package import FlowInterpreter
import Synchronization

/// Takes down a run while it goes on: what passes between it and the server, and where in that each
/// of its moves ends.
package final class Recording: Sendable {
  /// What is known of a move besides what the run itself notes.
  package struct Mark: Sendable {
    /// How many requests had been answered when its own answer had come.
    package var exchanges: Int
    /// The passkey that was named for it.
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

  /// What a run notes its secrets in.
  package let masker = Masker()
  /// Whether a run may end in any way, because nothing says how it should end.
  package let acceptsAnyEnd: Bool

  /// Makes a recording of nothing yet.
  package init(acceptsAnyEnd: Bool) {
    self.acceptsAnyEnd = acceptsAnyEnd
  }

  /// The run, once it has ended.
  package var ended: EndedRun? { state.withLock { $0.ended } }
  /// Whether somebody broke off a question.
  package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }
  /// A mark for each of its moves.
  package var marks: [Mark] { state.withLock { $0.marks } }

  /// What has passed; empty before anything was sent.
  package var exchanges: [(request: HTTPRequest, response: HTTPResponse)] {
    state.withLock { $0.transport }?.exchanges ?? []
  }

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
}

/// A run that has ended.
package struct EndedRun: Sendable {
  package var result: RunResult
  package var target: RunTarget
  /// Where codes arrive; `nil` if a script can't look for them.
  package var inbox: (any Inbox)?
}

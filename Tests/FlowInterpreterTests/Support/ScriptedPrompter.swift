import FlowInterpreter
import FlowLock

/// Answers questions in order, and records them.
final class ScriptedPrompter: Prompter {
  private let state: Mutex<(replies: [Reply], questions: [Question])>

  convenience init(_ replies: Reply...) { self.init(replies) }

  init(_ replies: [Reply]) {
    state = Mutex((replies, []))
  }

  var questions: [Question] { state.withLock { $0.questions } }

  func answer(_ question: Question) async throws -> Reply {
    state.withLock { state in
      state.questions.append(question)
      return state.replies.isEmpty ? .cancelled : state.replies.removeFirst()
    }
  }
}

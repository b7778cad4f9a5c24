import FlowCLI
import FlowTerminal
import FlowLock

/// A user at the terminal who answers questions by their labels, in order.
package final class Person: Terminal {
  /// The input for a question.
  package enum Typed: Sendable, ExpressibleByStringLiteral {
    case text(String)
    /// The code that the simulated org has sent last.
    case code
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D, or a terminal that no longer exists.
    case end
    /// Nothing, until the task is canceled.
    case nothing

    package init(stringLiteral text: String) { self = .text(text) }
  }

  /// A question that was asked.
  package struct Asked: Sendable, Hashable {
    package var prompt: String
    package var isSecret: Bool

    package init(prompt: String, isSecret: Bool) {
      self.prompt = prompt
      self.isSecret = isSecret
    }
  }

  private struct State {
    var answers: [(label: String, typed: Typed)]
    var asked: [Asked] = []
    var shown = ""
    /// A callback for a wait at a question that is never answered.
    var whenWaiting: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  /// Makes a user with answers.
  ///
  /// Each is given once, to the first question whose label contains its words; a question without
  /// an answer ends the input.
  package init(
    _ answers: KeyValuePairs<String, Typed> = [:],
    whenWaiting: (@Sendable () -> Void)? = nil
  ) {
    state = Mutex(State(answers: answers.map { ($0.key, $0.value) }, whenWaiting: whenWaiting))
  }

  package var asked: [Asked] { state.withLock { $0.asked } }
  /// The questions without the text after them.
  package var prompts: [String] { asked.map(\.prompt) }
  /// All text on the terminal, except the typed input.
  package var screen: String { state.withLock { $0.shown } }
  /// The answers without a question.
  package var unused: [String] { state.withLock { $0.answers.map(\.label) } }

  package func show(_ text: String) {
    state.withLock { $0.shown += text }
  }

  package func readLine(_ prompt: String, isSecret: Bool) async throws -> String? {
    let typed = state.withLock { state -> Typed in
      state.asked.append(Asked(prompt: prompt, isSecret: isSecret))
      state.shown += prompt + "\n"
      guard let index = state.answers.firstIndex(where: { prompt.contains($0.label) }) else {
        return .end
      }
      return state.answers.remove(at: index).typed
    }
    switch typed {
    case .text(let text): return text
    case .code: return lastCode
    case .interrupt: throw CancellationError()
    case .end: return nil
    case .nothing:
      state.withLock { $0.whenWaiting }?()
      try await forever()
      return nil
    }
  }

  /// The code in the last line that shows one.
  private var lastCode: String? {
    let lines = screen.split(separator: "\n").filter { $0.contains("org sent by") }
    return lines.last?.split(separator: " ").last.map(String.init)
  }
}

/// Waits until the task is canceled.
package func forever() async throws {
  let stream = AsyncStream<Never> { _ in }
  for await _ in stream {}
  throw CancellationError()
}

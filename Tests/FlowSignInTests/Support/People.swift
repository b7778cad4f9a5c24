import FlowInterpreter
import FlowSignIn
import FlowLock

/// Answers with a closure.
struct ClosurePrompter: Prompter {
  let body: @Sendable (Question) async throws -> Reply

  init(_ body: @escaping @Sendable (Question) async throws -> Reply) {
    self.body = body
  }

  func answer(_ question: Question) async throws -> Reply { try await body(question) }
}

/// Is asked one question, reports it, and never answers during the run.
final class SilentPrompter: Prompter {
  private let asked = AsyncStream.makeStream(of: Question.self)
  private let answers: Mutex<[CheckedContinuation<Reply, Never>]> = Mutex([])

  /// Waits until the question is asked.
  func question() async -> Question? {
    await asked.stream.first { _ in true }
  }

  /// Answers at last, when no one waits any more.
  func giveUp() {
    answers.withLock { answers in
      for answer in answers { answer.resume(returning: .cancelled) }
      answers = []
    }
  }

  func answer(_ question: Question) async -> Reply {
    await withCheckedContinuation { continuation in
      answers.withLock { $0.append(continuation) }
      asked.continuation.yield(question)
    }
  }
}

/// A wait that ends only with its `end`, not with time or canceling.
final class Held: Sendable {
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
  private let begun = AsyncStream.makeStream(of: Void.self)

  func wait() async {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
      begun.continuation.yield()
    }
  }

  /// Returns when a wait has begun.
  func isBegun() async {
    await begun.stream.first { _ in true }
  }

  func end() {
    for continuation in waiting.withLock({ $0 }) { continuation.resume() }
  }
}

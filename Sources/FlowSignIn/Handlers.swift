import FlowEngine
import FlowInterpreter
import FlowLock

/// Wraps the app's own prompter and browser.
///
/// The app's code must not delay the run, even if it ignores cancellation. So a canceled question
/// is abandoned. If the app's code throws an error, its text is stored for the failure's report.
final class Handlers: Sendable {
  private let prompter: (any Prompter)?
  private let redirect: (@Sendable (Redirect) async throws -> Secret)?
  private let thrown = Mutex<String?>(nil)

  init(
    prompter: (any Prompter)?, redirect: (@Sendable (Redirect) async throws -> Secret)?
  ) {
    self.prompter = prompter
    self.redirect = redirect
  }

  /// The text of the error that the app threw; `nil` if it threw none.
  var reason: String? { thrown.withLock { $0 } }

  /// The prompter; `nil` if the app doesn't have one.
  var person: (any Prompter)? {
    prompter.map { HeldPrompter(prompter: $0, handlers: self) }
  }

  /// Opens a redirect in a browser; `nil` if the app has no browser.
  var browser: (@Sendable (Redirect) async throws -> Secret)? {
    guard let redirect else { return nil }
    return { address in try await self.held { try await redirect(address) } }
  }

  private struct HeldPrompter: Prompter {
    let prompter: any Prompter
    let handlers: Handlers

    func answer(_ question: Question) async throws -> Reply {
      try await handlers.held { try await prompter.answer(question) }
    }
  }

  private func held<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let waited = await leavingBehind(at: nil) { () async -> Result<Answer, any Error> in
      do { return .success(try await body()) } catch { return .failure(error) }
    }
    guard case .done(let answer) = waited else { throw CancellationError() }
    if case .failure(let error) = answer, !(error is CancellationError) {
      thrown.withLock { $0 = "\(error)" }
    }
    return try answer.get()
  }
}

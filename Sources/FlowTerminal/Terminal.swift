/// The user's terminal.
public protocol Terminal: Sendable {
  /// Shows a text only to the user, and in no output that could be stored.
  func show(_ text: String)

  /// Shows a question and reads one line.
  ///
  /// - Parameters:
  ///   - prompt: The question.
  ///   - isSecret: Whether the typed text must not be shown.
  /// - Returns: The line; `nil` at the end of input.
  /// - Throws: `CancellationError` after Ctrl-C, or when the task is canceled.
  func readLine(_ prompt: String, isSecret: Bool) async throws -> String?
}

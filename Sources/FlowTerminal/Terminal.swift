/// The person at the terminal.
public protocol Terminal: Sendable {
  /// Shows a text to the person alone: it goes to no output that could be kept.
  func show(_ text: String)

  /// Shows a question and reads one line.
  ///
  /// - Parameters:
  ///   - prompt: what is shown before the line.
  ///   - isSecret: whether what is typed must not be shown.
  /// - Returns: the line, `nil` at the end of input.
  /// - Throws: `CancellationError` after Ctrl-C, or when the task is cancelled.
  func readLine(_ prompt: String, isSecret: Bool) async throws -> String?
}

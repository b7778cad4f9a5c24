package import FlowInterpreter
package import FlowText

extension OutputSink {
  /// Writes a text for users.
  package func print(_ text: TerminalText) { writeText(text.text) }

  /// Writes a text for users that is safe to show.
  package func writeText(_ text: String) { write(isPlain ? PlainSigns.text(text) : text) }
}

extension Terminal {
  /// Shows a text only to the user, and in no output that could be stored.
  package func print(_ text: TerminalText) { show(text.text) }

  /// Shows a question and reads one line.
  ///
  /// - Parameters:
  ///   - prompt: The question.
  ///   - isSecret: Whether the typed text must not be shown.
  /// - Returns: The line; `nil` at the end of input.
  /// - Throws: `CancellationError` after Ctrl-C, or when the task is canceled.
  package func ask(_ prompt: TerminalText, isSecret: Bool) async throws -> String? {
    try await readLine(prompt.text, isSecret: isSecret)
  }
}

/// Quotes words of a command line that a user copies into a shell.
enum ShellWord {
  /// The bytes that have no special meaning in any shell.
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%".utf8)

  /// Returns a word that a POSIX shell reads as one argument with exactly this text.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}

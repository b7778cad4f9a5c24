/// A word of a command line that a user copies into a shell.
package enum ShellWord {
  /// The bytes that don't have a meaning for any shell.
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%".utf8)

  /// Returns a word that a POSIX shell reads as one argument with exactly this text.
  package static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}

import FlowText

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

  /// Returns a word for the path of a file, in which `*` stands for characters that a terminal may
  /// not show.
  ///
  /// A shell replaces the word by the file's path.
  package static func path(_ text: String) -> String {
    let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { !isShown($0) }
    guard parts.count > 1 else { return quoted(text) }
    return parts.map { $0.isEmpty ? "" : quoted(String($0)) }.joined(separator: "*")
  }

  /// Returns the pattern of a name for `--only`, in which `?` stands for characters that a terminal
  /// may not show.
  package static func pattern(_ name: String) -> String {
    var pattern = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { pattern.append(isShown(scalar) ? scalar : "?") }
    return quoted(String(pattern))
  }

  /// Whether a scalar is shown unchanged in every locale: others are replaced or left out.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    !DisplayText.isHarmful(scalar) && PlainSigns.text(String(scalar)) == String(scalar)
  }
}

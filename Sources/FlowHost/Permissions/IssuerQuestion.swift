import FlowSyntax
package import FlowTerminal
import FlowText

/// Asks the user at the terminal whether flows may sign in at an issuer that only a script names.
package struct IssuerQuestion {
  /// The agreements: a script and a host, and the values that may be sent there.
  private var agreed: [Agreement: Set<String>] = [:]
  /// The hosts that were refused, which aren't asked for again.
  private var refused: Set<String> = []

  /// Creates a question without answers.
  package init() {}

  /// An agreement applies to one script, because the same words name other files and programs in
  /// another one.
  private struct Agreement: Hashable {
    var host: String
    var script: String
  }

  /// Asks, unless the user has already agreed to the same.
  ///
  /// - Parameters:
  ///   - host: The issuer's host, with its port unless it is the default one.
  ///   - script: The file that names the issuer.
  ///   - values: The values that the flow may send, each with its source.
  ///   - terminal: The user's terminal.
  /// - Returns: Whether the user agreed. Anything but `y` or `yes` is a no.
  /// - Throws: `CancellationError` after Ctrl-C.
  package mutating func isAllowed(
    _ host: String, of script: String, sending values: [String], _ terminal: any Terminal
  ) async throws -> Bool {
    let agreement = Agreement(host: host, script: script)
    if let known = agreed[agreement], known.isSuperset(of: values) { return true }
    guard !refused.contains(host) else { return false }
    var text: TerminalText = "`\(script)` signs in at \(host), a real issuer that only "
    text += "the script names.\n"
    if values.isEmpty {
      text += "It reads no variable, secret or file, uses no `--var`, and runs no program.\n"
    } else {
      text += "It can send there:\n"
      for value in values { text += "  \(value)\n" }
    }
    terminal.print(text)
    let answer = try await terminal.ask(
      "Sign in at \(host)? [y/N] ", isSecret: false)
    guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
      refused.insert(host)
      return false
    }
    agreed[agreement, default: []].formUnion(values)
    return true
  }
}

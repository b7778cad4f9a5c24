import FlowSyntax
package import FlowTerminal
import FlowText

/// Asks the user at the terminal whether flows may sign in at an issuer that only a script names.
package struct IssuerQuestion {
  /// The values that the user agreed to send, for each host and script.
  private var agreed: [Agreement: Set<String>] = [:]
  /// The hosts that the user refused.
  ///
  /// These hosts aren't asked for again.
  private var refused: Set<String> = []

  /// Creates a question that wasn't asked yet.
  package init() {}

  /// A host and a script that the user agreed to.
  ///
  /// The script is included because the same values in another script may be other files and
  /// programs.
  private struct Agreement: Hashable {
    var host: String
    var script: String
  }

  /// Asks the user, unless the user has already agreed to the same host, script and values.
  ///
  /// - Parameters:
  ///   - host: The issuer's host. It includes the port unless that is the default port.
  ///   - script: The script that names the issuer.
  ///   - values: The values that the flow may send, with their sources.
  ///   - terminal: The user's terminal.
  /// - Returns: Whether the user agreed by typing `y` or `yes`.
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

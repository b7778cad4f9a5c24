package import FlowEngine
package import FlowInterpreter
package import FlowTerminal
import FlowText
import FlowLock

/// Shows a user who waits what to do on the other device, and how long the run has waited.
///
/// Everything is printed to the standard error. Values that must not be saved are shown only at the
/// terminal, such as an image that enrolls everyone who scans it.
package final class WaitingDisplay: Sendable {
  private let errors: any OutputSink
  private let style: Style
  private let terminal: (any Terminal)?
  private let isLive: Bool
  private let state = Mutex(State())

  private struct State {
    /// The name of the step that the run waits at; empty if it doesn't wait.
    var name = ""
    /// The facts that were already shown.
    var told: [Fact] = []
    /// How long the run has waited at the step.
    var waited = Duration.zero
    /// Whether there is a line that can be overwritten.
    var isDrawn = false
  }

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - errors: The sink that the lines are printed to. It masks secrets.
  ///   - style: The colors.
  ///   - terminal: The user's terminal; `nil` if there is none.
  ///   - isLive: Whether a line can be overwritten, as at a terminal.
  package init(errors: any OutputSink, style: Style, terminal: (any Terminal)?, isLive: Bool) {
    self.errors = errors
    self.style = style
    self.terminal = terminal
    self.isLive = isLive
  }

  /// Erases the current line, and returns to its beginning (ECMA-48, EL).
  private static let erase: TerminalText = "\r\u{1B}[2K"

  /// Records that the run waits at a step.
  ///
  /// - Returns: Whether this is a new wait.
  package func begins(at step: Step) -> Bool {
    let name = MoveText.name(of: step)
    return state.withLock { state in
      guard state.name != name else { return false }
      state.name = name
      state.waited = .zero
      return true
    }
  }

  /// Records that the wait has ended.
  ///
  /// If `isInVain` is `true`, the same step follows, so its facts aren't shown again.
  package func end(isInVain: Bool) {
    state.withLock { state in
      state.name = ""
      if !isInVain { state.told = [] }
    }
  }

  /// Erases the line that can be overwritten, so that another line can be printed.
  package func clear() {
    let isDrawn = state.withLock { state in
      defer { state.isDrawn = false }
      return state.isDrawn
    }
    if isDrawn { errors.print(WaitingDisplay.erase) }
  }

  /// Shows the new facts of a step, and how long the run has waited.
  ///
  /// - Parameters:
  ///   - step: The step in the latest response.
  ///   - pause: The time until the next poll.
  ///   - tellsAll: Whether everything is printed even if no user is at a terminal.
  package func tell(_ step: Step, _ pause: Duration, tellsAll: Bool) {
    let (new, waited) = state.withLock { state in
      let new = step.showing.filter { !state.told.contains($0) }
      state.told = step.showing
      defer { state.waited += pause }
      return (new, state.waited)
    }
    if !new.isEmpty { clear() }
    for fact in new {
      if let title = WaitingDisplay.title(of: fact) { tell(fact, title, tellsAll: tellsAll) }
    }
    guard isLive, tellsAll, waited > .zero else { return }
    let text = style("still waiting, \(MoveText.time(waited))", as: .dim)
    errors.print(WaitingDisplay.erase + "  " + text)
    state.withLock { $0.isDrawn = true }
  }

  /// Shows the facts of the response that ended the run.
  ///
  /// These facts belong to no step.
  func tellEnd(_ response: Response) {
    for fact in response.facts where fact.name == "authenticator.otp" {
      tell(fact, "code to enter where the sign-in began", tellsAll: false)
    }
  }

  private func tell(_ fact: Fact, _ title: String, tellsAll: Bool) {
    if case .secret(let secret) = fact.value {
      terminal?.print("  \(WaitingDisplay.head(title))\(secret.reveal())\n")
    } else if isLive || tellsAll {
      let text = style("\(fact.value.shown)", as: .bold)
      errors.print("  \(WaitingDisplay.head(title))\(text)\n")
    }
  }

  /// Returns the title of a fact; `nil` if the user doesn't need the fact.
  package static func title(of fact: Fact) -> String? {
    if let label = fact.label { return label }
    return switch fact.name {
    case "correctAnswer": "number to match"
    case "qrcode": "image to scan, for a browser"
    case "email", "phoneNumber": "sent to"
    case "selectedChannel": nil
    default: fact.name
    }
  }

  /// Returns the title as the beginning of a line.
  ///
  /// If the title is empty, the text is the whole line.
  package static func head(_ title: String) -> String { title.isEmpty ? "" : title + ": " }
}

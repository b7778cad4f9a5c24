package import FlowEngine
package import FlowInterpreter
package import FlowTerminal
import FlowText
import Synchronization

/// The display for a waiting user: the facts for the other device, once, and the progress of the
/// wait.
///
/// Everything is printed on the errors. Values that must not be stored, such as an image that
/// enrolls anyone who scans it, are shown only on the terminal.
package final class WaitingDisplay: Sendable {
  private let errors: any OutputSink
  private let style: Style
  private let terminal: (any Terminal)?
  private let isLive: Bool
  private let state = Mutex(State())

  private struct State {
    /// The name of the waiting step; empty between waits.
    var name = ""
    /// The facts that were shown.
    var told: [Fact] = []
    /// The duration of the wait.
    var waited = Duration.zero
    /// Whether there is a line to overwrite.
    var isDrawn = false
  }

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - errors: The sink of the lines, which masks secrets.
  ///   - style: The colors.
  ///   - terminal: The user's terminal; `nil` if there is none.
  ///   - isLive: Whether a line can be overwritten, as on a terminal.
  package init(errors: any OutputSink, style: Style, terminal: (any Terminal)?, isLive: Bool) {
    self.errors = errors
    self.style = style
    self.terminal = terminal
    self.isLive = isLive
  }

  /// Erases the current line and returns to its beginning (ECMA-48, EL).
  private static let erase: TerminalText = "\r\u{1B}[2K"

  /// Records a wait at a step.
  ///
  /// - Returns: Whether the wait begins now.
  package func begins(at step: Step) -> Bool {
    let name = MoveText.name(of: step)
    return state.withLock { state in
      guard state.name != name else { return false }
      state.name = name
      state.waited = .zero
      return true
    }
  }

  /// Records the end of the wait.
  ///
  /// `isInVain` means that the same step will follow.
  package func end(isInVain: Bool) {
    state.withLock { state in
      state.name = ""
      if !isInVain { state.told = [] }
    }
  }

  /// Removes the line to overwrite, because another one follows.
  package func clear() {
    let isDrawn = state.withLock { state in
      defer { state.isDrawn = false }
      return state.isDrawn
    }
    if isDrawn { errors.print(WaitingDisplay.erase) }
  }

  /// Shows the new facts of a step, and the duration of the wait.
  ///
  /// - Parameters:
  ///   - step: The current state of the step.
  ///   - pause: The time until the next poll.
  ///   - tellsAll: Whether everything is printed even without a user at a terminal.
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

  /// Shows the facts of the response that ended a run, because no step shows them.
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

  /// Returns the title of a fact; `nil` for facts that the user doesn't need.
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

  /// Returns the beginning of a line with a title.
  ///
  /// A text without a title is a line by itself.
  package static func head(_ title: String) -> String { title.isEmpty ? "" : title + ": " }
}

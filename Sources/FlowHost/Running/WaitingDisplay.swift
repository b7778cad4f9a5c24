package import FlowEngine
package import FlowInterpreter
package import FlowTerminal
import FlowText
import Synchronization

/// What a person sees while a run waits: what they need for the other device, once, and that it
/// still goes on.
///
/// All of it is by the way, and goes where problems go; what must be kept by nobody, such as an image
/// that enrolls whoever scans it, goes to the terminal alone.
package final class WaitingDisplay: Sendable {
  private let errors: any OutputSink
  private let style: Style
  private let terminal: (any Terminal)?
  private let isLive: Bool
  private let state = Mutex(State())

  private struct State {
    /// The name of the step that is waited at; empty between waits.
    var name = ""
    /// What it shows, and was told.
    var told: [Fact] = []
    /// For how long it has been waited there.
    var waited = Duration.zero
    /// Whether a line stands that is to be overwritten.
    var isDrawn = false
  }

  /// Makes a display.
  ///
  /// - Parameters:
  ///   - errors: where lines go; it masks.
  ///   - style: the colours.
  ///   - terminal: the person; `nil` where there is none.
  ///   - isLive: whether a line can be overwritten, which a terminal's can.
  package init(errors: any OutputSink, style: Style, terminal: (any Terminal)?, isLive: Bool) {
    self.errors = errors
    self.style = style
    self.terminal = terminal
    self.isLive = isLive
  }

  /// Erases the line at hand and goes back to its beginning (ECMA-48, EL).
  private static let erase: TerminalText = "\r\u{1B}[2K"

  /// Notes that it is waited at a step.
  ///
  /// - Returns: Whether it wasn't until now.
  package func begins(at step: Step) -> Bool {
    let name = MoveText.name(of: step)
    return state.withLock { state in
      guard state.name != name else { return false }
      state.name = name
      state.waited = .zero
      return true
    }
  }

  /// Notes that the wait is over; `isInVain` where the same step will be there again.
  package func end(isInVain: Bool) {
    state.withLock { state in
      state.name = ""
      if !isInVain { state.told = [] }
    }
  }

  /// Takes away the line that is to be overwritten: another is coming.
  package func clear() {
    let isDrawn = state.withLock { state in
      defer { state.isDrawn = false }
      return state.isDrawn
    }
    if isDrawn { errors.print(WaitingDisplay.erase) }
  }

  /// Tells what a step shows that hasn't been told yet, and for how long it has been waited.
  ///
  /// - Parameters:
  ///   - step: the step, as it is now.
  ///   - pause: how long until the server is asked again.
  ///   - tellsAll: whether it is told without a person at a terminal too.
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

  /// Tells the person what the response that ended a run has for them: there is no step to show it.
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

  /// What a person reads before what is shown; `nil` for what they have no use for.
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

  /// What a line begins with that has a title; a text without one is a line by itself.
  package static func head(_ title: String) -> String { title.isEmpty ? "" : title + ": " }
}

package import FlowText

/// Why a command can't do what its command line asks for.
package struct UsageFault: Error, Hashable {
  /// One sentence in lower case.
  package var message: TerminalText
  /// What to do about it.
  package var help: TerminalText?
  /// How the command ends.
  package var status: ExitStatus

  /// Makes a fault.
  ///
  /// - Parameters:
  ///   - message: One sentence in lower case.
  ///   - help: What to do about it; `nil` if there is nothing to say.
  ///   - status: How the command ends.
  package init(message: TerminalText, help: TerminalText? = nil, status: ExitStatus = .usage) {
    self.message = message
    self.help = help
    self.status = status
  }

  /// Makes a fault of a failure, each text on one line.
  package init(_ failure: PlainFailure) {
    self.init(message: "\(failure.message)", help: failure.help.map { "\($0)" })
  }
}

/// Returns the report of a wrong command line.
package func usage(_ fault: UsageFault) -> TerminalText {
  "flow: \(fault.message)\n" + (fault.help.map { "  help: \($0)\n" } ?? "")
}

package import FlowText

/// The reason why a command can't execute its command line.
package struct UsageFault: Error, Hashable {
  /// One sentence in lower case.
  package var message: TerminalText
  /// The correction; `nil` if none is known.
  package var help: TerminalText?
  /// The exit status of the command.
  package var status: ExitStatus

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - message: One sentence in lower case.
  ///   - help: The correction; `nil` if none is known.
  ///   - status: The exit status of the command.
  package init(message: TerminalText, help: TerminalText? = nil, status: ExitStatus = .usage) {
    self.message = message
    self.help = help
    self.status = status
  }

  /// Creates a fault from a failure, whose texts are each put on one line.
  package init(_ failure: PlainFailure) {
    self.init(message: "\(failure.message)", help: failure.help.map { "\($0)" })
  }
}

/// Returns the text that reports a fault of the command line.
package func usage(_ fault: UsageFault) -> TerminalText {
  "flow: \(fault.message)\n" + (fault.help.map { "  help: \($0)\n" } ?? "")
}

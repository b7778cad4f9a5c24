package import FlowText

/// A fault of a command line.
package struct UsageFault: Error, Hashable {
  /// One sentence in lower case.
  package var message: TerminalText
  /// What to do about it.
  package var help: TerminalText?

  /// Makes a fault.
  ///
  /// - Parameters:
  ///   - message: One sentence in lower case.
  ///   - help: What to do about it; `nil` if there is nothing to say.
  package init(message: TerminalText, help: TerminalText? = nil) {
    self.message = message
    self.help = help
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

import FlowSyntax
import FlowText

/// What is wrong with a command line.
package struct UsageFault: Error, Hashable {
  /// One sentence in lower case.
  package var message: String
  /// What to do about it.
  package var help: String?

  /// Makes a fault.
  ///
  /// - Parameters:
  ///   - message: One sentence in lower case.
  ///   - help: What to do about it; `nil` if there is nothing to say.
  package init(message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

/// How a wrong command line is told.
package func usage(_ fault: UsageFault) -> String {
  "flow: " + DisplayText.lines(fault.message) + "\n"
    + (fault.help.map { "  help: \(DisplayText.lines($0))\n" } ?? "")
}

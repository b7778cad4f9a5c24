import Testing

/// A wrong command line and its message.
package struct WrongLine: Sendable, CustomTestStringConvertible {
  package var arguments: [String]
  package var message: String
  package var help: String?

  package init(_ line: String, _ message: String, help: String? = nil) {
    arguments = line.split(separator: " ").map(String.init)
    self.message = message
    self.help = help
  }

  package var testDescription: String { arguments.joined(separator: " ") }
}

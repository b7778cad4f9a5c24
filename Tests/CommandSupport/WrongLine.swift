import Testing

/// A command line that is wrong, and what is said of it.
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

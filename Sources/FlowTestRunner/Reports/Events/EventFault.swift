/// Why a line is no event of a test run.
package struct EventFault: Error, Sendable, Hashable {
  /// What is wrong, in a sentence without a capital letter and a full stop.
  package var message: String
  /// What to do about it; `nil` where the message says it.
  package var help: String?
  /// Whether the line is no JSON at all, as one that a killed program has begun.
  package var isOfText: Bool

  /// Makes a fault.
  package init(_ message: String, help: String? = nil, isOfText: Bool = false) {
    self.message = message
    self.help = help
    self.isOfText = isOfText
  }
}

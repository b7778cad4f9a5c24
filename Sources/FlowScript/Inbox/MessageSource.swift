import FlowText
import FlowAuthenticators
import FlowEngine

/// A source of messages for a mailbox.
protocol MessageSource: Sendable {
  /// Whether the source receives messages of a channel.
  func serves(_ channel: String) -> Bool

  /// Returns the messages that are there.
  ///
  /// The oldest come first if their order is known.
  ///
  /// - Throws: `PlainFailure` if the source can't be read.
  func arrivals() async throws(PlainFailure) -> [Arrival]

  /// Reads a message.
  ///
  /// - Parameter id: The id of an arrival.
  /// - Returns: The message; `nil` if it is gone or temporarily unavailable.
  /// - Throws: `PlainFailure` if the source can't be read.
  func read(_ id: String) async throws(PlainFailure) -> MailMessage?
}

/// The facts about a message before it is read.
struct Arrival: Sendable, Hashable {
  /// The id.
  ///
  /// The id never changes.
  var id: String
  /// The recipients; `nil` if the message must be read to know them.
  var recipients: MailRecipients?
}

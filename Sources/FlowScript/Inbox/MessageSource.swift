import FlowText
import FlowAuthenticators
import FlowEngine

/// A source of messages.
protocol MessageSource: Sendable {
  /// Whether messages of a channel can arrive here.
  func serves(_ channel: String) -> Bool

  /// Returns the current messages, the oldest first if the order is known.
  ///
  /// - Throws: `PlainFailure` if it can't be read.
  func arrivals() async throws(PlainFailure) -> [Arrival]

  /// Reads a message.
  ///
  /// - Parameter id: The id from `arrivals`.
  /// - Returns: The message; `nil` if it is gone or temporarily unavailable.
  /// - Throws: `PlainFailure` if the inbox can't be read.
  func read(_ id: String) async throws(PlainFailure) -> MailMessage?
}

/// The properties of a message that are known before it is read.
struct Arrival: Sendable, Hashable {
  /// The id, which never changes.
  var id: String
  /// The recipients; `nil` if only the message itself contains them.
  var recipients: MailRecipients?
}

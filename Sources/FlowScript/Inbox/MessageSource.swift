import FlowText
import FlowAuthenticators
import FlowEngine

/// A place where messages arrive.
protocol MessageSource: Sendable {
  /// Whether messages of a channel can arrive here.
  func serves(_ channel: String) -> Bool

  /// What is there, the oldest first where that can be told.
  ///
  /// - Throws: `PlainFailure` if it can't be read.
  func arrivals() async throws(PlainFailure) -> [Arrival]

  /// Reads a message.
  ///
  /// - Parameter id: what `arrivals` calls it.
  /// - Returns: it; `nil` where it is gone, or can't be had for the moment.
  /// - Throws: `PlainFailure` if the inbox can't be read.
  func read(_ id: String) async throws(PlainFailure) -> MailMessage?
}

/// A message, as far as it is known before it is read.
struct Arrival: Sendable, Hashable {
  /// What it is called, always the same.
  var id: String
  /// To whom it went; `nil` if only the message itself says that.
  var recipients: MailRecipients?
}

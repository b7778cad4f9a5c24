public import FlowText

/// The place where a server's codes arrive: a mailbox service, or the inbox of a simulated org.
public protocol Inbox: Sendable {
  /// Returns the latest item of a channel that arrived after `moment`; `nil` if there isn't one
  /// yet.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient, in full or masked as the server shows it (`j***e@example.com`);
  ///     `nil` for any recipient. ``MailAddress`` compares the addresses.
  ///   - moment: The number of an item. Only items with larger numbers count.
  /// - Returns: The item; `nil` if none has arrived yet.
  /// - Throws: `PlainFailure` if the inbox can't be read.
  func newest(
    _ channel: String, to address: String?, after moment: Int
  ) async throws(PlainFailure) -> InboxItem?

  /// Returns the latest item that contains a code of the form that the step describes.
  ///
  /// An inbox whose items already have their codes needs only the other method.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient, as in the other method.
  ///   - form: The form of the code.
  ///   - moment: The number of an item. Only items with larger numbers count.
  /// - Returns: The item; `nil` if none has arrived yet.
  /// - Throws: `PlainFailure` if the inbox can't be read.
  func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem?

  /// Returns the number of the latest item.
  ///
  /// Items that arrive later have larger numbers.
  ///
  /// - Throws: `PlainFailure` if the inbox can't be read.
  func mark() async throws(PlainFailure) -> Int

  /// The reason why items of a channel can't arrive; `nil` if they can.
  func unavailability(of channel: String) -> PlainFailure?

  /// Whether the inbox answers at once, because it is in this process.
  ///
  /// A run can then ignore its deadline while it queries the inbox.
  var answersAtOnce: Bool { get }

  /// Whether the inbox may contain messages for other users.
  ///
  /// If so, an email counts only if its recipient matches the address that the server shows, which
  /// may be masked, or the address that the user typed.
  var isShared: Bool { get }
}

extension Inbox {
  /// Returns the latest item, regardless of the form of its code.
  public func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem? {
    try await newest(channel, to: address, after: moment)
  }
  /// Returns `nil`, because every channel is available.
  public func unavailability(of channel: String) -> PlainFailure? { nil }
  /// Returns `false`, so a run's deadline ends the wait for an answer.
  public var answersAtOnce: Bool { false }
  /// Returns `false`.
  ///
  /// An app's own inbox returns only items for the user.
  public var isShared: Bool { false }
}

/// An email, a text message or a call.
public struct InboxItem: Sendable, Hashable {
  /// The number of the item, larger than the number of every earlier item.
  public var number: Int
  /// `email`, `sms` or `voice`.
  public var channel: String
  /// The recipient; empty if the item doesn't have one.
  public var address: String
  /// The code in the item; `nil` if there is none.
  public var code: Secret?
  /// The link in the item; `nil` if there is none.
  public var link: Secret?

  /// Makes an item.
  public init(
    number: Int, channel: String, address: String, code: Secret? = nil, link: Secret? = nil
  ) {
    self.number = number
    self.channel = channel
    self.address = address
    self.code = code
    self.link = link
  }
}

public import FlowText

/// The destination of codes that a server sends: a mailbox service, or the simulated org's own.
public protocol Inbox: Sendable {
  /// Returns the latest item of a channel that arrived after `moment`; `nil` if there isn't one
  /// yet.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient, in full or masked as the server shows it (`j***e@example.com`),
  ///     which ``MailAddress`` compares; `nil` for any.
  ///   - moment: The number of an item. Only later items count.
  /// - Returns: The latest such item.
  /// - Throws: `PlainFailure` if it can't be read.
  func newest(
    _ channel: String, to address: String?, after moment: Int
  ) async throws(PlainFailure) -> InboxItem?

  /// Returns the latest item with a code of the form that the step describes.
  ///
  /// An inbox that contains the codes themselves doesn't have to find them, and needs only the
  /// other method.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: The recipient, as above.
  ///   - form: The form of the code.
  ///   - moment: The number of an item. Only later items count.
  /// - Returns: The latest such item.
  /// - Throws: `PlainFailure` if it can't be read.
  func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem?

  /// Returns the number of the latest item, which separates earlier items from later ones.
  ///
  /// - Throws: `PlainFailure` if it can't be read.
  func mark() async throws(PlainFailure) -> Int

  /// The reason why items of a channel can't arrive; `nil` if they can.
  func unavailability(of channel: String) -> PlainFailure?

  /// Whether it is in this process and answers at once, so that a run can ignore its deadline while
  /// it asks.
  var answersAtOnce: Bool { get }

  /// Whether it may contain messages of other users.
  ///
  /// A mail then counts only if its recipient matches. The recipient is compared with the given
  /// address, which may be masked, or with the address that the user typed.
  var isShared: Bool { get }
}

extension Inbox {
  /// Returns the latest item, regardless of the form of its code.
  public func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem? {
    try await newest(channel, to: address, after: moment)
  }
  /// Every channel is available.
  public func unavailability(of channel: String) -> PlainFailure? { nil }
  /// No: a run stops waiting for it at the deadline.
  public var answersAtOnce: Bool { false }
  /// No: an app's own inbox chooses the items that it returns.
  public var isShared: Bool { false }
}

/// One mail, text message or call.
public struct InboxItem: Sendable, Hashable {
  /// The number of the item, larger than the number of every earlier item.
  public var number: Int
  /// `email`, `sms` or `voice`.
  public var channel: String
  /// The recipient; empty if the item doesn't name one.
  public var address: String
  /// The code in the item.
  public var code: Secret?
  /// The link in the item.
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

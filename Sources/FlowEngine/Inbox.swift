public import FlowText

/// Where the codes arrive that a server sends: a mailbox service, or the simulated org's own.
public protocol Inbox: Sendable {
  /// The newest item of a channel that came after `moment`, `nil` where none has come yet.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: whose it must be, in full or masked as the server shows it
  ///     (`j***e@example.com`), which ``MailAddress`` compares; `nil` for anyone's.
  ///   - moment: only what came after the item with this number counts.
  /// - Returns: the newest such item.
  /// - Throws: `PlainFailure` if it can't be read.
  func newest(
    _ channel: String, to address: String?, after moment: Int
  ) async throws(PlainFailure) -> InboxItem?

  /// The newest item whose code looks as the step says.
  ///
  /// An inbox that has the codes themselves doesn't have to find them, and needs only the other method.
  ///
  /// - Parameters:
  ///   - channel: `email`, `sms` or `voice`.
  ///   - address: whose it must be, as above.
  ///   - form: What the code looks like.
  ///   - moment: only what came after the item with this number counts.
  /// - Returns: the newest such item.
  /// - Throws: `PlainFailure` if it can't be read.
  func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem?

  /// The number of the newest item of all, so that what came before can be told from what comes.
  ///
  /// - Throws: `PlainFailure` if it can't be read.
  func mark() async throws(PlainFailure) -> Int

  /// Why nothing of a channel can ever arrive; `nil` where it can.
  func unavailability(of channel: String) -> PlainFailure?

  /// Whether it is in this process and answers at once, so that a run need not mind its deadline
  /// while it asks.
  var answersAtOnce: Bool { get }

  /// Whether it may hold other people's messages.
  ///
  /// A mail then counts only if its recipient can be compared, if need be with a masked address or with
  /// the one that was typed.
  var isShared: Bool { get }
}

extension Inbox {
  /// The newest item, whatever its code looks like.
  public func newest(
    _ channel: String, to address: String?, like form: CodeForm, after moment: Int
  ) async throws(PlainFailure) -> InboxItem? {
    try await newest(channel, to: address, after: moment)
  }
  /// Nothing stands in the way.
  public func unavailability(of channel: String) -> PlainFailure? { nil }
  /// No: a run leaves it behind at its deadline.
  public var answersAtOnce: Bool { false }
  /// No: an app's own inbox chooses what it hands over.
  public var isShared: Bool { false }
}

/// One mail, text message or call.
public struct InboxItem: Sendable, Hashable {
  /// Its number: larger than that of every item before it.
  public var number: Int
  /// `email`, `sms` or `voice`.
  public var channel: String
  /// To whom it went; empty if it doesn't say.
  public var address: String
  /// The code in it.
  public var code: Secret?
  /// The link in it.
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

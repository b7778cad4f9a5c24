import FlowEngine
import FlowHTTP

/// Records which of a served org's messages were deleted or read.
struct ServedMailbox: Sendable {
  /// A message that isn't deleted.
  struct Message: Sendable {
    /// The id: 22 letters and digits, as in Mailpit; after a reset, ids are different.
    var id: String
    var item: InboxItem
    /// The time at which the message was sent, since 1970.
    var time: Duration
    var isRead: Bool
  }

  /// The number of digits in an id after the prefix of the run.
  private static let digits = 11

  /// The prefix of all message ids in this run.
  private let run: String
  /// The number of the last message at the time when all messages were deleted.
  private var deletedThrough = 0
  private var deleted: Set<Int> = []
  private var readNumbers: Set<Int> = []

  /// Creates a mailbox.
  ///
  /// - Parameter run: Five random bytes from which the run's prefix is made.
  init(run: [UInt8]) {
    self.run =
      run.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined() + "m"
  }

  private func isKept(_ number: Int) -> Bool {
    number > deletedThrough && !deleted.contains(number)
  }

  /// Returns the items that aren't deleted, latest first.
  func kept(of sent: [InboxItem]) -> [InboxItem] {
    sent.reversed().filter { isKept($0.number) }
  }

  /// Returns the messages that aren't deleted, latest first.
  mutating func messages(
    of sent: [InboxItem], at time: (_ number: Int) -> Duration
  ) -> [Message] {
    // Numbers of messages that the org has dropped aren't needed any more.
    if let oldest = sent.first?.number, deleted.count + readNumbers.count > sent.count {
      deleted = deleted.filter { $0 >= oldest }
      readNumbers = readNumbers.filter { $0 >= oldest }
    }
    return kept(of: sent).map { item in
      Message(
        id: id(of: item.number), item: item, time: time(item.number),
        isRead: readNumbers.contains(item.number))
    }
  }

  private func id(of number: Int) -> String {
    let text = String(number)
    return run + String(repeating: "0", count: max(0, ServedMailbox.digits - text.count)) + text
  }

  private func number(of id: String) -> Int? {
    id.hasPrefix(run) ? Int(id.dropFirst(run.count)) : nil
  }

  mutating func read(_ number: Int) {
    readNumbers.insert(number)
  }

  /// Deletes messages.
  ///
  /// - Parameters:
  ///   - ids: The ids of the messages; `nil` for all.
  ///   - last: The number of the last message that was sent.
  mutating func delete(_ ids: [String]?, last: Int) {
    guard let ids else {
      deletedThrough = last
      deleted = []
      return
    }
    deleted.formUnion(ids.compactMap { number(of: $0) }.filter { 1...max(1, last) ~= $0 })
  }
}

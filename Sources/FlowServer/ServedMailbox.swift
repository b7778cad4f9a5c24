import FlowEngine
import FlowHTTP

/// What became of the messages that a served org has sent: which were deleted and which were read.
struct ServedMailbox: Sendable {
  /// A message that is there.
  struct Message: Sendable {
    /// Its name: 22 letters and digits, as Mailpit's are, and another one after a reset.
    var id: String
    var item: InboxItem
    /// When it was sent, as time since 1970.
    var time: Duration
    var isRead: Bool
  }

  /// How many digits a name has after its run.
  private static let digits = 11

  /// What the names of this run's messages begin with.
  private let run: String
  /// The number of the last message when all were deleted.
  private var deletedThrough = 0
  private var deleted: Set<Int> = []
  private var readNumbers: Set<Int> = []

  /// - Parameter run: Random bytes that tell this run from others: five.
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

  /// The items that are there, the newest first.
  func kept(of sent: [InboxItem]) -> [InboxItem] {
    sent.reversed().filter { isKept($0.number) }
  }

  /// The messages that are there, the newest first.
  mutating func messages(
    of sent: [InboxItem], at time: (_ number: Int) -> Duration
  ) -> [Message] {
    // What the org has forgotten needs no note.
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
  ///   - ids: Their names; `nil` for all.
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

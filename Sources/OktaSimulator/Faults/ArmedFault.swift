import FlowEngine

/// A fault of an org, with the number of times that it applied so far.
public struct ArmedFault: Sendable, Hashable {
  /// The number of the fault, larger than the numbers of all earlier faults.
  public let number: Int
  /// The fault.
  public let fault: Fault
  /// The number of requests or messages that the fault applied to.
  public private(set) var met = 0

  /// The number of times that the fault happened.
  public var happened: Int {
    let since = max(met - fault.occasions.first + 1, 0)
    return fault.occasions.count.map { min($0, since) } ?? since
  }

  /// Whether the fault can't happen any more.
  public var isOver: Bool { fault.occasions.count.map { happened == $0 } ?? false }

  init(number: Int, _ fault: Fault) {
    self.number = number
    self.fault = fault
  }

  /// Counts one more request or message, and returns whether the fault happens to it.
  mutating func meet() -> Bool {
    met = min(met + 1, .max - 1)
    return fault.occasions.contains(met)
  }
}

/// The faults of an org, and the messages that they delay.
struct FaultBox: Sendable, Hashable {
  /// A message that was sent but hasn't arrived.
  struct Postponed: Sendable, Hashable {
    var item: InboxItem
    /// The time when the message arrives, as time since 1970.
    var due: Duration
    /// Whether the next message of the same channel overtakes this one.
    ///
    /// The delayed message then arrives after the other message, or at the time `due` if that is
    /// earlier.
    var isOvertaken: Bool
  }

  var armed: [ArmedFault] = []
  var next = 1
  /// The messages that the current request sent, kept until the faults are applied to them.
  var held: [InboxItem] = []
  var isHolding = false
  var postponed: [Postponed] = []

  /// The maximum time that a message waits for another message to overtake it.
  static let overtakingTime = Duration.seconds(60)
  /// The maximum number of delayed messages.
  ///
  /// If there would be more, the oldest message arrives at once.
  static let postponedMax = 64

  var concernsMail: Bool { armed.contains { $0.fault.isOfMail } }

  /// Returns the faults that happen to a request, and counts the request for every fault that
  /// applies to it.
  mutating func hits(_ words: RequestWords) -> [Fault] {
    var hits: [Fault] = []
    for index in armed.indices where !armed[index].fault.isOfMail {
      switch armed[index].fault.target {
      case .any: break
      case .word(let word): guard words.answer(to: word) else { continue }
      case .channel: continue
      }
      if armed[index].meet() { hits.append(armed[index].fault) }
    }
    return hits
  }

  /// Returns the faults that happen to a message, and counts the message for every fault that
  /// applies to it.
  mutating func hits(sentBy channel: String) -> [Fault] {
    var hits: [Fault] = []
    for index in armed.indices where armed[index].fault.isOfMail {
      let target = armed[index].fault.target
      guard target == .any || target == .channel(channel) else { continue }
      if armed[index].meet() { hits.append(armed[index].fault) }
    }
    return hits
  }
}

extension OrgState {
  /// The current faults of the org, oldest first.
  public var faults: [ArmedFault] { faultBox.armed }

  /// Adds a fault, which can happen from the next request on.
  ///
  /// - Parameter fault: The fault.
  /// - Returns: The number of the fault; `nil` if the org already has the maximum number of faults.
  @discardableResult
  public mutating func add(_ fault: Fault) -> Int? {
    guard faultBox.armed.count < OrgLimits.faults else { return nil }
    let number = faultBox.next
    faultBox.next += 1
    faultBox.armed.append(ArmedFault(number: number, fault))
    return number
  }

  /// Removes all faults.
  ///
  /// Delayed messages still arrive.
  public mutating func removeFaults() {
    faultBox.armed = []
  }

  /// Removes a fault.
  ///
  /// Delayed messages still arrive.
  ///
  /// - Parameter number: The number of the fault.
  /// - Returns: Whether the org had the fault.
  @discardableResult
  public mutating func removeFault(_ number: Int) -> Bool {
    let before = faultBox.armed.count
    faultBox.armed.removeAll { $0.number == number }
    return faultBox.armed.count < before
  }

  // MARK: Mail

  /// Delivers the delayed messages that are due.
  public mutating func deliverLateItems(at now: Duration) {
    guard faultBox.postponed.contains(where: { $0.due <= now }) else { return }
    let due = faultBox.postponed.filter { $0.due <= now }.sorted { $0.due < $1.due }
    faultBox.postponed.removeAll { $0.due <= now }
    for late in due { arrive(late.item) }
  }

  /// Delivers the messages of a request, changed by the faults that happen to them.
  ///
  /// - Returns: The faults that happened to the messages.
  mutating func sendOnHeldItems(at now: Duration) -> [Fault] {
    var all: [Fault] = []
    let held = faultBox.held
    faultBox.held = []
    faultBox.isHolding = false
    for item in held {
      let hits = faultBox.hits(sentBy: item.channel)
      all += hits
      let kinds = hits.map(\.kind)
      let copies = kinds.contains(.twice) ? 2 : 1
      var wait: Duration?
      for case .late(let time) in kinds { wait = max(wait ?? .zero, time) }
      if let wait {
        for _ in 0..<copies { postpone(item, until: now + wait, isOvertaken: false) }
      } else if kinds.contains(.outOfOrder) {
        for _ in 0..<copies {
          postpone(item, until: now + FaultBox.overtakingTime, isOvertaken: true)
        }
      } else {
        let overtaken = { (late: FaultBox.Postponed) in
          late.isOvertaken && late.item.channel == item.channel
        }
        let behind = faultBox.postponed.filter(overtaken)
        faultBox.postponed.removeAll(where: overtaken)
        for _ in 0..<copies { arrive(item) }
        for late in behind { arrive(late.item) }
      }
    }
    return all
  }

  private mutating func postpone(_ item: InboxItem, until due: Duration, isOvertaken: Bool) {
    if faultBox.postponed.count >= FaultBox.postponedMax {
      arrive(faultBox.postponed.removeFirst().item)
    }
    faultBox.postponed.append(
      FaultBox.Postponed(item: item, due: due, isOvertaken: isOvertaken))
  }
}

import FlowEngine

/// A fault of an org, and how often it could have happened so far.
public struct ArmedFault: Sendable, Hashable {
  /// What it is called by: larger than that of every fault before it.
  public let number: Int
  /// The fault.
  public let fault: Fault
  /// How many requests, or sent items, it could have happened to.
  public private(set) var met = 0

  /// To how many of them it has happened.
  public var happened: Int {
    let since = max(met - fault.occasions.first + 1, 0)
    return fault.occasions.count.map { min($0, since) } ?? since
  }

  /// Whether it can't happen any more.
  public var isOver: Bool { fault.occasions.count.map { happened == $0 } ?? false }

  init(number: Int, _ fault: Fault) {
    self.number = number
    self.fault = fault
  }

  /// Counts one more, and says whether it happens to that one.
  mutating func meet() -> Bool {
    met = min(met + 1, .max - 1)
    return fault.occasions.contains(met)
  }
}

/// The faults of an org, and what of its mail they keep back.
struct FaultBox: Sendable, Hashable {
  /// Something that was sent and has not arrived.
  struct Postponed: Sendable, Hashable {
    var item: InboxItem
    /// When it arrives, as time since 1970.
    var due: Duration
    /// Whether it arrives behind the next one of its channel, where that is sooner.
    var isOvertaken: Bool
  }

  var armed: [ArmedFault] = []
  var next = 1
  /// What was sent while the request at hand is answered, where it is to be looked at.
  var held: [InboxItem] = []
  var isHolding = false
  var postponed: [Postponed] = []

  /// How long an overtaken mail waits for the one that overtakes it.
  static let overtakingTime = Duration.seconds(60)
  /// How much mail is kept back at most; the oldest arrives then.
  static let postponedMax = 64

  var concernsMail: Bool { armed.contains { $0.fault.isOfMail } }

  /// The faults that happen to a request which has these words; each that could is counted.
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

  /// The faults that happen to something that is sent; each that could is counted.
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
  /// The faults that the org has now, oldest first.
  public var faults: [ArmedFault] { faultBox.armed }

  /// Adds a fault, which can happen from the next request on.
  ///
  /// - Parameter fault: the fault.
  /// - Returns: what it is called by; `nil` where there are as many as an org can have.
  @discardableResult
  public mutating func add(_ fault: Fault) -> Int? {
    guard faultBox.armed.count < OrgLimits.faults else { return nil }
    let number = faultBox.next
    faultBox.next += 1
    faultBox.armed.append(ArmedFault(number: number, fault))
    return number
  }

  /// Takes all faults away; what they have kept back still arrives.
  public mutating func removeFaults() {
    faultBox.armed = []
  }

  /// Takes a fault away; what it has kept back still arrives.
  ///
  /// - Parameter number: what it is called by.
  /// - Returns: whether there was one.
  @discardableResult
  public mutating func removeFault(_ number: Int) -> Bool {
    let before = faultBox.armed.count
    faultBox.armed.removeAll { $0.number == number }
    return faultBox.armed.count < before
  }

  // MARK: Mail

  /// Lets what was kept back arrive where its time has come.
  public mutating func deliverLateItems(at now: Duration) {
    guard faultBox.postponed.contains(where: { $0.due <= now }) else { return }
    let due = faultBox.postponed.filter { $0.due <= now }.sorted { $0.due < $1.due }
    faultBox.postponed.removeAll { $0.due <= now }
    for late in due { arrive(late.item) }
  }

  /// Sends on what a request has sent, as the faults will have it.
  ///
  /// - Returns: the faults that happened to it.
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

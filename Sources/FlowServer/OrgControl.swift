import FlowText
import FlowEngine
import FlowHost
import OktaSimulator
import FlowHTTP
import Synchronization

/// What can be seen of a served org, and done to it from outside of a sign-in: for its page, and for
/// programs.
final class OrgControl: Sendable {
  /// What there is to see at a moment.
  struct Snapshot: Sendable {
    var view: OrgView
    /// The newest first.
    var messages: [InboxItem]
    var faults: [ArmedFault]
    var circumstances: Circumstances
  }

  /// What came of an answer to a push.
  enum PushOutcome: Sendable, Hashable {
    case done
    /// Nobody waits for it any more, or never did.
    case gone
    /// Another number was chosen than the browser shows: the phone has denied the push.
    case wrongNumber
    /// A number was chosen, and the push shows none.
    case withoutNumber
  }

  private struct Held {
    var circumstances = Circumstances()
    var mailbox: ServedMailbox
    /// How often the org was reset.
    var resets: UInt8 = 0
  }

  private let server: OrgServer
  private let journal: SignInJournal
  private let clock: ServedClock
  private let seed: UInt64?
  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let held: Mutex<Held>

  /// - Parameters:
  ///   - server: The org.
  ///   - journal: How its sign-ins came where they are.
  ///   - clock: The org's clock.
  ///   - seed: Makes handles and codes the same after every reset; `nil` if nobody may predict them.
  ///   - randomBytes: Random bytes, fit for keys.
  init(
    _ server: OrgServer, journal: SignInJournal, clock: ServedClock, seed: UInt64?,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.server = server
    self.journal = journal
    self.clock = clock
    self.seed = seed
    self.randomBytes = randomBytes
    held = Mutex(Held(mailbox: ServedMailbox(run: randomBytes(4) + [0])))
  }

  // MARK: What there is to see

  /// The org's time.
  var now: Duration { server.now }
  /// How far its clock was moved ahead.
  var ahead: Duration { clock.ahead }
  /// The sign-ins' steps by their numbers.
  var entries: [Int: SignInJournal.Entry] { journal.entries }

  /// When an item of the inbox was sent, as time since 1970.
  func time(ofSent number: Int) -> Duration? { journal.time(ofSent: number) }

  /// What there is to see now.
  func snapshot(of org: Org) -> Snapshot {
    let (mailbox, circumstances) = held.withLock { ($0.mailbox, $0.circumstances) }
    return server.change { state, now in
      state.deliverLateItems(at: now)
      return Snapshot(
        view: org.view(of: state, now: now), messages: mailbox.kept(of: state.sent),
        faults: state.faults, circumstances: circumstances)
    }
  }

  // MARK: Messages

  /// The messages that were sent and not deleted, the newest first.
  var messages: [ServedMailbox.Message] {
    let sent = server.change { state, now in
      state.deliverLateItems(at: now)
      return state.sent
    }
    return held.withLock { held in
      held.mailbox.messages(of: sent) { self.journal.time(ofSent: $0) ?? self.now }
    }
  }

  /// Notes that a message was read.
  func read(_ message: ServedMailbox.Message) {
    held.withLock { $0.mailbox.read(message.item.number) }
  }

  /// Deletes messages from the inbox; the codes and links in them stay valid.
  ///
  /// - Parameter ids: Their names; `nil` for all.
  func deleteMessages(_ ids: [String]?) {
    let last = server.change { state, _ in state.mark }
    held.withLock { $0.mailbox.delete(ids, last: last) }
  }

  /// The number of the message whose link has a query; `nil` if none has it any more.
  func messageNumber(ofLinkQuery query: String?) -> Int? {
    server.change { state, _ in
      state.sent.last { $0.link.flatMap { HTTPURL($0.reveal()) }?.query == query }?.number
    }
  }

  /// Opens the link of a message in the browser that its sign-in was begun in.
  ///
  /// - Parameters:
  ///   - number: The number of the message.
  ///   - agrees: What is answered to the question whether it was oneself.
  /// - Returns: Whether the link still counted.
  func openLink(ofMessage number: Int, agrees: Bool) -> Bool {
    server.change { state, now in
      server.org.openLink(of: number, agrees: agrees, state: &state, now: now)
    }
  }

  // MARK: Pushes

  /// Answers a push in the place of the phone that it went to.
  ///
  /// - Parameters:
  ///   - number: The number of its sign-in.
  ///   - approves: Whether it is approved, and not denied.
  ///   - chosen: The number that is chosen on the phone; `nil` if the browser's is taken as it is.
  /// - Returns: What came of it.
  func answerPush(of number: Int, approves: Bool, choosing chosen: String? = nil) -> PushOutcome {
    server.change { state, now in
      var approves = approves
      var isWrong = false
      if let chosen {
        let pushes = server.org.view(of: state, now: now).pushes
        guard let push = pushes.first(where: { $0.signIn == number }) else { return .gone }
        guard let shown = push.number else { return .withoutNumber }
        isWrong = chosen != shown
        approves = approves && !isWrong
      }
      let isDone = server.org.answerPush(
        of: number, approves: approves, state: &state, now: now)
      guard isDone else { return .gone }
      return isWrong ? .wrongNumber : .done
    }
  }

  // MARK: Faults

  /// Adds a fault as it is written.
  func addFault(_ text: String) throws(PlainFailure) -> ArmedFault {
    let fault: Fault
    do throws(SettingProblem) { fault = try Fault(text) } catch {
      let advice = error.advice.map { ": \($0)" } ?? ""
      throw PlainFailure("\(error.message)\(advice)")
    }
    guard let number = server.add(fault),
      let added = server.faults.first(where: { $0.number == number })
    else {
      throw PlainFailure(
        "There are as many faults as an org can have: remove one.")
    }
    return added
  }

  /// Removes a fault.
  ///
  /// - Returns: Whether there was one.
  func removeFault(_ number: Int) -> Bool { server.removeFault(number) }

  /// Removes all faults.
  func removeFaults() {
    server.change { state, _ in state.removeFaults() }
  }

  // MARK: Circumstances

  /// The circumstances of coming sign-ins.
  var circumstances: Circumstances { held.withLock { $0.circumstances } }

  /// Changes circumstances: all of them, or none if one can't be.
  func setCircumstances(
    _ values: [(name: Circumstances.Name, value: String?)]
  ) throws(PlainFailure) {
    var circumstances = circumstances
    for (name, value) in values { try circumstances.set(name, to: value, in: server.org) }
    let changed = circumstances
    held.withLock { $0.circumstances = changed }
  }

  /// Removes all circumstances.
  func removeCircumstances() {
    held.withLock { $0.circumstances = Circumstances() }
  }

  // MARK: Users, time and state

  /// Locks a user out, or ends the user's lock.
  ///
  /// - Returns: Whether there is such a user.
  func setLock(of login: String, to isLocked: Bool) -> Bool {
    server.change { state, now in
      state.setLock(of: login, to: isLocked, in: server.org, now: now)
    }
  }

  /// Moves the org's clock ahead, and with it all that ends or comes at a time.
  ///
  /// - Returns: Whether it could be moved so far.
  func advance(by time: Duration) -> Bool { clock.advance(by: time) }

  /// Puts everything back to what it was at the start.
  func reset() {
    clock.reset()
    server.reset(seed: seed)
    let bytes = randomBytes(4)
    held.withLock { held in
      let resets = held.resets &+ 1
      held = Held(mailbox: ServedMailbox(run: bytes + [resets]), resets: resets)
    }
  }
}

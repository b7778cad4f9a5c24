import FlowText
import FlowEngine
import FlowHost
import OktaSimulator
import FlowHTTP
import Synchronization

/// The state of a served org, and the actions on it from outside of a sign-in: for its page, and
/// for programs.
final class OrgControl: Sendable {
  /// The state at a moment.
  struct Snapshot: Sendable {
    var view: OrgView
    /// The messages, latest first.
    var messages: [InboxItem]
    var faults: [ArmedFault]
    var circumstances: Circumstances
  }

  /// The result of an answer to a push.
  enum PushOutcome: Sendable, Hashable {
    case done
    /// The push has no waiting sign-in.
    case gone
    /// The chosen number isn't the browser's, so the phone has denied the push.
    case wrongNumber
    /// A number was chosen, but the push shows none.
    case withoutNumber
  }

  private struct Held {
    var circumstances = Circumstances()
    var mailbox: ServedMailbox
    /// The number of resets.
    var resets: UInt8 = 0
  }

  private let server: OrgServer
  private let journal: SignInJournal
  private let clock: ServedClock
  private let seed: UInt64?
  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let held: Mutex<Held>

  /// Creates a control.
  ///
  /// - Parameters:
  ///   - server: The org.
  ///   - journal: The history of its sign-ins.
  ///   - clock: The org's clock.
  ///   - seed: Makes handles and codes the same after every reset; `nil` for unpredictable ones.
  ///   - randomBytes: Random bytes, suitable for keys.
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

  // MARK: State

  /// The org's time.
  var now: Duration { server.now }
  /// The time by which its clock is ahead.
  var ahead: Duration { clock.ahead }
  /// The sign-ins' steps, by number.
  var entries: [Int: SignInJournal.Entry] { journal.entries }

  /// Returns the time at which an item of the inbox was sent, since 1970.
  func time(ofSent number: Int) -> Duration? { journal.time(ofSent: number) }

  /// Returns the current state.
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

  /// The messages that were sent and not deleted, latest first.
  var messages: [ServedMailbox.Message] {
    let sent = server.change { state, now in
      state.deliverLateItems(at: now)
      return state.sent
    }
    return held.withLock { held in
      held.mailbox.messages(of: sent) { self.journal.time(ofSent: $0) ?? self.now }
    }
  }

  /// Records that a message was read.
  func read(_ message: ServedMailbox.Message) {
    held.withLock { $0.mailbox.read(message.item.number) }
  }

  /// Deletes messages from the inbox.
  ///
  /// The codes and links in them stay valid.
  ///
  /// - Parameter ids: The names of the messages; `nil` for all.
  func deleteMessages(_ ids: [String]?) {
    let last = server.change { state, _ in state.mark }
    held.withLock { $0.mailbox.delete(ids, last: last) }
  }

  /// Returns the number of the message whose link has a query; `nil` if there is none any more.
  func messageNumber(ofLinkQuery query: String?) -> Int? {
    server.change { state, _ in
      state.sent.last { $0.link.flatMap { HTTPURL($0.reveal()) }?.query == query }?.number
    }
  }

  /// Opens the link of a message in the browser of its sign-in.
  ///
  /// - Parameters:
  ///   - number: The number of the message.
  ///   - agrees: The answer to the question whether the user signed in.
  /// - Returns: Whether the link was still valid.
  func openLink(ofMessage number: Int, agrees: Bool) -> Bool {
    server.change { state, now in
      server.org.openLink(of: number, agrees: agrees, state: &state, now: now)
    }
  }

  // MARK: Pushes

  /// Answers a push on behalf of the phone.
  ///
  /// - Parameters:
  ///   - number: The number of its sign-in.
  ///   - approves: Whether it is approved, not denied.
  ///   - chosen: The number that is chosen on the phone; `nil` for the browser's number.
  /// - Returns: The result.
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

  /// Adds a fault from its text.
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
        "The org can't have more faults: remove one.")
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

  /// Sets circumstances: all of them, or none if one is invalid.
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

  /// Locks or unlocks a user's account.
  ///
  /// - Returns: Whether the user exists.
  func setLock(of login: String, to isLocked: Bool) -> Bool {
    server.change { state, now in
      state.setLock(of: login, to: isLocked, in: server.org, now: now)
    }
  }

  /// Moves the org's clock ahead, with everything that depends on time.
  ///
  /// - Returns: Whether it could be moved so far.
  func advance(by time: Duration) -> Bool { clock.advance(by: time) }

  /// Restores the initial state.
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

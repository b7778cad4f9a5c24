import FlowText
import FlowEngine
import FlowHost
import OktaSimulator
import FlowHTTP
import FlowLock

/// The state of a served org, and the actions from outside of a sign-in.
///
/// The org's page and the interface for programs use it.
final class OrgControl: Sendable {
  /// The state of the org at one moment.
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
    /// The push has no sign-in that waits for it.
    case gone
    /// The chosen number isn't the number in the browser, so the phone has denied the push.
    case wrongNumber
    /// A number was chosen, although the push shows none.
    case withoutNumber
  }

  private struct Held {
    var circumstances = Circumstances()
    var mailbox: ServedMailbox
    /// The number of times that the org was reset.
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
  ///   - journal: The history of the org's sign-ins.
  ///   - clock: The org's clock.
  ///   - seed: A seed, after which handles and codes are the same after every reset; `nil` for
  ///     unpredictable handles and codes.
  ///   - randomBytes: Returns random bytes that are suitable for keys.
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

  /// The time of the org's clock.
  var now: Duration { server.now }
  /// The time by which the org's clock is ahead.
  var ahead: Duration { clock.ahead }
  /// The steps of the sign-ins, by the numbers of the sign-ins.
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
  /// The codes and links in the messages stay valid.
  ///
  /// - Parameter ids: The ids of the messages; `nil` for all.
  func deleteMessages(_ ids: [String]?) {
    let last = server.change { state, _ in state.mark }
    held.withLock { $0.mailbox.delete(ids, last: last) }
  }

  /// Returns the number of the message that has a link with a query; `nil` if there is none any
  /// more.
  func messageNumber(ofLinkQuery query: String?) -> Int? {
    server.change { state, _ in
      state.sent.last { $0.link.flatMap { HTTPURL($0.reveal()) }?.query == query }?.number
    }
  }

  /// Opens the link of a message, as in the browser in which the sign-in began.
  ///
  /// - Parameters:
  ///   - number: The number of the message.
  ///   - agrees: The user's answer whether they are signing in.
  /// - Returns: Whether the link was still valid.
  func openLink(ofMessage number: Int, agrees: Bool) -> Bool {
    server.change { state, now in
      server.org.openLink(of: number, agrees: agrees, state: &state, now: now)
    }
  }

  // MARK: Pushes

  /// Answers a push as the user's phone does.
  ///
  /// - Parameters:
  ///   - number: The number of the sign-in that sent the push.
  ///   - approves: Whether the user approves the push.
  ///   - chosen: The number that the user chooses on the phone; `nil` for the number in the
  ///     browser.
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

  /// Adds the fault that a text describes.
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

  /// Removes the fault with a number.
  ///
  /// - Returns: Whether the fault existed.
  func removeFault(_ number: Int) -> Bool { server.removeFault(number) }

  /// Removes all faults.
  func removeFaults() {
    server.change { state, _ in state.removeFaults() }
  }

  // MARK: Circumstances

  /// The circumstances of future sign-ins.
  var circumstances: Circumstances { held.withLock { $0.circumstances } }

  /// Sets some circumstances, or none if one of them is invalid.
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

  /// Moves the org's clock ahead, so that everything that depends on time changes.
  ///
  /// - Returns: Whether the clock could be moved that far.
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

import FlowEngine
import FlowSyntax

/// Which items of an inbox are for the step at hand.
struct InboxWatch {
  /// How long a code may take: mail that hasn't come by then rarely does.
  static let wait = Duration.seconds(30)
  /// How often the inbox is looked at.
  static let interval = Duration.milliseconds(500)

  /// The newest item before the latest request.
  var mark = 0
  /// The newest item before the step at hand was reached.
  private(set) var baseline = 0
  /// The newest item that was taken.
  var taken = 0

  /// Only what came after this counts: newer than the step, and never twice.
  var after: Int { max(baseline, taken) }

  /// Notes that a response has come; at the same step as before, what came for it still counts.
  mutating func pass(from old: Step?, to new: Step?) {
    if let old, let new, old.isSame(as: new) { return }
    baseline = mark
  }
}

extension Run {
  /// Notes, before a request, what is in the inbox already.
  func markInbox() async {
    guard plan.usesInbox, let service = environment.inbox else { return }
    inbox.mark = await service.mark()
  }

  /// The code that was sent for the step at hand; waits for it by the run's clock.
  func code(from channel: String, at place: Place) async throws(Stop) -> Secret {
    guard let service = environment.inbox else {
      throw .fault(
        .inboxEmpty(channel: channel), at: place,
        help: "this run has no inbox: give it one, or ask for the code with `prompt`")
    }
    let end = min(environment.clock.now + InboxWatch.wait, deadline)
    while true {
      let item = await service.newest(channel, to: address(for: channel), after: inbox.after)
      if let item, let code = item.code {
        inbox.taken = max(inbox.taken, item.number)
        environment.masker.add(code)
        return code
      }
      let now = environment.clock.now
      guard now < end else { break }
      do { try await environment.clock.sleep(for: min(InboxWatch.interval, end - now)) } catch {
        throw .interrupted
      }
      if Task.isCancelled { throw .interrupted }
    }
    if environment.clock.now >= deadline { throw outOfTime() }
    throw .fault(.inboxEmpty(channel: channel), at: place)
  }

  /// Whose mail it must be, where the server says so in clear.
  private func address(for channel: String) -> String? {
    guard channel == "email" else { return nil }
    guard
      case .text(let address)? = response.facts.first(where: { $0.name == "user.email" })?.value,
      address.utf8.contains(UInt8(ascii: "@")), !address.utf8.contains(UInt8(ascii: "*"))
    else { return nil }
    return address
  }
}

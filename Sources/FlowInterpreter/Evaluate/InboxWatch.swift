import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Takes codes from an inbox, and knows which of its items are for the current step.
struct InboxWatch {
  /// How often the inbox is looked at: no mail is in more of a hurry, and no mailbox minds.
  static let interval = Duration.seconds(1)

  private static let unknownAddress =
    "a mail came, and neither the server nor the script says to which address the code goes"
  private static let addressHelp =
    "sign in with the whole address, or name an inbox that prints only this user's messages: "
    + "`--inbox \"command:…\" --allow-run`"

  private let service: (any Inbox)?
  /// Where the script first takes a code; `nil` if it takes none, so that nothing need be watched.
  private let firstPlace: Place?
  /// The newest item before the latest request.
  private var mark = 0
  /// The newest item before the current step was reached.
  private var baseline = 0
  /// The newest item that was taken.
  private var taken = 0

  init(_ service: (any Inbox)?, firstPlace: Place?) {
    self.service = service
    self.firstPlace = firstPlace
  }

  /// Only what came after this counts: newer than the step, and never twice.
  private var after: Int { max(baseline, taken) }

  /// Notes that a response has come; at the same step as before, what came for it still counts.
  mutating func pass(from old: [Step], to new: [Step]) {
    if !old.isEmpty, !new.isEmpty, old[0].isSame(as: new[0]) { return }
    baseline = mark
  }

  /// Notes, before a request, what is in the inbox already.
  mutating func markItems(at place: Place, _ state: borrowing RunState) async throws(Stop) {
    guard let firstPlace, let service else { return }
    // Before anything was sent, the line that wants the inbox says more than the flow's name.
    let place = state.transaction.hasBegun ? place : firstPlace
    mark = try await ask(service, at: place, state.time) { inbox throws(PlainFailure) in
      try await inbox.mark()
    }
  }

  /// The code that was sent for the step at hand; waits for it by the run's clock.
  mutating func code(
    from channel: String, at place: Place, _ state: borrowing RunState
  ) async throws(Stop) -> Secret {
    guard let service else { throw .fault(.inboxMissing(channel: channel), at: place) }
    if let failure = service.unavailability(of: channel) {
      throw .fault(.inboxFailed(message: failure.message), at: place, help: failure.help)
    }
    let form = state.journal.codeForm
    while true {
      let address = channel == "email" ? MailOwner.address(state.journal, in: service) : nil
      let moment = after
      let item = try await ask(service, at: place, state.time) { inbox throws(PlainFailure) in
        try await inbox.newest(channel, to: address?.text, like: form, after: moment)
      }
      if channel == "email", address == nil, service.isShared, let item, !item.address.isEmpty {
        throw .fault(
          .inboxFailed(message: InboxWatch.unknownAddress), at: place,
          help: InboxWatch.addressHelp)
      }
      if let item, let code = item.code {
        taken = max(taken, item.number)
        if let link = item.link { state.environment.masker.add(link) }
        return state.learned(code)
      }
      if Task.isCancelled { throw .interrupted }
      let left = state.time.left
      guard left > .zero else { break }
      try await state.pause(for: min(InboxWatch.interval, left))
    }
    var diagnostic = Diagnostic(.inboxEmpty(channel: channel), at: place)
    diagnostic.notes.append(
      "the run waited until its own time limit, \(state.time.text)")
    if let address = channel == "email" ? MailOwner.address(state.journal, in: service) : nil {
      diagnostic.notes.append("only a mail to `\(address)` and to no one else counts")
    }
    throw .fault([diagnostic])
  }

  /// Asks the inbox, and leaves it behind where it doesn't answer before the run's deadline.
  private func ask<Answer: Sendable>(
    _ inbox: any Inbox, at place: Place, _ time: borrowing TimeLimit,
    _ body: @escaping @Sendable (any Inbox) async throws(PlainFailure) -> Answer
  ) async throws(Stop) -> Answer {
    guard !inbox.answersAtOnce else {
      do throws(PlainFailure) { return try await body(inbox) } catch {
        throw stop(for: error, at: place)
      }
    }
    let end = ContinuousClock.now + time.left
    let waited = await leavingBehind(at: end) { () async -> Result<Answer, PlainFailure> in
      do throws(PlainFailure) { return .success(try await body(inbox)) } catch {
        return .failure(error)
      }
    }
    switch waited {
    case .done(.success(let answer)): return answer
    case .done(.failure(let failure)): throw stop(for: failure, at: place)
    case .late: throw time.exceeded(at: place, because: "the inbox has not answered in time")
    case .cancelled: throw .interrupted
    }
  }

  private func stop(for failure: PlainFailure, at place: Place) -> Stop {
    if Task.isCancelled { return .interrupted }
    return .fault(.inboxFailed(message: failure.message), at: place, help: failure.help)
  }
}

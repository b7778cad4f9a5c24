import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Reads codes from an inbox, and skips the items that belong to earlier steps.
struct InboxWatch {
  /// The polling interval.
  ///
  /// The interval is short enough for a user who waits, and long enough for a mailbox service.
  static let interval = Duration.seconds(1)

  private static let unknownAddress =
    "an email arrived, but neither the server nor the script has the address for the code"
  private static let addressHelp =
    "sign in with the whole address, or name an inbox that prints only this user's messages: "
    + "`--inbox \"command:…\" --allow-run`"

  private let service: (any Inbox)?
  /// The first line that reads a code; `nil` if no line does.
  ///
  /// The inbox then isn't watched.
  private let firstPlace: Place?
  /// The number of the latest item before the latest request.
  private var mark = 0
  /// The number of the latest item before the request that led to the current step.
  private var baseline = 0
  /// The number of the latest item whose code was used.
  private var taken = 0

  init(_ service: (any Inbox)?, firstPlace: Place?) {
    self.service = service
    self.firstPlace = firstPlace
  }

  /// The number after which items count: they must be newer than the step, and not used yet.
  private var after: Int { max(baseline, taken) }

  /// Records that a new response has come.
  ///
  /// If the response continues the same step, the items that arrived before the response still
  /// count.
  mutating func pass(from old: [Step], to new: [Step]) {
    if !old.isEmpty, !new.isEmpty, old[0].isSame(as: new[0]) { return }
    baseline = mark
  }

  /// Records the number of the latest item before a request.
  mutating func markItems(at place: Place, _ state: borrowing RunState) async throws(Stop) {
    guard let firstPlace, let service else { return }
    // The first request belongs to no line of the script, so a failure is reported at `firstPlace`.
    let place = state.transaction.hasBegun ? place : firstPlace
    mark = try await ask(service, at: place, state.time) { inbox throws(PlainFailure) in
      try await inbox.mark()
    }
  }

  /// Waits for the code of the current step, and returns it.
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
      diagnostic.notes.append("only an email to `\(address)` and to no one else counts")
    }
    throw .fault([diagnostic])
  }

  /// Queries the inbox.
  ///
  /// If the inbox doesn't answer before the run's deadline, the query is abandoned.
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
    case .late: throw time.exceeded(at: place, because: "the inbox didn't answer in time")
    case .cancelled: throw .interrupted
    }
  }

  private func stop(for failure: PlainFailure, at place: Place) -> Stop {
    if Task.isCancelled { return .interrupted }
    return .fault(.inboxFailed(message: failure.message), at: place, help: failure.help)
  }
}

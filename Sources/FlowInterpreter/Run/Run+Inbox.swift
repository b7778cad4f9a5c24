import FlowEngine
import FlowSyntax

/// Which items of an inbox are for the step at hand.
struct InboxWatch {
  /// How often the inbox is looked at: no mail is in more of a hurry, and no mailbox minds.
  static let interval = Duration.seconds(1)

  /// The newest item before the latest request.
  var mark = 0
  /// The newest item before the step at hand was reached.
  private(set) var baseline = 0
  /// The newest item that was taken.
  var taken = 0

  /// Only what came after this counts: newer than the step, and never twice.
  var after: Int { max(baseline, taken) }

  /// Notes that a response has come; at the same step as before, what came for it still counts.
  mutating func pass(from old: [Step], to new: [Step]) {
    if !old.isEmpty, !new.isEmpty, old[0].isSame(as: new[0]) { return }
    baseline = mark
  }
}

extension Run {
  /// Why no code of a channel can arrive, as a problem; `nil` where one can.
  func inboxUnavailability(of channel: String, at place: Place) -> Diagnostic? {
    guard let service = environment.inbox else {
      return Diagnostic(.inboxMissing(channel: channel), at: place)
    }
    return service.unavailability(of: channel).map {
      Diagnostic(.inboxFailed(message: $0.message), at: place, help: $0.help)
    }
  }

  /// Notes, before a request, what is in the inbox already.
  mutating func markInbox(at place: Place) async throws(Stop) {
    guard let first = plan.inboxPlace, let service = environment.inbox else { return }
    // Before anything was sent, the line that wants the inbox says more than the flow's name.
    inbox.mark = try await ask(service, at: hasBegun ? place : first) {
      inbox throws(InboxFailure) in try await inbox.mark()
    }
  }

  /// The code that was sent for the step at hand; waits for it by the run's clock.
  mutating func code(from channel: String, at place: Place) async throws(Stop) -> Secret {
    if let diagnostic = inboxUnavailability(of: channel, at: place) { throw .fault([diagnostic]) }
    guard let service = environment.inbox else {
      throw .fault(.inboxMissing(channel: channel), at: place)
    }
    let form = codeForm
    while true {
      let (address, moment) = (channel == "email" ? mailAddress(in: service) : nil, inbox.after)
      let item = try await ask(service, at: place) { inbox throws(InboxFailure) in
        try await inbox.newest(channel, to: address?.text, like: form, after: moment)
      }
      if channel == "email", address == nil, service.isShared, let item, !item.address.isEmpty {
        throw .fault(.inboxFailed(message: Run.unknownAddress), at: place, help: Run.addressHelp)
      }
      if let item, let code = item.code {
        inbox.taken = max(inbox.taken, item.number)
        if let link = item.link { environment.masker.add(link) }
        return learned(code)
      }
      if Task.isCancelled { throw .interrupted }
      let now = environment.clock.now
      guard now < deadline else { break }
      let pause = min(InboxWatch.interval, deadline - now)
      tellPause(pause, at: stepAtHand)
      do { try await environment.clock.sleep(for: pause) } catch { throw .interrupted }
      if Task.isCancelled { throw .interrupted }
    }
    var diagnostic = Diagnostic(.inboxEmpty(channel: channel), at: place)
    diagnostic.notes.append(
      "the run waited until its own time limit, \(text(of: environment.deadline))")
    if let address = channel == "email" ? mailAddress(in: service) : nil {
      diagnostic.notes.append("only a mail to `\(address)` and to no one else counts")
    }
    throw .fault([diagnostic])
  }

  /// What the code of the current step looks like.
  private var codeForm: CodeForm {
    guard response.steps.indices.contains(stepAtHand) else { return .usual }
    let step = response.steps[stepAtHand]
    return (step.fields + step.choices.flatMap(\.fields)).lazy.compactMap(\.code).first ?? .usual
  }

  /// Asks the inbox, and leaves it behind where it doesn't answer before the run's deadline.
  private func ask<Answer: Sendable>(
    _ inbox: any Inbox, at place: Place,
    _ body: @escaping @Sendable (any Inbox) async throws(InboxFailure) -> Answer
  ) async throws(Stop) -> Answer {
    guard !inbox.answersAtOnce else {
      do throws(InboxFailure) { return try await body(inbox) } catch {
        throw stop(for: error, at: place)
      }
    }
    let end = ContinuousClock.now + (deadline - environment.clock.now)
    let waited = await leavingBehind(at: end) { () async -> Result<Answer, InboxFailure> in
      do throws(InboxFailure) { return .success(try await body(inbox)) } catch {
        return .failure(error)
      }
    }
    switch waited {
    case .done(.success(let answer)): return answer
    case .done(.failure(let failure)): throw stop(for: failure, at: place)
    case .late: throw outOfTime(at: place, because: "the inbox has not answered in time")
    case .cancelled: throw .interrupted
    }
  }

  private func stop(for failure: InboxFailure, at place: Place) -> Stop {
    if Task.isCancelled { return .interrupted }
    return .fault(.inboxFailed(message: failure.message), at: place, help: failure.help)
  }
}

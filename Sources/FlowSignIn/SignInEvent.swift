public import FlowEngine
import FlowInterpreter

/// An event of a run.
///
/// No event contains a secret except `Waiting.showing`, if the user must see one.
public enum SignInEvent: Sendable, Hashable {
  /// A step was answered.
  case step(Step)
  /// A message from the server.
  case message(Message)
  /// The run waits for an action of the user elsewhere.
  case waiting(Waiting)
  /// A line of the script's own, from `say`.
  case said(String)
  /// A callback of an SDK, before the step that results from it: `SessionUpdate 1 ACTIVE`.
  case callback(String)

  /// A step that was answered, with names but without values.
  public struct Step: Sendable, Hashable {
    /// The server's name of the step: `challenge-authenticator`.
    public let name: String
    /// The title of its subject ("Email"); `nil` if it has none.
    public let title: String?
    /// The title of the choice.
    public let choice: String?
    /// The full names of the fields that were answered.
    public let fields: [String]
    /// The capability that was used instead of submitting: `resend`, `skip`, `cancel`; or the event
    /// outside.
    public let capability: String?
    /// Whether the user was asked for any part of it.
    public let isByPerson: Bool
    /// The time that the server took, including the wait of a poll.
    public let duration: Duration
  }

  /// A step at which the run waits.
  public struct Waiting: Sendable, Hashable {
    /// The server's name of the step: `challenge-poll`.
    public let step: String
    /// The title of its subject ("Okta Verify"); `nil` if it has none.
    public let title: String?
    /// The facts to show to the user: a number to match, a QR code.
    ///
    /// They may appear or change during the wait, and each poll is preceded by an event with the
    /// current ones.
    public let showing: [Fact]
    /// The time until the next poll.
    public let pause: Duration

    /// The number to find on the other device, if there is one.
    public var number: String? {
      guard case .text(let number)? = showing.first(where: { $0.name == "correctAnswer" })?.value
      else { return nil }
      return number
    }
  }
}

extension SignInEvent: CustomStringConvertible {
  /// The event as a line of progress.
  public var description: String {
    switch self {
    case .step(let step):
      [step.title ?? step.name, step.choice ?? step.capability].compactMap { $0 }
        .joined(separator: ": ")
    case .message(let message): message.text
    case .waiting(let waiting):
      "waiting for \(waiting.title ?? waiting.step)"
        + (waiting.number.map { ", number to match: \($0)" } ?? "")
    case .said(let text), .callback(let text): text
    }
  }
}

extension SignInEvent {
  /// Creates an event without secrets.
  init?(_ event: RunEvent, masker: Masker) {
    switch event {
    case .step(let record):
      guard let taken = record.taken else { return nil }
      self = .step(Step(taken, at: record))
    case .tried: return nil
    case .message(let message): self = .message(message.masked(by: masker))
    case .waiting(let step, let pause):
      self = .waiting(
        Waiting(
          step: step.name, title: step.subjects.first?.title, showing: step.showing, pause: pause))
    case .limited: return nil
    case .said(let text): self = .said(masker.masked(text))
    }
  }
}

extension SignInEvent.Step {
  fileprivate init(_ taken: StepRecord.Taken, at record: StepRecord) {
    var choice: String?
    var fields: [String] = []
    var capability: String?
    var step = record.step
    switch taken.move {
    case .submit(_, let selection, let answers):
      fields = answers.map(\.field)
      if let step, let index = selection?.choice, step.choices.indices.contains(index) {
        choice = step.choices[index].naming.title
      }
    case .use(let used, _): capability = used.name
    case .outside(let event, _):
      // Waits and events outside have no step of their own, so the main step is reported.
      capability = event
      step = record.response.steps.first
    case .look, .settle:
      capability = "wait"
      step = record.response.steps.first
    case .poll, .resume: break
    }
    self.init(
      name: step?.name ?? capability ?? "", title: step?.subjects.first?.title, choice: choice,
      fields: fields, capability: capability, isByPerson: taken.isByPerson,
      duration: taken.duration)
  }
}

extension Message {
  /// Returns the message with the run's secrets masked.
  func masked(by masker: Masker) -> Message {
    Message(severity, masker.masked(text), key: key, field: field)
  }
}

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
  /// The run waits for the user to act on another device or in another app.
  case waiting(Waiting)
  /// The server didn't answer while the run waits, for this reason.
  ///
  /// It happens when the device changes its network, or when the app comes back from the
  /// background. The run continues to wait, and asks again.
  case disconnected(String)
  /// A line that the script prints with `say`.
  case said(String)
  /// A callback of an SDK, such as `SessionUpdate 1 ACTIVE`, before the step that results from it.
  case callback(String)

  /// A step that was answered, without the answers' values.
  public struct Step: Sendable, Hashable {
    /// The server's name of the step, such as `challenge-authenticator`.
    public let name: String
    /// The title of the step's subject, such as "Email"; `nil` if there is none.
    public let title: String?
    /// The title of the selected choice; `nil` if none was selected.
    public let choice: String?
    /// The full names of the fields that were answered.
    public let fields: [String]
    /// The capability that was used instead of submitting, such as `resend`, `skip` or `cancel`.
    ///
    /// If the script caused an event with `meanwhile`, it is the event's name.
    public let capability: String?
    /// Whether the user was asked for a part of the answer.
    public let isByPerson: Bool
    /// The time that the server took, including the wait before a poll.
    public let duration: Duration
  }

  /// A step at which the run waits.
  public struct Waiting: Sendable, Hashable {
    /// The server's name of the step, such as `challenge-poll`.
    public let step: String
    /// The title of the step's subject, such as "Okta Verify"; `nil` if there is none.
    public let title: String?
    /// The facts to show to the user, such as a number to match or a QR code.
    ///
    /// The facts may change during the wait. Each poll is preceded by an event with the current
    /// facts.
    public let showing: [Fact]
    /// The time until the next poll.
    public let pause: Duration

    /// The number that the user must find on the other device; `nil` if there is none.
    public var number: String? {
      guard case .text(let number)? = showing.first(where: { $0.name == "correctAnswer" })?.value
      else { return nil }
      return number
    }
  }
}

extension SignInEvent: CustomStringConvertible {
  /// The event as a line for the user about the run's progress.
  public var description: String {
    switch self {
    case .step(let step):
      [step.title ?? step.name, step.choice ?? step.capability].compactMap { $0 }
        .joined(separator: ": ")
    case .message(let message): message.text
    case .waiting(let waiting):
      "waiting for \(waiting.title ?? waiting.step)"
        + (waiting.number.map { ", number to match: \($0)" } ?? "")
    case .disconnected(let reason): "no answer: \(reason)"
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
    case .disconnected(let reason): self = .disconnected(masker.masked(reason))
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
      // Waits and events from outside have no step of their own, so the first step is reported.
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
  /// Returns the message with the run's secrets masked in its text.
  func masked(by masker: Masker) -> Message {
    Message(severity, masker.masked(text), key: key, field: field)
  }
}

public import FlowEngine
import FlowInterpreter

/// What happens in a run, as it happens.
///
/// No event holds a secret but `Waiting.showing`, where the person has to see one.
public enum SignInEvent: Sendable, Hashable {
  /// A step was answered.
  case step(Step)
  /// The server said something.
  case message(Message)
  /// The run waits for something that the person does elsewhere.
  case waiting(Waiting)
  /// A line of the script's own, from `say`.
  case said(String)
  /// What an SDK called back with, before the step that comes of it: `SessionUpdate 1 ACTIVE`.
  case callback(String)

  /// A step that was answered, and with what: names, never values.
  public struct Step: Sendable, Hashable {
    /// The server's name of the step: `challenge-authenticator`.
    public let name: String
    /// What it was about, as a person reads it ("Email"); `nil` where about nothing.
    public let title: String?
    /// What was chosen, as a person reads it.
    public let choice: String?
    /// The full names of the fields that were answered.
    public let fields: [String]
    /// What was used beside submitting: `resend`, `skip`, `cancel`; or what happened meanwhile.
    public let capability: String?
    /// Whether the person was asked for any of it.
    public let isByPerson: Bool
    /// How long the server took, the waiting of a poll included.
    public let duration: Duration
  }

  /// A step at which the run waits.
  public struct Waiting: Sendable, Hashable {
    /// The server's name of the step: `challenge-poll`.
    public let step: String
    /// What it is about, as a person reads it ("Okta Verify"); `nil` where about nothing.
    public let title: String?
    /// What the person should be shown: a number to match, a QR code; as it is now, for it may come or
    /// change while it is waited, and each time that the server is about to be asked is an event.
    public let showing: [Fact]
    /// How long until the server is asked again.
    public let pause: Duration

    /// The number to find on the other device, where there is one.
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
  /// Makes an event that may be shown.
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
      // What happens outside, as time that passes, is no step's own: the main one is where it did.
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
  /// The message without the run's secrets.
  func masked(by masker: Masker) -> Message {
    Message(severity, masker.masked(text), key: key, field: field)
  }
}

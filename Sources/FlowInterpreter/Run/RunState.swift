import FlowText
import FlowEngine
import FlowSyntax
import FlowDiagnostics

/// The state that the parts of a run share.
///
/// Noncopyable: it is large, and a class would pay for an exclusivity check on every access.
struct RunState: ~Copyable {
  let plan: RunPlan
  let environment: RunEnvironment
  var time: TimeLimit
  var journal: Journal
  var transaction: Transaction
  var asker: Asker
  var matcher = Matcher()

  init(_ plan: RunPlan, engine: any Engine, environment: RunEnvironment) {
    self.plan = plan
    self.environment = environment
    time = TimeLimit(environment.deadline, by: environment.clock)
    journal = Journal(of: plan, masker: environment.masker, events: environment.events)
    transaction = Transaction(with: engine, environment)
    asker = Asker(environment)
  }

  /// Throws if the run was canceled or is out of time.
  ///
  /// - Returns: The current time.
  func checkTime() throws(Stop) -> Duration { try time.check(at: journal.linePlace) }

  /// Lets time pass at the current step, without requests to the server.
  func pause(for duration: Duration) async throws(Stop) {
    journal.reportPause(duration)
    try await time.sleep(for: duration)
  }

  /// Adds a secret to the masker, and returns the secret.
  func learned(_ secret: Secret) -> Secret {
    environment.masker.add(secret)
    return secret
  }

  /// Returns the slot of the profiles' answer to a field; `nil` if there is none.
  ///
  /// An answer to the field's own name comes before an answer to one of its aliases.
  func profileSlot(for field: Field) -> Int? {
    var best: (rank: Int, slot: Int)?
    for answer in plan.answers {
      guard let rank = answer.word.rank(in: field), rank < best?.rank ?? .max else { continue }
      best = (rank, answer.slot)
    }
    return best?.slot
  }

  /// Whether a profile answers the field that selects one of the step's choices.
  func choosesByField(_ step: Step) -> Bool {
    step.fields.contains { field in
      guard field.isChoice, let slot = profileSlot(for: field) else { return false }
      guard let constant = plan.slots[slot].value.constant else { return true }
      return field.taken(constant) != nil
    }
  }

  /// Returns a step's challenge for a passkey, and the slot of the passkey that a profile gives;
  /// `nil` if the step doesn't have a challenge, or the profiles don't give a passkey.
  func profilePasskey(at step: Step) -> (challenge: PasskeyChallenge, slot: Int)? {
    guard step.asksForPasskey, let challenge = step.passkey else { return nil }
    let slot = plan.answers.first {
      $0.word.meansPasskey && passkeyName(plan.slots[$0.slot].value) != nil
    }
    return slot.map { (challenge, $0.slot) }
  }

  /// Returns the value that answers a challenge.
  ///
  /// If the answer has no value, a value named `passkey` or `credentials` is used.
  func passkey(of answer: PlannedAnswer) throws(Stop) -> PlannedValue {
    if let value = answer.value { return value }
    if let named = plan.named.first(where: { $0.word.meansPasskey }) {
      return plan.slots[named.slot].value
    }
    throw .fault(
      .unknownName(kind: "value", name: answer.written, nearest: []), at: answer.place,
      help: "add it here, as in `\(answer.written) = passkey NAME`, or in a profile")
  }

  /// Returns the name of the passkey that a value stands for; `nil` if it isn't a passkey.
  func passkeyName(_ planned: PlannedValue) -> String? {
    if case .passkey(let name) = resolved(planned) { return name }
    return nil
  }

  /// Returns a duration as the script writes it; `nil` if the value isn't a duration.
  func writtenDuration(_ planned: PlannedValue) -> String? {
    if case .duration(_, let written) = resolved(planned) { return written }
    return nil
  }

  /// Returns the content of a value.
  ///
  /// If the value is a name, the name is followed to its content.
  private func resolved(_ planned: PlannedValue) -> PlannedValue.Content {
    var content = planned.content
    while case .slot(let slot) = content { content = plan.slots[slot].value.content }
    return content
  }
}

extension Word {
  /// Whether the word stands for a passkey's whole answer at a step that asks for a passkey.
  var meansPasskey: Bool { text == "passkey" || text == "credentials" }
}

extension Step {
  /// Returns the step's challenge for a passkey; `nil` if the word doesn't stand for a passkey.
  func passkey(for word: Word) -> PasskeyChallenge? {
    word.meansPasskey ? passkey : nil
  }
}

extension PasskeyChallenge {
  /// Returns one answer for each part of a passkey's answer that the challenge has a field for.
  func answers(
    of parts: [PasskeyChallenge.Part: String], _ fields: [Field], at place: Place
  ) throws(Stop) -> [Answer] {
    var answers: [Answer] = []
    for part in PasskeyChallenge.Part.allCases {
      guard let name = self.fields[part], let text = parts[part] ?? part.usual else { continue }
      guard let field = fields.first(where: { $0.name == name }) else {
        answers.append(Answer(name, .text(text)))
        continue
      }
      answers.append(try field.answer(.text(text), at: place))
    }
    return answers
  }
}

extension PlainFailure {
  /// The failure of a run that has no software for passkeys.
  ///
  /// A new passkey at a real server would be lost at the end of the run.
  static var noHolder: PlainFailure { PlainFailure("this run doesn't have passkeys") }
}

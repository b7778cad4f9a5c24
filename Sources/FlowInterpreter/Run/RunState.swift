import FlowText
import FlowEngine
import FlowSyntax
import FlowDiagnostics

/// The shared state of the parts of a run.
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

  /// Stops a run that was canceled or is out of time.
  ///
  /// - Returns: The time.
  func checkTime() throws(Stop) -> Duration { try time.check(at: journal.linePlace) }

  /// Lets time pass at the current step, without requests to the server.
  func pause(for duration: Duration) async throws(Stop) {
    journal.reportPause(duration)
    try await time.sleep(for: duration)
  }

  /// Adds a secret to the masker before anything can show it.
  func learned(_ secret: Secret) -> Secret {
    environment.masker.add(secret)
    return secret
  }

  /// Returns the profile's answer to a field: by its own name, else by the first of its aliases
  /// that has one.
  func profileSlot(for field: Field) -> Int? {
    var best: (rank: Int, slot: Int)?
    for answer in plan.answers {
      guard let rank = answer.word.rank(in: field), rank < best?.rank ?? .max else { continue }
      best = (rank, answer.slot)
    }
    return best?.slot
  }

  /// Whether a profile has an answer to the field that selects a choice.
  func choosesByField(_ step: Step) -> Bool {
    step.fields.contains { field in
      guard field.isChoice, let slot = profileSlot(for: field) else { return false }
      guard let constant = plan.slots[slot].value.constant else { return true }
      return field.taken(constant) != nil
    }
  }

  /// Returns the challenge of a step, and the profile's passkey for it.
  func profilePasskey(at step: Step) -> (challenge: PasskeyChallenge, slot: Int)? {
    guard step.asksForPasskey, let challenge = step.passkey else { return nil }
    let slot = plan.answers.first {
      $0.word.meansPasskey && passkeyName(plan.slots[$0.slot].value) != nil
    }
    return slot.map { (challenge, $0.slot) }
  }

  /// Returns the value of an answer to a challenge.
  ///
  /// A bare field's value is found by the field's names.
  func passkey(of answer: PlannedAnswer) throws(Stop) -> PlannedValue {
    if let value = answer.value { return value }
    if let named = plan.named.first(where: { $0.word.meansPasskey }) {
      return plan.slots[named.slot].value
    }
    throw .fault(
      .unknownName(kind: "value", name: answer.written, nearest: []), at: answer.place,
      help: "add it here, as in `\(answer.written) = passkey NAME`, or in a profile")
  }

  /// Returns the name of the passkey that a value refers to, through other names.
  func passkeyName(_ planned: PlannedValue) -> String? {
    if case .passkey(let name) = resolved(planned) { return name }
    return nil
  }

  /// Returns a duration as written, through names.
  func writtenDuration(_ planned: PlannedValue) -> String? {
    if case .duration(_, let written) = resolved(planned) { return written }
    return nil
  }

  /// Returns the content of a value, through names.
  private func resolved(_ planned: PlannedValue) -> PlannedValue.Content {
    var content = planned.content
    while case .slot(let slot) = content { content = plan.slots[slot].value.content }
    return content
  }
}

extension Word {
  /// Whether the word refers to a passkey's whole answer, at a step with such a challenge.
  var meansPasskey: Bool { text == "passkey" || text == "credentials" }
}

extension Step {
  /// Returns the challenge that a field's name refers to.
  func passkey(for word: Word) -> PasskeyChallenge? {
    word.meansPasskey ? passkey : nil
  }
}

extension PasskeyChallenge {
  /// Returns the parts of a passkey's answer, each with its field.
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
  /// The failure without a holder of passkeys.
  ///
  /// A new passkey at a real server would be lost at the end of the run.
  static var noHolder: PlainFailure { PlainFailure("this run doesn't have passkeys") }
}

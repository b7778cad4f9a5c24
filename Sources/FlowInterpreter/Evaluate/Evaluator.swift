import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Evaluates a script's expressions and conditions.
struct Evaluator: ~Copyable {
  /// The maximum length of a text with values in it, in bytes.
  ///
  /// No field accepts more. Texts that contain each other could grow tenfold with each line.
  static let textBytesMax = 64 << 10

  /// The value of each slot; `nil` if it isn't computed yet.
  ///
  /// Some values are discarded when the next response comes.
  private var values: [Value?]
  /// The secrets that the user has typed, by their names.
  private var asked: [String: Secret] = [:]
  private var inbox: InboxWatch
  private var codes: CodeWatch

  init(_ plan: RunPlan, _ environment: RunEnvironment) {
    values = Array(repeating: nil, count: plan.slots.count)
    inbox = InboxWatch(environment.inbox, firstPlace: plan.inboxPlace)
    codes = CodeWatch(sharing: environment.sentCodes)
  }

  /// Discards the values that belong to the previous response.
  ///
  /// The caller then adds the new response to the journal.
  mutating func pass(to new: borrowing Response, _ state: borrowing RunState) {
    inbox.pass(from: state.journal.response.steps, to: new.steps)
    for index in values.indices where !state.plan.slots[index].isKept { values[index] = nil }
  }

  /// Records which items the inbox contains before a request.
  mutating func markInbox(at place: Place, _ state: borrowing RunState) async throws(Stop) {
    try await inbox.markItems(at: place, state)
  }

  /// Returns the value of a slot; `nil` if it isn't computed yet.
  func knownValue(of slot: Int) -> Value? { values[slot] }

  /// Returns the value of a slot, and computes it if necessary.
  ///
  /// A `let` is computed once per run, and a profile's answer once per step.
  mutating func value(
    of slot: Int, _ state: inout RunState
  ) async throws(Stop) -> Value {
    if let known = values[slot] { return known }
    let value = try await value(state.plan.slots[slot].value, &state)
    values[slot] = value
    return value
  }

  /// Computes a value.
  mutating func value(
    _ planned: PlannedValue, _ state: inout RunState
  ) async throws(Stop) -> Value {
    if case .constant(let value) = planned.content { return value }
    return try await computed(planned, &state)
  }

  private mutating func computed(
    _ planned: PlannedValue, _ state: inout RunState
  ) async throws(Stop) -> Value {
    switch planned.content {
    case .constant(let value): return value
    case .duration(let seconds, _): return .number(seconds)
    case .slot(let slot): return try await value(of: slot, &state)
    case .text(let parts): return try await text(parts, at: planned.place, &state)
    case .env(let name):
      guard state.environment.sources.allows(name) else {
        throw .fault(.envNotAllowed(["env \(name)"]), at: planned.place)
      }
      guard let text = state.environment.sources.envValue(name) else {
        throw .fault(.missingValues(["env \(name)"]), at: planned.place)
      }
      return .text(text)
    case .secret(let name): return .secret(try await secret(name, at: planned.place, &state))
    case .file(let path):
      let path = try await value(path, &state).revealed
      return try file(path, at: planned.place, state.environment.sources)
    case .ask(let text):
      let label = try await shownText(text, &state)
      return .text(
        try await state.asker.text(
          for: label, isSecret: false, at: planned.place, &state.time))
    case .totp(let secret, let options):
      let shared = state.learned(Secret(try await value(secret, &state).revealed))
      return .secret(try await codes.code(of: shared, options, at: planned.place, state))
    case .shown(let name): return try shown(name, at: planned.place, state.journal)
    case .fact(let name): return try said(name, at: planned.place, state)
    case .found(let subject): return found(subject, state.journal)
    case .inbox(let channel):
      return .secret(try await inbox.code(from: channel, at: planned.place, state))
    case .passkey(let name): throw .fault(.passkeyMisplaced(name: name), at: planned.place)
    case .random(let kind, let count):
      return RandomText(next: state.environment.random).value(kind, count)
    case .command(let words):
      return .secret(try await output(of: words, at: planned.place, &state))
    }
  }

  /// Returns the values of a subject at the latest response.
  ///
  /// Several values are joined to one text, which is empty if there is no value.
  private func found(_ subject: PlannedTest.Subject, _ journal: borrowing Journal) -> Value {
    let values = found(subject, at: journal.step, journal)
    if values.count == 1 { return values[0] }
    return .text(values.map(\.shown).joined(separator: "; "))
  }

  /// Returns a text to print.
  ///
  /// Each secret in the text is replaced by the mask.
  mutating func shownText(
    _ planned: PlannedValue, _ state: inout RunState
  ) async throws(Stop) -> String {
    guard case .text(let parts) = planned.content else {
      return try await value(planned, &state).shown
    }
    // This limits the text's length, and adds its secrets to the masker.
    _ = try await value(planned, &state)
    var text = ""
    for part in parts {
      if let written = state.writtenDuration(part) {
        text += written
      } else {
        text += try await value(part, &state).shown
      }
    }
    return text
  }

  /// Joins the parts of a text.
  ///
  /// The result is secret if one of the parts is secret.
  private mutating func text(
    _ parts: [PlannedValue], at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Value {
    var text = ""
    var isSecret = false
    for part in parts {
      if let written = state.writtenDuration(part) {
        text += written
      } else {
        let value = try await value(part, &state)
        if case .secret = value { isSecret = true }
        text += value.revealed
      }
      guard text.utf8.count <= Evaluator.textBytesMax else {
        throw .fault(
          .valueFailed(message: "this text is longer than \(Evaluator.textBytesMax >> 10) KB"),
          at: place,
          help: "shorten the values in it")
      }
    }
    return isSecret ? .secret(state.learned(Secret(text))) : .text(text)
  }

  /// Returns a secret from the environment, or else from the secrets file, or else from the user.
  private mutating func secret(
    _ name: String, at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Secret {
    if let known = asked[name] { return known }
    if let secret = state.environment.sources.secretValue(name) { return state.learned(secret) }
    guard state.asker.canAsk else {
      throw .fault(.missingValues(["secret \(name)"]), at: place)
    }
    let text = try await state.asker.text(for: name, isSecret: true, at: place, &state.time)
    let secret = state.learned(Secret(text))
    asked[name] = secret
    return secret
  }

  /// Returns the text of a file, without the line breaks at its end.
  private func file(
    _ path: String, at place: Place, _ sources: ValueSources
  ) throws(Stop) -> Value {
    do throws(PlainFailure) {
      return .text(trimmed(try sources.file(path, place.source.name)))
    } catch {
      let problem = Problem.missingValues(["file `\(path)`: \(error.message)"])
      throw .fault([Diagnostic(problem, at: place, help: error.help)])
    }
  }

  /// Runs a program, and returns the first line of its output.
  ///
  /// Each word becomes one argument, even if its value contains blanks.
  private mutating func output(
    of words: [PlannedValue], at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Secret {
    guard let command = state.environment.command else { throw .fault(.runNotAllowed, at: place) }
    var arguments: [String] = []
    for word in words { arguments.append(try await value(word, &state).revealed) }
    let request = CommandRequest(
      arguments, script: place.source.name, timeLimit: state.time.left)
    do throws(PlainFailure) {
      return state.learned(try await command(request))
    } catch {
      if Task.isCancelled { throw .interrupted }
      _ = try state.checkTime()
      var diagnostic = Diagnostic(.commandFailed(message: error.message), at: place)
      diagnostic.notes = error.notes.map { "it said: \($0)" }
      throw .fault([diagnostic])
    }
  }

  // MARK: Facts of a response

  /// Returns a fact of the latest response.
  ///
  /// Throws a fault if the response doesn't have the fact.
  private func said(
    _ name: String, at place: Place, _ state: borrowing RunState
  ) throws(Stop) -> Value {
    if let value = state.journal.fact(name) { return value }
    throw .fault(
      .valueFailed(message: "the response doesn't have `\(name)`"), at: place,
      help: state.transaction.absence(of: name))
  }

  /// Returns a fact of the current step.
  ///
  /// Throws a fault if the step doesn't show the fact.
  private func shown(
    _ name: String, at place: Place, _ journal: borrowing Journal
  ) throws(Stop) -> Value {
    if let value = journal.shown(name, at: journal.step) { return value }
    var names: [String] = []
    for fact in journal.response.steps.flatMap(\.showing) where !names.contains(fact.name) {
      names.append(fact.name)
    }
    throw .fault(
      .valueFailed(message: "the step doesn't show `step.\(name)`"), at: place,
      help: names.isEmpty
        ? "it shows nothing"
        : "it shows " + names.map { "`step.\($0)`" }.joined(separator: ", "))
  }
}

/// Removes the line breaks at the end of a text.
func trimmed(_ text: String) -> String {
  var scalars = text.unicodeScalars
  while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
  return String(scalars)
}

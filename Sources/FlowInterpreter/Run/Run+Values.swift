import FlowEngine
import FlowSyntax

extension Run {
  /// The value of a slot: a `let` once a run, a profile's answer once a step.
  mutating func value(of slot: Int) async throws(Stop) -> Value {
    if let known = values[slot] { return known }
    let value = try await value(plan.slots[slot].value)
    values[slot] = value
    return value
  }

  /// Evaluates a value.
  mutating func value(_ planned: PlannedValue) async throws(Stop) -> Value {
    if case .constant(let value) = planned.content { return value }
    return try await computed(planned)
  }

  private mutating func computed(_ planned: PlannedValue) async throws(Stop) -> Value {
    switch planned.content {
    case .constant(let value): return value
    case .duration(let seconds, _): return .number(seconds)
    case .slot(let slot): return try await value(of: slot)
    case .text(let parts): return try await text(parts, at: planned.place)
    case .env(let name):
      guard environment.sources.allows(name) else {
        throw .fault(.envNotAllowed(["env \(name)"]), at: planned.place)
      }
      guard let text = environment.sources.envValue(name) else {
        throw .fault(.missingValues(["env \(name)"]), at: planned.place)
      }
      return .text(text)
    case .secret(let name): return .secret(try await secret(name, at: planned.place))
    case .file(let path): return try file(try await value(path).revealed, at: planned.place)
    case .ask(let text):
      let label = try await shownText(text)
      return .text(try await ask(for: label, isSecret: false, at: planned.place))
    case .totp(let secret, let options):
      let shared = learned(Secret(try await value(secret).revealed))
      return .secret(try await code(of: shared, options, at: planned.place))
    case .shown(let name): return try shown(name, at: planned.place)
    case .fact(let name): return try said(name, at: planned.place)
    case .found(let subject): return found(subject)
    case .inbox(let channel): return .secret(try await code(from: channel, at: planned.place))
    case .passkey(let name): throw .fault(.passkeyMisplaced(name: name), at: planned.place)
    case .random(let kind, let count):
      return RandomText(next: environment.random).value(kind, count)
    case .command(let words): return .secret(try await output(of: words, at: planned.place))
    }
  }

  /// What a text says of the response at hand: every message, in order; nothing if there is none.
  private func found(_ subject: PlannedTest.Subject) -> Value {
    let values = found(subject, at: stepAtHand)
    if values.count == 1 { return values[0] }
    return .text(values.map(\.shown).joined(separator: "; "))
  }

  /// A text for a person to read, in which each secret is masked by itself.
  mutating func shownText(_ planned: PlannedValue) async throws(Stop) -> String {
    guard case .text(let parts) = planned.content else { return try await value(planned).shown }
    // Evaluated as a whole first: its length is limited, and its secrets are learned.
    _ = try await value(planned)
    var text = ""
    for part in parts {
      if let written = writtenDuration(part) {
        text += written
      } else {
        text += try await value(part).shown
      }
    }
    return text
  }

  /// A text with values in it; with a secret in it, it is one.
  private mutating func text(_ parts: [PlannedValue], at place: Place) async throws(Stop) -> Value {
    var text = ""
    var isSecret = false
    for part in parts {
      if let written = writtenDuration(part) {
        text += written
      } else {
        let value = try await value(part)
        if case .secret = value { isSecret = true }
        text += value.revealed
      }
      guard text.utf8.count <= Run.textBytesMax else {
        throw .fault(
          .valueFailed(message: "this text is longer than \(Run.textBytesMax >> 10) KB"), at: place,
          help: "the values in it make it so long")
      }
    }
    return isSecret ? .secret(learned(Secret(text))) : .text(text)
  }

  /// A duration as it is written, through the names that stand for it.
  private func writtenDuration(_ planned: PlannedValue) -> String? {
    var content = planned.content
    while case .slot(let slot) = content { content = plan.slots[slot].value.content }
    if case .duration(_, let written) = content { return written }
    return nil
  }

  /// From the environment, else from the secrets file, else from whoever can be asked.
  private mutating func secret(_ name: String, at place: Place) async throws(Stop) -> Secret {
    if let known = asked[name] { return known }
    if let secret = environment.sources.secretValue(name) { return learned(secret) }
    guard environment.prompter != nil else {
      throw .fault(.missingValues(["secret \(name)"]), at: place)
    }
    let secret = learned(Secret(try await ask(for: name, isSecret: true, at: place)))
    asked[name] = secret
    return secret
  }

  func learned(_ secret: Secret) -> Secret {
    environment.masker.add(secret)
    return secret
  }

  /// A file's text without the line ends at its end.
  private func file(_ path: String, at place: Place) throws(Stop) -> Value {
    do throws(ValueSources.FileUnreadable) {
      return .text(trimmed(try environment.sources.file(path, place.source.name)))
    } catch {
      let problem = Problem.missingValues(["file `\(path)`: \(error.reason)"])
      throw .fault([Diagnostic(problem, at: place, help: error.help)])
    }
  }
}

/// A file's text without the line ends at its end.
func trimmed(_ text: String) -> String {
  var scalars = text.unicodeScalars
  while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
  return String(scalars)
}

import FlowEngine

/// The field that a name identifies.
enum FieldMatch {
  case found(Int)
  case missing
  case ambiguous([String])
  /// All fields of a passkey's answer, instead of one.
  case passkey
}

extension [Field] {
  /// Returns the field that a word identifies: by its full name, else by a unique last part of it,
  /// else by an alias.
  func match(_ word: Word) -> FieldMatch {
    if let index = firstIndex(where: { word.equals($0.name) }) { return .found(index) }
    if let match = only(where: { word.isLastPart(of: $0.name) }) { return match }
    return only { $0.aliases.contains(where: word.equals) } ?? .missing
  }

  private func only(where fits: (Field) -> Bool) -> FieldMatch? {
    guard let first = firstIndex(where: fits) else { return nil }
    guard self[(first + 1)...].contains(where: fits) else { return .found(first) }
    return .ambiguous(filter(fits).map(\.name))
  }
}

extension Word {
  /// Whether the word is one of a field's names.
  func names(_ field: Field) -> Bool {
    equals(field.name) || isLastPart(of: field.name) || field.aliases.contains(where: equals)
  }
}

extension Word {
  /// Returns the rank of the word among a field's names, the field's own first; `nil` if it isn't
  /// one of them.
  func rank(in field: Field) -> Int? {
    if equals(field.name) { return 0 }
    if isLastPart(of: field.name) { return 1 }
    return field.aliases.firstIndex(where: equals).map { $0 + 2 }
  }
}

extension Field {
  /// Whether the step can't be submitted without an answer to it.
  var isUnanswered: Bool { isRequired && value == nil }

  /// Whether that is so with a choice, which itself answers the field for the choice.
  func isUnanswered(with choice: Int?) -> Bool { isUnanswered && !(isChoice && choice != nil) }

  /// The value of the field as the user would type it; `nil` if it has none, and for a secret.
  var shownValue: String? {
    guard let value, !isSecret, !isHidden else { return nil }
    if let known = accepted.first(where: { $0.value == value }) { return known.naming.title }
    if case .secret = value { return nil }
    return value.shown
  }

  /// The field's answer in a script: `passcode = secret NAME`.
  var answer: String { "\(shortName) = \(isSecret ? "secret NAME" : "\"…\"")" }

  /// The shortest common name: the last part.
  var shortName: String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Returns a value converted for the field, secret if the field is secret; `nil` if the field
  /// doesn't accept it.
  func taken(_ value: Value) -> Value? {
    if !accepted.isEmpty {
      let text = value.revealed
      let known = accepted.first { $0.value == value || $0.value.revealed == text }
      let word = Naming.normalized(text)
      return (known ?? accepted.first { $0.naming.answers(to: word) })?.value
    }
    switch (kind, value) {
    case (.any, _), (.boolean, .boolean), (.number, .number):
      return isSecret ? value.hidden : value
    case (.number, .text), (.number, .secret):
      return Double(value.revealed).map { .number($0) }
    case (.text, .text(let text)):
      return isSecret ? .secret(Secret(text)) : value
    case (.text, .secret):
      return value
    case (.text, .number), (.text, .boolean):
      return isSecret ? value.hidden : .text(value.shown)
    case (.text, .list), (.boolean, _), (.number, _):
      return nil
    }
  }

  /// Returns a typed text converted for the field; `nil` if the field doesn't accept it.
  func taken(typed text: String) -> Value? {
    guard accepted.isEmpty, kind == .boolean else { return taken(.text(text)) }
    switch Naming.normalized(text) {
    case "true", "yes", "y": return .boolean(true)
    case "false", "no", "n": return .boolean(false)
    default: return nil
    }
  }

  /// The accepted values, in words.
  var expects: String {
    guard accepted.isEmpty else {
      return "one of " + accepted.map(\.naming.word).joined(separator: ", ")
    }
    return switch kind {
    case .number: "a number"
    case .boolean: "true or false"
    case .text, .any: "a text"
    }
  }
}

extension Step {
  /// Returns the fields for a choice, or without one.
  func fields(with choice: Int?) -> [Field] {
    guard let choice, choices.indices.contains(choice) else { return fields }
    return fields + choices[choice].fields
  }
}

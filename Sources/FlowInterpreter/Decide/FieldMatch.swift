import FlowEngine

/// The result of looking up a field by a name.
enum FieldMatch {
  case found(Int)
  case missing
  case ambiguous([String])
  /// The name stands for all fields of a passkey's answer.
  case passkey
}

extension [Field] {
  /// Returns the field that a word names.
  ///
  /// The field's full name counts first, then a last part that only one field has, then an alias.
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
  /// Whether the word is the field's full name, the last part of it, or an alias.
  func names(_ field: Field) -> Bool {
    equals(field.name) || isLastPart(of: field.name) || field.aliases.contains(where: equals)
  }
}

extension Word {
  /// Returns how closely the word names a field: 0 for the full name, 1 for the last part, from 2
  /// for the aliases in order.
  ///
  /// The result is `nil` if the word doesn't name the field.
  func rank(in field: Field) -> Int? {
    if equals(field.name) { return 0 }
    if isLastPart(of: field.name) { return 1 }
    return field.aliases.firstIndex(where: equals).map { $0 + 2 }
  }
}

extension Field {
  /// Whether the field is required and has no value yet.
  var isUnanswered: Bool { isRequired && value == nil }

  /// Whether the field is required and has no value after a choice.
  ///
  /// The field that selects the choice has a value after the choice.
  func isUnanswered(with choice: Int?) -> Bool { isUnanswered && !(isChoice && choice != nil) }

  /// The field's value as the user would type it; `nil` if it has no value or is secret.
  var shownValue: String? {
    guard let value, !isSecret, !isHidden else { return nil }
    if let known = accepted.first(where: { $0.value == value }) { return known.naming.title }
    if case .secret = value { return nil }
    return value.shown
  }

  /// A sample answer for the field in a script, such as `passcode = secret NAME`.
  var answer: String { "\(shortName) = \(isSecret ? "secret NAME" : "\"…\"")" }

  /// The last part of the field's name.
  var shortName: String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Converts a value to the field's type, and makes it secret if the field is secret.
  ///
  /// Returns `nil` if the field doesn't accept the value.
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

  /// Converts a typed text to the field's type.
  ///
  /// Returns `nil` if the field doesn't accept the text.
  func taken(typed text: String) -> Value? {
    guard accepted.isEmpty, kind == .boolean else { return taken(.text(text)) }
    switch Naming.normalized(text) {
    case "true", "yes", "y": return .boolean(true)
    case "false", "no", "n": return .boolean(false)
    default: return nil
    }
  }

  /// A description of the accepted values, such as "a number" or "one of sms, voice".
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
  /// Returns the step's fields, and the fields of the choice's form if a choice is given.
  func fields(with choice: Int?) -> [Field] {
    guard let choice, choices.indices.contains(choice) else { return fields }
    return fields + choices[choice].fields
  }
}

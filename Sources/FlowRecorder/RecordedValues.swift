import FlowEngine
import FlowInterpreter
import FlowScript

/// Makes the expressions that repeat a recording's answers in a script.
///
/// Identifiers are written literally, secrets get names, and codes are read from their inbox.
struct RecordedValues {
  private let masker: Masker
  private let inbox: (any Inbox)?
  /// The secrets that the run could look up, by their names.
  private let known: [(name: String, secret: Secret)]
  /// The secrets that the user typed, by the names that they got.
  private(set) var named: [String: Secret] = [:]
  /// The name of the user who signs in, in capitals; `nil` until it is known.
  private var person: String?

  /// Makes names for a recording.
  ///
  /// - Parameters:
  ///   - masker: Masks the recording's secrets.
  ///   - inbox: The inbox for codes.
  ///   - known: The secrets that the run could look up.
  init(masker: Masker, inbox: (any Inbox)?, known: [String: Secret]) {
    self.masker = masker
    self.inbox = inbox
    self.known = known.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
  }

  /// The expression that repeats an answer.
  ///
  /// - Parameters:
  ///   - value: The answer.
  ///   - field: The field that was answered.
  ///   - step: The step that has the field.
  ///   - times: The times, since 1970, for which a code may have been generated.
  /// - Returns: The expression for a script.
  mutating func answered(
    _ value: Value, to field: Field, at step: Step, times: [Duration]
  ) -> RecordedRule.Answered {
    guard case .secret(let secret) = value else {
      let literal = ScriptWriting.literal(value, of: field)
      // If a password was typed into a field for a name, it is never written.
      guard masker.masked(literal) == literal else { return .asked }
      if person == nil, field.name.hasSuffix("identifier") || field.name.hasSuffix("email") {
        person = RecordedValues.person(value.shown)
      }
      return .value(literal)
    }
    return field.isHidden
      ? .value("secret \(name(of: secret, for: field, at: step))")
      : code(secret, for: field, at: step, times: times)
  }

  // MARK: Codes

  /// The expression for a code, which is valid only once.
  ///
  /// The code is generated, read from its inbox, or prompted for.
  private mutating func code(
    _ code: Secret, for field: Field, at step: Step, times: [Duration]
  ) -> RecordedRule.Answered {
    let words = step.subjects.flatMap(\.words)
    if words.contains("security-question") {
      return .value("secret \(name(of: code, for: field, at: step))")
    }
    // If an authenticator app is being set up, the step shows the app's key.
    for case .secret(let key) in step.showing.filter({ $0.name == "sharedSecret" }).map(\.value)
    where makes(code, key, times) {
      return .value("totp step.sharedSecret")
    }
    if let maker = known.first(where: { makes(code, $0.secret, times) }) {
      return .value("totp secret \(maker.name)")
    }
    let channel =
      words.contains("email")
      ? "email" : words.contains("voice") ? "voice" : words.contains("phone") ? "sms" : nil
    guard let channel, let inbox, inbox.unavailability(of: channel) == nil else { return .asked }
    return .value("inbox \(channel)")
  }

  private func makes(_ code: Secret, _ secret: Secret, _ times: [Duration]) -> Bool {
    times.contains { OneTimeCode.totp(TimedCodeRequest(secret), at: $0)?.code == code }
  }

  // MARK: Names

  /// The name for a secret: a known name, or one that is made from the user and the field.
  private mutating func name(of secret: Secret, for field: Field, at step: Step) -> String {
    if let found = known.first(where: { $0.secret == secret }) { return found.name }
    if let found = named.first(where: { $0.value == secret }) { return found.key }
    let what = RecordedValues.what(field)
    let isNew = ["enroll", "reset", "reenroll"].contains { step.name.hasPrefix($0) }
    let whose = isNew ? "NEW" : person
    let base = [whose, what].compactMap { $0 }.joined(separator: "_")
    var name = base
    var number = 1
    while named[name] != nil {
      number += 1
      name = "\(base)_\(number)"
    }
    named[name] = secret
    return name
  }

  private static func what(_ field: Field) -> String {
    for word in ["password", "answer", "pin"] where field.aliases.contains(word) {
      return word.uppercased()
    }
    let last = field.name.split(separator: ".").last.map(String.init) ?? ""
    return words(last) ?? "SECRET"
  }

  /// The user in an identifier, such as `JANE` in `jane@example.com`; `nil` if there is no name.
  private static func person(_ identifier: String) -> String? {
    words(String(identifier.prefix { $0 != "@" }))
  }

  /// A text as a part of a name: capital letters and digits, with underscores for everything else.
  private static func words(_ text: String) -> String? {
    var made = ""
    for byte in text.utf8.prefix(40) {
      switch byte {
      case 65...90, 48...57: made.unicodeScalars.append(Unicode.Scalar(byte))
      case 97...122: made.unicodeScalars.append(Unicode.Scalar(byte - 32))
      default: if !made.isEmpty, made.last != "_" { made.append("_") }
      }
    }
    while made.last == "_" { made.removeLast() }
    guard let first = made.utf8.first, (65...90).contains(first) else { return nil }
    return made
  }
}

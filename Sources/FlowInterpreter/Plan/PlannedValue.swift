import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// An expression of a script, ready to be evaluated: its names are slots, its literals values.
struct PlannedValue: Sendable {
  var content: Content
  var place: Place

  indirect enum Content: Sendable {
    case constant(Value)
    /// A duration: a number of seconds for comparisons and requests, and the written form for
    /// texts.
    case duration(seconds: Double, written: String)
    /// A text with names in it.
    case text([PlannedValue])
    /// The value of a `let`, a row, a profile's answer or a variable.
    case slot(Int)
    case env(String)
    case secret(String)
    case file(PlannedValue)
    case ask(PlannedValue)
    case inbox(String)
    /// The passkey of this name: the answer to a challenge, not a text.
    case passkey(String)
    case totp(PlannedValue, PlannedTotp)
    /// A fact of the current step, by its name.
    case shown(String)
    /// A fact of the current response, by its whole name.
    case fact(String)
    /// A subject that all engines have in conditions: `message.text`, `step`.
    case found(PlannedTest.Subject)
    case random(Random.Kind, count: Int)
    /// The first line of a program's output, by its name and its arguments.
    case command([PlannedValue])
  }

  /// The value, if it needs no look-up.
  var constant: Value? {
    switch content {
    case .constant(let value): value
    case .duration(let seconds, _): .number(seconds)
    default: nil
    }
  }
}

/// The script's parameters for one-time codes.
///
/// Missing ones come from the secret, or are the defaults.
struct PlannedTotp: Sendable {
  var algorithm: Totp.Algorithm?
  var digits: Int?
  var period: Duration?
}

/// A named value.
struct Slot: Sendable {
  var name: String
  var value: PlannedValue
  /// Whether it is evaluated once per run (a `let`), not once per step (a profile's answer).
  var isKept: Bool
}

/// A named value that may answer a field for which no rule has a value.
struct NamedSlot: Sendable {
  var word: Word
  var slot: Int
}

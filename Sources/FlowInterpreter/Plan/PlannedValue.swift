import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// An expression of a script, ready to be evaluated: its names are slots, its literals values.
struct PlannedValue: Sendable {
  var content: Content
  var place: Place

  indirect enum Content: Sendable {
    case constant(Value)
    /// Compared and sent as a number of seconds, and written in texts as it is in the script.
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
    /// What the step at hand shows, by its name.
    case shown(String)
    /// What the response at hand says, by its whole name.
    case fact(String)
    /// What conditions can ask for at every engine: `message.text`, `step`.
    case found(PlannedTest.Subject)
    case random(Random.Kind, count: Int)
    /// The first line that a program prints, by its name and its arguments.
    case command([PlannedValue])
  }

  /// The value, where it needs nothing to be looked up.
  var constant: Value? {
    switch content {
    case .constant(let value): value
    case .duration(let seconds, _): .number(seconds)
    default: nil
    }
  }
}

/// How a script wants its one-time codes made; what it leaves open the secret says, or the usual.
struct PlannedTotp: Sendable {
  var algorithm: Totp.Algorithm?
  var digits: Int?
  var period: Duration?
}

/// A value that has a name.
struct Slot: Sendable {
  var name: String
  var value: PlannedValue
  /// Whether it is evaluated once a run (a `let`) rather than once a step (a profile's answer).
  var isKept: Bool
}

/// A named value that may answer a field that no rule gives a value to.
struct NamedSlot: Sendable {
  var word: Word
  var slot: Int
}

import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// An expression whose names are resolved to slots, ready to be evaluated.
struct PlannedValue: Sendable {
  var content: Content
  var place: Place

  indirect enum Content: Sendable {
    case constant(Value)
    /// A duration: the seconds for comparisons and requests, and the written text for output.
    case duration(seconds: Double, written: String)
    /// A text that contains names.
    case text([PlannedValue])
    /// A value with a name: of a `let`, a row, a profile, or from outside.
    case slot(Int)
    case env(String)
    case secret(String)
    case file(PlannedValue)
    case ask(PlannedValue)
    case inbox(String)
    /// The passkey with this name.
    ///
    /// A passkey answers a challenge, and can't be used as a text.
    case passkey(String)
    case totp(PlannedValue, PlannedTotp)
    /// A fact that the current step shows, by its name.
    case shown(String)
    /// A fact of the latest response, by its full name.
    case fact(String)
    /// A subject that conditions of every engine have, such as `message.text` or `step`.
    case found(PlannedTest.Subject)
    case random(Random.Kind, count: Int)
    /// The first line of a program's output.
    ///
    /// The values are the program and its arguments.
    case command([PlannedValue])
  }

  /// The value, if it is fixed in the script; `nil` if it must be computed.
  var constant: Value? {
    switch content {
    case .constant(let value): value
    case .duration(let seconds, _): .number(seconds)
    default: nil
    }
  }
}

/// The parameters of `totp` in the script.
///
/// A missing parameter comes from the secret, or else has the default.
struct PlannedTotp: Sendable {
  var algorithm: Totp.Algorithm?
  var digits: Int?
  var period: Duration?
}

/// A value with a name.
struct Slot: Sendable {
  var name: String
  var value: PlannedValue
  /// Whether the value is computed once per run (`let`) instead of once per step (a profile's
  /// answer).
  var isKept: Bool
}

/// A named value that can answer a field if no rule gives a value for it.
struct NamedSlot: Sendable {
  var word: Word
  var slot: Int
}

/// A method that proves a user's identity (S14).
public enum SecondFactor: String, Sendable, Hashable, CaseIterable {
  case pin
  case biometric
}

/// Whether a second factor is set or verified (S20, S21).
public enum SecondFactorContext: String, Sendable, Hashable, CaseIterable {
  case firstSet = "FIRST_SET"
  case verify = "VERIFY"
}

/// The event of a SecondFactor callback (S26, S27).
public enum SecondFactorEvent: Sendable, Hashable {
  case needed
  case success
  case pinFail
  case pinBlocked
  /// Input is accepted again after this time.
  case penalised(Duration)
  case biometricsFail
  /// The device's own set of biometrics has changed: they are unregistered.
  case biometricsRemoved
  /// It can't be verified; the value is an error code.
  case error(Int)

  /// The event's name, in capitals.
  public var name: String {
    switch self {
    case .needed: "NEEDED"
    case .success: "SUCCESS"
    case .pinFail: "PIN_FAIL"
    case .pinBlocked: "PIN_BLOCKED"
    case .penalised: "PENALISED"
    case .biometricsFail: "BIOMETRICS_FAIL"
    case .biometricsRemoved: "BIOMETRICS_REMOVED"
    case .error: "ERROR"
    }
  }

  /// The names of all events.
  static let names: [String] = [
    .needed, .success, .pinFail, .pinBlocked, .penalised(.zero), .biometricsFail,
    .biometricsRemoved, .error(0),
  ].map { (event: SecondFactorEvent) in event.name }
}

/// The report of a SecondFactor callback (S26): the event, and the allowed next input.
public struct SecondFactorReport: Sendable, Hashable {
  /// Whether a factor is set or verified.
  public var context: SecondFactorContext
  /// The event.
  public var event: SecondFactorEvent
  /// The allowed factors; empty if no input is expected.
  public var allowed: Set<SecondFactor>
  /// The required factors, when a factor is set.
  public var required: Set<SecondFactor>
  /// The number of wrong PINs that are left, if it is known.
  public var remaining: Int?

  /// Makes a report.
  public init(
    _ context: SecondFactorContext, _ event: SecondFactorEvent, allowed: Set<SecondFactor> = [],
    required: Set<SecondFactor> = [], remaining: Int? = nil
  ) {
    self.context = context
    self.event = event
    self.allowed = allowed
    self.required = required
    self.remaining = remaining
  }
}

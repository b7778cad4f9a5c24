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
  /// Input is refused for this time.
  case penalised(Duration)
  case biometricsFail
  /// The device's own set of biometrics has changed, so the biometric factor was removed.
  case biometricsRemoved
  /// The factor can't be verified; the value is an error code.
  case error(Int)

  /// The event's name in the documentation, in capitals.
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

/// The content of a SecondFactor callback (S26): the event, and the input that is allowed next.
public struct SecondFactorReport: Sendable, Hashable {
  /// Whether a factor is set or verified.
  public var context: SecondFactorContext
  /// The event.
  public var event: SecondFactorEvent
  /// The factors that the user may give; empty if no input is expected.
  public var allowed: Set<SecondFactor>
  /// The factors that the user must give if the first factors are set.
  public var required: Set<SecondFactor>
  /// The number of remaining PIN attempts; `nil` if it isn't known.
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

/// The results of a second factor (S26, S27).
extension SessionReducer {
  mutating func judge(_ event: SecondFactorEvent, _ told: Int?) {
    let context = session.context ?? .verify
    let event = meant(event, context, told)
    var remaining = told
    switch event {
    case .needed:
      // The server violates the protocol if it asks again instead of verifying.
      return giveUp(.error(51), context, .coded(51))
    case .success: return succeed(context)
    case .error(let code): return giveUp(event, context, .coded(code))
    case .pinFail:
      change(.wrongPIN)
      remaining = told ?? (session.parameters?.maxPinAttempts ?? 0) - factors.wrongPINs
    case .pinBlocked: change(.blockedPIN)
    case .biometricsRemoved where context == .verify: change(.removedBiometric)
    case .penalised, .biometricsFail, .biometricsRemoved: break
    }
    // If the PIN is blocked while it is being set, no factor could be verified later.
    let isOver = event == .pinBlocked && context == .firstSet
    guard !isOver, let report = policy.report(context, event, remaining: remaining) else {
      return giveUp(event, context, factors.isPINBlocked ? .pinBlocked : .noFactorLeft)
    }
    session.given = []
    if case .penalised(let wait) = event { return expect(.t19, report, wait: wait) }
    expect(.t19, report)
  }

  /// Corrects an event that doesn't fit the context.
  ///
  /// A wrong PIN without remaining attempts is a blocked PIN. A PIN that is being set can't be
  /// wrong.
  private func meant(
    _ event: SecondFactorEvent, _ context: SecondFactorContext, _ told: Int?
  ) -> SecondFactorEvent {
    guard event == .pinFail else { return event }
    if context == .firstSet { return .error(51) }
    let most = session.parameters?.maxPinAttempts ?? 0
    return (told ?? most - factors.wrongPINs - 1) > 0 ? event : .pinBlocked
  }

  private mutating func succeed(_ context: SecondFactorContext) {
    switch context {
    // A factor that is being set is stored only after the session has logged in.
    case .firstSet: session.staged = session.given
    case .verify: change(.verified(session.given.contains(.pin) ? .pin : .biometric))
    }
    session.given = []
    move(.t18, to: .active)
    tell(.secondFactor(id, SecondFactorReport(context, .success)))
    request(.authenticate)
  }

  private mutating func giveUp(
    _ event: SecondFactorEvent, _ context: SecondFactorContext, _ error: SessionError
  ) {
    session.given = []
    let report = SecondFactorReport(
      context, event, remaining: event == .pinBlocked ? 0 : nil)
    fail(.t20, error, before: [.secondFactor(id, report)], isTold: true)
  }
}

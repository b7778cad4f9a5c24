/// Decides whether a session needs a second factor, and which factors are allowed (S25).
///
/// The documentation names four inputs: the configuration of the server, the session and the app,
/// and the time since the last input. It doesn't define their precedence, which this package chose.
struct SecondFactorPolicy {
  let session: SessionState
  let environment: SessionEnvironment
  let factors: FactorStore

  init(_ session: SessionState, _ environment: SessionEnvironment, factors: FactorStore) {
    self.session = session
    self.environment = environment
    self.factors = factors
  }

  private var server: ServerParameters.SecondFactorPolicy {
    session.parameters?.secondFactor ?? .always
  }

  /// Whether the session needs a second factor (S25).
  ///
  /// An AppLogin always needs a second factor (S23). An enrollment needs a second factor unless the
  /// server's policy is `never` (S20, S21).
  var isNeeded: Bool {
    if session.record.isAppLogin { return true }
    if session.record.isRegistration { return server != .never }
    if environment.configuration.alwaysRequireSecondFactorIfInactiveAppLogin,
      !environment.isAppLoginActive
    {
      return true
    }
    switch (session.payload.demand, server) {
    case (.required, _), (.byPolicy, .always): return true
    case (.skip, _), (.byPolicy, .never): return false
    case (.byPolicy, .after(let interval)):
      guard let last = factors.lastInput else { return true }
      return environment.now - last >= interval
    }
  }

  /// Whether the factor is set for the first time (S20), or verified (S21).
  var context: SecondFactorContext { factors.isEmpty ? .firstSet : .verify }

  /// The factors that the user may give.
  func allowed(_ context: SecondFactorContext) -> Set<SecondFactor> {
    let configuration = environment.configuration
    switch context {
    case .firstSet: return configuration.biometricsDisabled ? [.pin] : [.pin, .biometric]
    case .verify:
      if factors.isPINBlocked, configuration.blockSecondFactorOnPINBlocked { return [] }
      var allowed: Set<SecondFactor> = []
      if factors.hasPIN, !factors.isPINBlocked { allowed.insert(.pin) }
      if factors.hasBiometric, !configuration.biometricsDisabled, !isPINDue {
        allowed.insert(.biometric)
      }
      return allowed
    }
  }

  /// The factors that the user must set; empty for a verification.
  func required(_ context: SecondFactorContext) -> Set<SecondFactor> {
    context == .firstSet ? session.parameters?.requiredFactors ?? [] : []
  }

  /// Whether the PIN is required again, after many uses of the biometric or after some time.
  private var isPINDue: Bool {
    let number = environment.configuration.maxNumberSecondFactorWithoutPIN
    let time = environment.configuration.maxTimeSecondFactorWithoutPIN
    if number > 0, factors.biometricUses >= number { return true }
    guard time > .zero, let last = factors.lastPIN else { return false }
    return environment.now - last >= time
  }

  /// The report for an event; `nil` if the user may give no factor that fits.
  func report(
    _ context: SecondFactorContext, _ event: SecondFactorEvent, remaining: Int? = nil
  ) -> SecondFactorReport? {
    let allowed = allowed(context)
    let required = required(context)
    guard !allowed.isEmpty, required.isSubset(of: allowed) else { return nil }
    return SecondFactorReport(
      context, event, allowed: allowed, required: required, remaining: remaining)
  }
}

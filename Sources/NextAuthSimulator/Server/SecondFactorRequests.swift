import FlowEngine
import FlowHTTP

/// Sets and verifies second factors.
struct SecondFactorRequests: NextAuthPart {
  let turn: NextAuthTurn

  /// Answers `/sdk/second-factor`.
  func secondFactor(_ body: NextAuthBody) throws(HTTPRefusal) -> JSON {
    let (index, session, server) = try sessionRequests.session(body)
    let pin = try body.text("pin").map { Secret($0) }
    let isBiometric = try body.flag("biometric") ?? false
    if let pin, pin.isEmpty || pin.reveal().utf8.count > NextAuthLimits.pin {
      throw .malformed("a PIN must have 1 to \(NextAuthLimits.pin) bytes")
    }
    guard session.login == nil, session.account == nil else {
      throw .wrongState("the login of the session was already requested")
    }
    guard !isBiometric || !org.device.configuration.disablesBiometrics else {
      throw SecondFactorRequests.notAllowed("biometrics are disabled")
    }
    let context = try body.requiredText("context")
    switch context {
    case "FIRST_SET":
      try checkFirstSet(pin, isBiometric, at: server)
    case "VERIFY":
      guard (pin != nil) != isBiometric else {
        throw .malformed("either a PIN or a biometric is verified, not both")
      }
    default: throw .malformed("`context` must be FIRST_SET or VERIFY")
    }
    if let code = sessionRequests.failure(.verification, server.verification, of: server) {
      return ["event": "ERROR", "code": .integer(code)]
    }
    if context == "FIRST_SET" {
      state.sessions[index].newPIN = pin
      state.sessions[index].newBiometric = isBiometric
      return succeed(index, withPIN: pin != nil)
    }
    if let until = state.factors.penalty, now < until {
      return [
        "event": "PENALISED", "wait": .seconds(until - now), "remaining": .integer(left(server)),
      ]
    }
    if let pin { return try verify(pin, index, at: server) }
    return try verifyBiometric(index)
  }

  private static func notAllowed(_ message: String) -> HTTPRefusal {
    HTTPRefusal(code: "not-allowed", message)
  }

  private func checkFirstSet(
    _ pin: Secret?, _ isBiometric: Bool, at server: NextAuthOrg.Server
  ) throws(HTTPRefusal) {
    guard !state.factors.isRegistered else {
      throw .wrongState("a second factor is registered already")
    }
    guard pin != nil || isBiometric else {
      throw .malformed("a PIN, a biometric or both must be set")
    }
    for factor in server.requiredFactors {
      guard factor == .pin ? pin != nil : isBiometric else {
        throw SecondFactorRequests.notAllowed("the server requires a \(factor.rawValue)")
      }
    }
  }

  /// The number of remaining PIN attempts.
  private func left(_ server: NextAuthOrg.Server) -> Int {
    state.factors.isPINBlocked ? 0 : max(server.attempts - state.factors.wrongPINs, 0)
  }

  private func verify(
    _ pin: Secret, _ index: Int, at server: NextAuthOrg.Server
  ) throws(HTTPRefusal) -> JSON {
    guard let registered = state.factors.pin ?? state.sessions[index].newPIN else {
      throw SecondFactorRequests.notAllowed("no PIN is registered")
    }
    if !state.factors.isPINBlocked, pin == registered { return succeed(index, withPIN: true) }
    if !state.factors.isPINBlocked { state.factors.wrongPINs += 1 }
    guard left(server) > 0 else {
      state.factors.isPINBlocked = true
      trace?.note(.blockedPIN)
      return ["event": "PIN_BLOCKED", "remaining": 0]
    }
    guard server.penalty > .zero else {
      return ["event": "PIN_FAIL", "remaining": .integer(left(server))]
    }
    state.factors.penalty = now + server.penalty
    return [
      "event": "PENALISED", "wait": .seconds(server.penalty), "remaining": .integer(left(server)),
    ]
  }

  private func verifyBiometric(_ index: Int) throws(HTTPRefusal) -> JSON {
    if state.factors.isPINBlocked, org.device.configuration.blocksWhenPINIsBlocked {
      return ["event": "PIN_BLOCKED", "remaining": 0]
    }
    switch state.factors.biometric {
    case .none where state.sessions[index].newBiometric: return succeed(index, withPIN: false)
    case .none: throw SecondFactorRequests.notAllowed("no biometric is registered")
    case .removed, .lost:
      state.factors.biometric = .none
      state.events.removeAll { $0 == .biometricsRemoved }
      return ["event": "BIOMETRICS_REMOVED"]
    case .registered(0): return succeed(index, withPIN: false)
    case .registered(let failures):
      state.factors.biometric = .registered(failures: failures - 1)
      return ["event": "BIOMETRICS_FAIL"]
    }
  }

  private func succeed(_ index: Int, withPIN isPIN: Bool) -> JSON {
    trace?.note(.factor(isPIN ? .pin : .biometric))
    state.sessions[index].isVerified = true
    state.factors.wrongPINs = 0
    state.factors.penalty = nil
    state.factors.lastInput = now
    if isPIN {
      state.factors.lastPIN = now
      state.factors.biometricUses = 0
    } else {
      state.factors.biometricUses += 1
    }
    return ["event": "SUCCESS"]
  }
}

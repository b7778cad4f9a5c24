import FlowEngine

/// Authenticators that display a code: RSA SecurID, Symantec VIP, YubiKey, Duo and similar devices.
struct CodeDevices: TurnPart {
  let turn: Turn

  /// Checks the code of a device.
  ///
  /// Returns an error reply if the code is wrong; otherwise `nil`.
  func checkDevice(
    _ authenticator: Authenticator, _ credentials: FormBody, _ account: Account
  ) throws(Refusal) -> Reply? {
    let code = try credentials.requiredCode(authenticator.codeField)
    return account.devices[authenticator]?.reveal() == code
      ? nil : .say(401, .invalidCode, at: authenticator.codeField)
  }

  /// Enrolls a device.
  ///
  /// The simulated device always displays the code that the user enters here.
  func enrollDevice(
    _ authenticator: Authenticator, _ credentials: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) {
    var code = try credentials.requiredCode(authenticator.codeField)
    switch authenticator {
    case .symantecVIP:
      _ = try credentials.requiredText("credentialId")
      code = try credentials.requiredCode("nextPasscode")
    case .rsaToken, .onPremMFA: _ = try credentials.requiredText("clientData")
    default: break
    }
    turn.change(&transaction) { $0.devices[authenticator] = Secret(code) }
  }
}

import FlowEngine

/// Devices that display a code: RSA SecurID, Symantec VIP, YubiKey, Duo and similar ones.
struct CodeDevices: TurnPart {
  let turn: Turn

  /// Checks the code of a device.
  ///
  /// Returns the message if it is wrong.
  func checkDevice(
    _ authenticator: Authenticator, _ credentials: FormBody, _ account: Account
  ) throws(Refusal) -> Reply? {
    let code = try credentials.requiredCode(authenticator.codeField)
    return account.devices[authenticator]?.reveal() == code
      ? nil : .say(401, .invalidCode, at: authenticator.codeField)
  }

  /// Enrolls a device, which then always displays the same code.
  func enrolDevice(
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

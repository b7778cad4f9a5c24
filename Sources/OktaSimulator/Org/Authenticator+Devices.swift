extension Authenticator {
  /// Those whose code is read off a device, or comes from another service: a simulated one shows the
  /// same each time.
  static let devices: [Authenticator] = [
    .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey,
  ]

  /// The field of a form that takes its code.
  var codeField: String { self == .duo ? "signatureData" : "passcode" }
}

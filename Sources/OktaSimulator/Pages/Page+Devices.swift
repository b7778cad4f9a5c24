import FlowHTTP
import SimulatorKit

// What pages ask of devices whose code is read off.
extension Page {
  /// The fields that verify a device.
  func deviceFields(_ authenticator: Authenticator) -> [JSON] {
    switch authenticator {
    case .duo:
      [
        Page.hidden(
          "signatureData", "Assertion From Duo", messages: messages(at: "signatureData"))
      ]
    case .yubikey: [passcode("Insert then tap your YubiKey", isSecret: true)]
    default: [passcode("Enter code")]
    }
  }

  /// The fields that enroll one.
  func newDeviceFields(_ authenticator: Authenticator) -> [JSON] {
    switch authenticator {
    case .symantecVIP:
      [
        Ion.field("credentialId", label: "Credential ID", isRequired: true),
        passcode("Security code 1"),
        Ion.field("nextPasscode", label: "Security code 2", isRequired: true),
      ]
    case .rsaToken, .onPremMFA:
      [
        Ion.fixed("id", .string(site.id(of: authenticator) ?? "")),
        Ion.fixed("methodType", .string(authenticator.methods.list.first?.wire ?? "")),
        Ion.field("clientData", label: "User Name", isRequired: true),
        passcode("Passcode"),
      ]
    default: deviceFields(authenticator)
    }
  }

  /// What a browser needs to ask the service behind a device.
  func deviceData(_ authenticator: Authenticator) -> [JSONObject.Member] {
    guard authenticator == .duo else { return [] }
    return [
      .init(
        "contextualData",
        [
          "integrationType": "IFRAME", "host": .string("duo." + site.host),
          "signedToken": .string(SimulatedID.made("TX|", of: account?.id ?? "")),
          "script": .string(site.origin + "/js/duo.js"),
        ])
    ]
  }
}

import FlowHTTP
import SimulatorKit

/// The form fields for devices that display a code.
struct DeviceFields: PagePart {
  let page: Page

  /// Returns the fields for verifying a device.
  func deviceFields(_ authenticator: Authenticator) -> [JSON] {
    switch authenticator {
    case .duo:
      [
        PasskeyFields.hidden(
          "signatureData", "Assertion From Duo", messages: page.messages(at: "signatureData"))
      ]
    case .yubikey: [remediationForms.passcode("Insert then tap your YubiKey", isSecret: true)]
    default: [remediationForms.passcode("Enter code")]
    }
  }

  /// Returns the fields for enrolling a device.
  func newDeviceFields(_ authenticator: Authenticator) -> [JSON] {
    switch authenticator {
    case .symantecVIP:
      [
        Ion.field("credentialId", label: "Credential ID", isRequired: true),
        remediationForms.passcode("Security code 1"),
        Ion.field("nextPasscode", label: "Security code 2", isRequired: true),
      ]
    case .rsaToken, .onPremMFA:
      [
        Ion.fixed("id", .string(site.id(of: authenticator) ?? "")),
        Ion.fixed("methodType", .string(authenticator.methods.list.first?.wire ?? "")),
        Ion.field("clientData", label: "User Name", isRequired: true),
        remediationForms.passcode("Passcode"),
      ]
    default: deviceFields(authenticator)
    }
  }

  /// Returns the data that a browser needs to contact the service of a device; empty if there is no
  /// service.
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

import FlowHTTP
import SimulatorKit

/// The form fields and challenges for passkeys.
struct PasskeyFields: PagePart {
  let page: Page

  // MARK: Forms

  static let assertionFields = [
    hidden("authenticatorData", "Authenticator Data"), hidden("clientData", "Client Data"),
    hidden("signatureData", "Signature Data"),
  ]
  static let attestationFields = [
    hidden("attestation", "Attestation"), hidden("clientData", "Client Data"),
  ]
  private static let autofillFields =
    assertionFields + [hidden("userHandle", "User Handle", isRequired: false)]

  /// Returns a field that the user doesn't see and that software fills in.
  static func hidden(
    _ name: JSON, _ label: JSON, isRequired: Bool = true, messages: [IonMessage] = []
  ) -> JSON {
    var field: JSONObject = [
      "name": name, "label": label, "required": .bool(isRequired), "visible": false,
    ]
    if !messages.isEmpty { field["messages"] = IonMessage.collection(messages) }
    return .object(field)
  }

  /// The form that accepts a passkey on the page that asks for the identifier.
  var passkeyAutofill: JSON {
    page.form(
      "challenge-webauthn-autofillui-authenticator", .answerAutofill,
      relatesTo: ["webauthnAutofillUIChallenge"],
      [remediationForms.credentials(PasskeyFields.autofillFields)])
  }

  // MARK: Challenges

  var autofillChallenge: JSONObject.Member {
    .init(
      "webauthnAutofillUIChallenge",
      Ion.object([
        "challengeData": challengeData(transaction.autofillNonce, verification: "preferred")
      ]))
  }

  func assertionData(_ challenge: Transaction.Challenge) -> JSONObject.Member {
    let data = challengeData(
      challenge.nonce, verification: challenge.mustVerifyUser ? "required" : "preferred")
    return .init("contextualData", ["challengeData": data])
  }

  private func challengeData(_ nonce: String, verification: JSON) -> JSON {
    [
      "challenge": .string(nonce), "userVerification": verification,
      "extensions": ["appid": .string(site.origin)],
    ]
  }

  func attestationData(_ enrolling: Transaction.Enrolling) -> JSONObject.Member {
    let login = JSON.string(account?.login ?? "")
    let known = account?.passkeys ?? []
    return .init(
      "contextualData",
      [
        "activationData": [
          "rp": ["name": .string(org.name)],
          "user": [
            "displayName": login, "name": login, "id": .string(account?.id ?? ""),
          ],
          "pubKeyCredParams": PasskeyKey.offered,
          "challenge": .string(enrolling.nonce),
          "attestation": "none",
          "authenticatorSelection": [
            "userVerification": "preferred", "requireResidentKey": false,
          ],
          "u2fParams": ["appid": .string(site.origin)],
          "excludeCredentials": .array(
            known.map { ["type": "public-key", "id": .string(Base64URL.encode($0.credential))] }),
        ]
      ])
  }

  // MARK: Enrollments

  /// Returns the credential id of the user's first passkey; empty if the offer isn't for passkeys.
  func firstPasskey(of offer: Offer) -> [JSONObject.Member] {
    guard offer.enrollment == .webauthn, let first = account?.passkeys.first else { return [] }
    return [PasskeyFields.credential(first)]
  }

  /// The user's other passkeys, as elements for the end of the list of enrollments.
  ///
  /// References to other elements stay valid because their positions don't change.
  var furtherPasskeys: [JSON] {
    guard transaction.offers.contains(where: { $0.enrollment == .webauthn }) else { return [] }
    return (account?.passkeys ?? []).dropFirst().map {
      authenticatorList.enrolled(.webauthn, [PasskeyFields.credential($0)])
    }
  }

  private static func credential(_ passkey: Account.Passkey) -> JSONObject.Member {
    .init("credentialId", .string(Base64URL.encode(passkey.credential)))
  }
}

import FlowEngine

/// The known methods and channels, which scripts name after `via`.
enum KnownMethods {
  static let all: [EngineVocabulary.KnownWord] = [
    word("sms", "A text message.", "on select-authenticator choose phone via sms"),
    word("voice", "A call.", "on select-authenticator choose phone via voice"),
    word("email", "An email.", "on select-authenticator choose email via email"),
    word("password", "The password.", "on select-authenticator choose password via password"),
    word(
      "otp", "A code of a token or an app.", "on select-authenticator choose google-otp via otp"),
    word(
      "totp", "A code that Okta Verify shows.",
      "on select-authenticator choose okta-verify via totp"),
    word(
      "push", "A push notification on the phone.",
      "on select-authenticator choose okta-verify via push"),
    word(
      "signed_nonce", "The app on this device (FastPass).",
      "on select-authenticator choose okta-verify via fastpass"),
    word(
      "security_question", "The answer to a question.",
      "on select-authenticator choose security-question via security-question"),
    word(
      "webauthn", "A passkey or a security key.",
      "on select-authenticator choose webauthn via webauthn"),
    word(
      "security_key", "A security key, as older pages call it.",
      "on select-authenticator choose webauthn via security-key"),
    word(
      "idp", "Another identity provider.",
      "on select-authenticator choose external-idp via idp"),
    word("duo", "Duo's prompt.", "on select-authenticator choose duo via duo"),
    word("cert", "A certificate.", "on select-authenticator choose smart-card-idp via cert"),
    word("nfc", "A card.", "on select-authenticator choose nfc-pin via nfc"),
    word("nfc_pin", "A card and its PIN.", "on select-authenticator choose nfc-pin via nfc-pin"),
    word("tac", "A temporary code.", "on select-authenticator choose tac via tac"),
    word(
      "qrcode", "Set up by a QR code.", "on select-enrollment-channel choose okta-verify via qrcode"
    ),
    word(
      "samedevice", "Set up on this device.",
      "on select-enrollment-channel choose okta-verify via same-device"),
    word(
      "devicebootstrap", "Set up from a device that has it.",
      "on select-enrollment-channel choose okta-verify via device-bootstrap"),
  ]

  private static func word(
    _ type: String, _ meaning: String, _ example: String
  ) -> EngineVocabulary.KnownWord {
    EngineVocabulary.KnownWord(
      IDXNames.naming(ofMethod: type, label: nil), key: type, meaning: meaning, example: example)
  }
}

/// The capabilities other than submitting a step.
enum KnownCapabilities {
  static let all: [EngineVocabulary.KnownWord] = [
    word(
      "resend", "Have the code or the push sent again.",
      "on challenge email when message resend"),
    word(
      "send", "Have the push sent, if it isn't sent automatically.", "on challenge okta-verify send"
    ),
    word(
      "recover", "Begin to recover the password.", "on challenge password when message recover"),
    word("skip", "Skip what is optional.", "on select-authenticator-enroll skip"),
    word("cancel", "Cancel the transaction.", "on any when attempt > 3 cancel"),
    EngineVocabulary.KnownWord(
      Naming("poll"), key: "poll",
      meaning: "Wait for another device, or for a link that is opened.",
      example: "on challenge email poll for 5m"),
    EngineVocabulary.KnownWord(
      Naming("cancel-polling"), key: "cancel",
      meaning: "Stop waiting for the app on this device, if that is a step.",
      example: "on cancel-polling submit"),
  ]

  private static func word(
    _ name: String, _ meaning: String, _ example: String
  ) -> EngineVocabulary.KnownWord {
    EngineVocabulary.KnownWord(Naming(name), key: name, meaning: meaning, example: example)
  }
}

import FlowEngine

/// The remediations that are known, the usual ones first.
enum KnownRemediations {
  /// All of them.
  static let all = entry + account + choosing + credentials + waiting + browser + device + older

  static func step(
    _ name: String, _ fields: String..., options: String? = nil, meaning: String,
    example: String
  ) -> EngineVocabulary.KnownStep {
    EngineVocabulary.KnownStep(
      name, fields: fields, options: options, meaning: meaning, example: "on \(name) \(example)")
  }

  private static let entry = [
    step(
      "identify", "identifier", "credentials.passcode", "rememberMe",
      meaning: "Say who you are, and give the password where it is asked for at once.",
      example: "answer identifier = \"jane@example.com\", passcode? = secret JANE_PASSWORD"),
    step(
      "identify-recovery", "identifier", meaning: "Say whose password is to be recovered.",
      example: "answer identifier = \"jane@example.com\""),
    step(
      "select-identify", "identifier", meaning: "Go back from signing up to signing in.",
      example: "submit"),
    step("select-enroll-profile", meaning: "Begin to sign up.", example: "submit"),
    step(
      "enroll-profile", "userProfile.email", "userProfile.firstName", "userProfile.lastName",
      "credentials.passcode", meaning: "Give the attributes of the new account.",
      example: "answer firstName = \"Jane\", lastName = \"Doe\", email = random email"),
    step(
      "profile-update", "userProfile.secondEmail",
      meaning: "Complete the attributes of the account.",
      example: "answer secondEmail = \"jane.doe@example.com\""),
    step("unlock-account", meaning: "Begin to unlock an account.", example: "submit"),
    step("skip", meaning: "Leave out what is optional here.", example: "skip"),
    step("cancel", meaning: "Give the transaction up.", example: "submit"),
    step("cancel-transaction", meaning: "Give the transaction up.", example: "submit"),
  ]

  private static let account = [
    step(
      "keep-me-signed-in", "keepMeSignedIn", options: "true, false",
      meaning: "Say whether to stay signed in on this device.",
      example: "answer keepMeSignedIn = true"),
    step(
      "consent", "consent", options: "true, false",
      meaning: "Allow or refuse what the app asks for.", example: "answer consent = true"),
    step(
      "admin-consent", "consent", options: "true, false",
      meaning: "Allow or refuse, for everyone, what the app asks for.",
      example: "answer consent = true"),
    step(
      "granular-consent", "consent", "optedScopes.email", options: "true, false",
      meaning: "Allow or refuse each scope that the app asks for.",
      example: "answer consent = true, optedScopes.email? = false"),
    step(
      "email-challenge-consent", "consent", options: "true, false",
      meaning: "Say whether a sign-in begun in another browser is yours.",
      example: "answer consent = true"),
    step(
      "user-code", "userCode", meaning: "Give the code that a device shows.",
      example: "answer userCode = env USER_CODE"),
    step(
      "request-activation-email", meaning: "Ask for a new activation mail.", example: "submit"),
    step(
      "device-assurance-grace-period",
      meaning: "Go on although the device will soon not be good enough.", example: "submit"),
  ]

  private static let choosing = [
    step(
      "select-authenticator-authenticate", "authenticator",
      options: "an authenticator, via a method",
      meaning: "Choose the authenticator to verify with.",
      example: "choose okta-verify via push or email"),
    step(
      "select-authenticator-enroll", "authenticator", "authenticator.phoneNumber",
      options: "an authenticator, via a method or a channel",
      meaning: "Choose the authenticator to set up.",
      example: "choose phone via sms with phoneNumber = \"+15551234567\" or security-question"),
    step(
      "select-authenticator-enroll-data", "authenticator",
      options: "an authenticator, via a method",
      meaning: "Choose how to set the authenticator up.", example: "choose phone via sms"),
    step(
      "select-authenticator-unlock-account", "identifier", "authenticator",
      options: "an authenticator, via a method",
      meaning: "Say whose account to unlock, and choose the authenticator to prove it with.",
      example: "choose email with identifier = \"jane@example.com\""),
    step(
      "authenticator-verification-data", "authenticator.methodType", "authenticator.autoChallenge",
      options: "a method of the authenticator",
      meaning: "Choose the method of the chosen authenticator, or have its code sent.",
      example: "choose phone via sms"),
    step(
      "authenticator-enrollment-data", "authenticator.methodType", "authenticator.phoneNumber",
      options: "a method of the authenticator",
      meaning: "Give what setting up the chosen authenticator needs, such as a phone number.",
      example: "choose phone via voice with phoneNumber = \"+15551234567\""),
    step(
      "select-enrollment-channel", "authenticator.channel",
      options: "qrcode, email, sms, same-device, device-bootstrap",
      meaning:
        "Choose how to set up the app on another device: by QR code, mail or text message.",
      example: "choose okta-verify via email"),
    step(
      "enrollment-channel-data", "email", "phoneNumber",
      meaning: "Say where to send the link that sets up the app.",
      example: "answer email? = \"jane@example.com\", phoneNumber? = \"+15551234567\""),
    step(
      "enroll-authenticator-promotion", "credentials.attestation", "credentials.clientData",
      meaning: "Set up a passkey, as is suggested.", example: "answer passkey = passkey jane"),
    step(
      "select-platform", "platform",
      meaning: "Say which kind of device the app is set up on.",
      example: "answer platform = \"ANDROID\""),
    step("send", meaning: "Have the challenge sent.", example: "submit"),
    step("send-challenge", meaning: "Have the challenge sent.", example: "submit"),
    step("resend", meaning: "Have the challenge sent again.", example: "submit"),
    step("resend-challenge", meaning: "Have the challenge sent again.", example: "submit"),
    step("recover", meaning: "Begin to recover the password.", example: "submit"),
  ]
}

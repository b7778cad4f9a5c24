import FlowEngine

/// The known remediations, which are the server's forms for steps, starting with the most frequent.
enum KnownRemediations {
  /// All known remediations.
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
      meaning: "Identify the user, and give the password if it is asked for too.",
      example: "answer identifier = \"jane@example.com\", passcode? = secret JANE_PASSWORD"),
    step(
      "identify-recovery", "identifier", meaning: "Identify the user whose password to recover.",
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
    step("skip", meaning: "Skip what is optional here.", example: "skip"),
    step("cancel", meaning: "Cancel the transaction.", example: "submit"),
    step("cancel-transaction", meaning: "Cancel the transaction.", example: "submit"),
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
      "request-activation-email", meaning: "Ask for a new activation email.", example: "submit"),
    step(
      "device-assurance-grace-period",
      meaning: "Continue although the device will soon not be compliant.", example: "submit"),
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
      meaning: "Identify the account to unlock, and choose the authenticator to verify with.",
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
        "Choose how to set up the app on another device: by QR code, email or text message.",
      example: "choose okta-verify via email"),
    step(
      "enrollment-channel-data", "email", "phoneNumber",
      meaning: "Give the address to send the setup link of the app to.",
      example: "answer email? = \"jane@example.com\", phoneNumber? = \"+15551234567\""),
    step(
      "enroll-authenticator-promotion", "credentials.attestation", "credentials.clientData",
      meaning: "Set up a passkey, as is suggested.", example: "answer passkey = passkey jane"),
    step(
      "select-platform", "platform",
      meaning: "Give the platform of the device to set up the app on.",
      example: "answer platform = \"ANDROID\""),
    step("send", meaning: "Have the challenge sent.", example: "submit"),
    step("send-challenge", meaning: "Have the challenge sent.", example: "submit"),
    step("resend", meaning: "Have the challenge sent again.", example: "submit"),
    step("resend-challenge", meaning: "Have the challenge sent again.", example: "submit"),
    step("recover", meaning: "Begin to recover the password.", example: "submit"),
  ]

  static let credentials = [
    step(
      "challenge-authenticator", "credentials.passcode", "credentials.totp", "credentials.answer",
      meaning: "Prove your identity with the current authenticator.",
      example: "email answer code = inbox email"),
    step(
      "enroll-authenticator", "credentials.passcode", "credentials.questionKey",
      "credentials.question", "credentials.answer",
      options: "predefined or custom, of a security question",
      meaning: "Finish setting up the authenticator: its first code, a password, a question.",
      example: "google-otp answer code = totp step.sharedSecret"),
    step(
      "reset-authenticator", "credentials.passcode", "credentials.revokeSessions",
      meaning: "Give a new password.",
      example: "answer password = secret NEW_PASSWORD, revokeSessions? = true"),
    step(
      "reenroll-authenticator", "credentials.passcode",
      meaning: "Give a new password, because the old one has expired.",
      example: "answer password = secret NEW_PASSWORD"),
    step(
      "reenroll-authenticator-warning", "credentials.passcode",
      meaning: "Give a new password, because the old one will soon expire.",
      example: "skip"),
    step(
      "reenroll-custom-password-expiry", "credentials.passcode",
      meaning: "Change the expired password in the system that manages it.",
      example: "answer password = secret NEW_PASSWORD"),
    step(
      "reenroll-custom-password-expiry-warning", "credentials.passcode",
      meaning: "Change the password that will soon expire in the system that manages it.",
      example: "answer password = secret NEW_PASSWORD"),
    step(
      "challenge-webauthn-autofillui-authenticator", "credentials.authenticatorData",
      "credentials.clientData", "credentials.signatureData", "credentials.userHandle",
      meaning: "Sign in with a passkey in place of an identifier.",
      example: "answer passkey = passkey jane"),
    step(
      "launch-passkeys-authenticator", "credentials.authenticatorData",
      "credentials.clientData", "credentials.signatureData", "credentials.userHandle",
      meaning: "Sign in with a passkey in place of an identifier.",
      example: "answer passkey = passkey jane"),
    step(
      "enroll-webauthn-residentkey", meaning: "Begin to set up a passkey that names its account.",
      example: "submit"),
  ]

  static let waiting = [
    step(
      "challenge-poll", "autoChallenge", meaning: "Wait for an answer on another device.",
      example: "poll for 1m"),
    step(
      "enroll-poll", meaning: "Wait until the app is set up on another device.",
      example: "poll for 5m"),
    step(
      "device-challenge-poll", meaning: "Wait for the app on this device.",
      example: "poll for 30s"),
    step("poll", meaning: "Wait until the server accepts changes again.", example: "poll"),
    step(
      "cancel-polling", "reason", "statusCode", meaning: "Stop waiting for the app on this device.",
      example: "submit"),
  ]

  static let browser = [
    step(
      "redirect-idp", options: "the type or the name of an identity provider",
      meaning: "Sign in with another identity provider, in a browser.", example: "google follow"),
    step(
      "redirect-idps", meaning: "Sign in with another identity provider, in a browser.",
      example: "follow"),
    step(
      "redirect-idverify", meaning: "Verify your identity, in a browser.",
      example: "follow"),
    step("piv-idp", meaning: "Sign in with a smart card, in a browser.", example: "follow"),
    step("success-redirect", meaning: "Go on to the app, in a browser.", example: "follow"),
    EngineVocabulary.KnownStep(
      "failure-redirect", meaning: "Go back to the app after a failure, which ends the run.",
      example: "expect failure"),
    step("redirect", meaning: "Go on in a browser.", example: "follow"),
  ]

  static let device = [
    step(
      "launch-authenticator", "rememberMe",
      meaning: "Sign in with the app on this device.", example: "submit"),
    step(
      "launch-webauthn-authenticator", meaning: "Sign in with a security key.",
      example: "submit"),
    step(
      "launch-nfc-authenticator", meaning: "Sign in with a card held to the device.",
      example: "submit"),
    step(
      "device-apple-sso-extension", "challengeRequest",
      meaning: "Sign in through the device's own single sign-on.", example: "submit"),
    step(
      "device-enrollment-terminal", meaning: "Set the device up first, outside the sign-in.",
      example: "fail \"Set the device up first\""),
    EngineVocabulary.KnownStep(
      "issue", meaning: "Exchange the interaction code for tokens; this happens automatically.",
      example: "expect success"),
  ]

  /// The steps of an older generation of the engine.
  static let older = [
    step(
      "select-factor", "factorId", options: "a factor's id",
      meaning: "Choose the factor to verify with.", example: "answer factorId = \"emf1\""),
    step(
      "select-factor-authenticate", "authenticator", options: "a factor",
      meaning: "Choose the factor to verify with.", example: "choose email"),
    step(
      "select-factor-enroll", "authenticator", options: "a factor",
      meaning: "Choose the factor to set up.", example: "choose phone via sms"),
    step(
      "challenge-factor", "credentials.passcode",
      meaning: "Prove your identity with the current factor.",
      example: "answer code = inbox email"),
    step(
      "enroll-factor", "credentials.passcode", meaning: "Set the factor up.",
      example: "answer code = inbox sms"),
    step(
      "activate-factor", "credentials.passcode", meaning: "Finish setting up the factor.",
      example: "answer code = inbox sms"),
    step(
      "factor-poll-verification", meaning: "Wait for an answer on another device.",
      example: "submit"),
    step("qr-refresh", meaning: "Ask for a new QR code.", example: "submit"),
    step("select-idp", meaning: "Choose another identity provider.", example: "submit"),
    step(
      "profile-attributes", "userProfile.email", meaning: "Give the attributes of the account.",
      example: "answer email = random email"),
  ]
}

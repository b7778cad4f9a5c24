import FlowEngine

extension KnownRemediations {
  static let credentials = [
    step(
      "challenge-authenticator", "credentials.passcode", "credentials.totp", "credentials.answer",
      meaning: "Prove who you are with the authenticator at hand.",
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
      meaning: "Give a new password, for the old one has expired.",
      example: "answer password = secret NEW_PASSWORD"),
    step(
      "reenroll-authenticator-warning", "credentials.passcode",
      meaning: "Give a new password, for the old one will soon expire.",
      example: "skip"),
    step(
      "reenroll-custom-password-expiry", "credentials.passcode",
      meaning: "Change the expired password where the org keeps it.",
      example: "answer password = secret NEW_PASSWORD"),
    step(
      "reenroll-custom-password-expiry-warning", "credentials.passcode",
      meaning: "Change the password that will soon expire where the org keeps it.",
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
    step("poll", meaning: "Wait until the server takes changes again.", example: "poll"),
    step(
      "cancel-polling", "reason", "statusCode", meaning: "Stop waiting for the app on this device.",
      example: "submit"),
  ]

  static let browser = [
    step(
      "redirect-idp", options: "the kind or the name of an identity provider",
      meaning: "Sign in with another identity provider, in a browser.", example: "google follow"),
    step(
      "redirect-idps", meaning: "Sign in with another identity provider, in a browser.",
      example: "follow"),
    step(
      "redirect-idverify", meaning: "Have your identity proofed, in a browser.",
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
      "issue", meaning: "Exchange the interaction code for tokens, which is done by itself.",
      example: "expect success"),
  ]

  /// What an older generation of the engine calls its steps.
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
      meaning: "Prove who you are with the factor at hand.",
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

public import FlowEngine

extension IDXEngine {
  /// The words of the Identity Engine, for the checker, for help and for completion.
  public static let vocabulary = EngineVocabulary(
    engine: "idx", intents: intents, steps: KnownRemediations.all,
    subjects: IDXNames.authenticators.values.map(\.naming).sorted { $0.word < $1.word },
    methods: IDXNames.methods.values.sorted { $0.word < $1.word },
    facts: ["user", "app", "authenticator", "intent", "token"])

  /// All begin alike: which step is taken first makes the difference.
  private static let intents: [EngineVocabulary.Intent] = {
    let parameters = ["acr-values", "device-token", "login-hint", "max-age"]
    return [
      EngineVocabulary.Intent(
        "sign-in", parameters: parameters + ["activation-token", "recovery-token"]),
      EngineVocabulary.Intent("register", parameters: parameters + ["activation-token"]),
      EngineVocabulary.Intent("recover-password", parameters: parameters + ["recovery-token"]),
      EngineVocabulary.Intent("unlock-account", parameters: parameters),
    ]
  }()
}

/// The remediations that are known, the usual ones first.
enum KnownRemediations {
  /// All of them.
  static let all = entry + authenticators + credentials + waiting + browser + device + older

  private static func step(
    _ name: String, _ fields: String..., meaning: String
  ) -> EngineVocabulary.KnownStep {
    EngineVocabulary.KnownStep(name, fields: fields, meaning: meaning)
  }

  private static let entry = [
    step(
      "identify", "identifier", "credentials.passcode", "rememberMe",
      meaning: "Say who you are, and give the password where it is asked for at once."),
    step(
      "identify-recovery", "identifier",
      meaning: "Say whose password is to be recovered."),
    step(
      "select-identify", "identifier",
      meaning: "Go back from signing up to signing in."),
    step("select-enroll-profile", meaning: "Begin to sign up."),
    step(
      "enroll-profile", "userProfile.email", "userProfile.firstName", "userProfile.lastName",
      "credentials.passcode",
      meaning: "Give the attributes of the new account."),
    step(
      "profile-update", "userProfile.secondEmail",
      meaning: "Complete the attributes of the account."),
    step("unlock-account", meaning: "Begin to unlock an account."),
    step("skip", meaning: "Leave out what is optional here."),
    step("cancel", meaning: "Give the transaction up."),
    step("cancel-transaction", meaning: "Give the transaction up."),
    step("issue", meaning: "Exchange the interaction code for tokens, which is done by itself."),
    step(
      "keep-me-signed-in", "keepMeSignedIn",
      meaning: "Say whether to stay signed in on this device."),
    step("consent", "consent", meaning: "Allow or refuse what the app asks for."),
    step(
      "admin-consent", "consent", meaning: "Allow or refuse, for everyone, what the app asks for."),
    step(
      "granular-consent", "consent", "optedScopes",
      meaning: "Allow or refuse each scope that the app asks for."),
    step(
      "email-challenge-consent", "consent",
      meaning: "Say whether a sign-in begun in another browser is yours."),
    step("user-code", "userCode", meaning: "Give the code that a device shows."),
    step("request-activation-email", meaning: "Ask for a new activation mail."),
    step(
      "device-assurance-grace-period",
      meaning: "Go on although the device will soon not be good enough."),
  ]

  private static let authenticators = [
    step(
      "select-authenticator-authenticate", "authenticator",
      meaning: "Choose the authenticator to verify with."),
    step(
      "select-authenticator-enroll", "authenticator",
      meaning: "Choose the authenticator to set up."),
    step(
      "select-authenticator-enroll-data", "authenticator",
      meaning: "Choose how to set the authenticator up."),
    step(
      "select-authenticator-unlock-account", "identifier", "authenticator",
      meaning: "Say whose account to unlock, and choose the authenticator to prove it with."),
    step(
      "authenticator-verification-data", "authenticator.methodType", "authenticator.autoChallenge",
      meaning: "Choose the method of the chosen authenticator, or have its code sent."),
    step(
      "authenticator-enrollment-data", "authenticator.methodType", "authenticator.phoneNumber",
      meaning: "Give what setting up the chosen authenticator needs, such as a phone number."),
    step(
      "select-enrollment-channel", "authenticator.channel",
      meaning: "Choose how to set up the app on another device: by QR code, mail or text message."),
    step(
      "enrollment-channel-data", "email", "phoneNumber",
      meaning: "Say where to send the link that sets up the app."),
    step("enroll-authenticator-promotion", meaning: "Set up a passkey, as is suggested."),
    step("select-platform", meaning: "Say which kind of device the app is set up on."),
    step("send", meaning: "Have the challenge sent."),
    step("send-challenge", meaning: "Have the challenge sent."),
    step("resend", meaning: "Have the challenge sent again."),
    step("resend-challenge", meaning: "Have the challenge sent again."),
    step("recover", meaning: "Begin to recover the password."),
  ]

  private static let credentials = [
    step(
      "challenge-authenticator", "credentials.passcode", "credentials.totp", "credentials.answer",
      meaning: "Prove who you are with the authenticator at hand."),
    step(
      "enroll-authenticator", "credentials.passcode", "credentials.questionKey",
      "credentials.question", "credentials.answer",
      meaning: "Finish setting up the authenticator: its first code, a password, a question."),
    step(
      "reset-authenticator", "credentials.passcode", "credentials.revokeSessions",
      meaning: "Give a new password."),
    step(
      "reenroll-authenticator", "credentials.passcode",
      meaning: "Give a new password, for the old one has expired."),
    step(
      "reenroll-authenticator-warning", "credentials.passcode",
      meaning: "Give a new password, for the old one will soon expire."),
    step(
      "reenroll-custom-password-expiry",
      meaning: "Change the expired password where the org keeps it."),
    step(
      "reenroll-custom-password-expiry-warning",
      meaning: "Change the password that will soon expire where the org keeps it."),
    step(
      "challenge-webauthn-autofillui-authenticator", "credentials.authenticatorData",
      "credentials.clientData", "credentials.signatureData", "credentials.userHandle",
      meaning: "Sign in with a passkey in place of an identifier."),
    step(
      "enroll-webauthn-residentkey", "credentials.attestation", "credentials.clientData",
      meaning: "Set up a passkey that names its account."),
  ]

  private static let waiting = [
    step("challenge-poll", meaning: "Wait for an answer on another device."),
    step("enroll-poll", meaning: "Wait until the app is set up on another device."),
    step("device-challenge-poll", meaning: "Wait for the app on this device."),
    step("poll", meaning: "Wait until the server takes changes again."),
    step("cancel-polling", meaning: "Stop waiting for the app on this device."),
  ]

  private static let browser = [
    step("redirect-idp", meaning: "Sign in with another identity provider, in a browser."),
    step("redirect-idps", meaning: "Sign in with another identity provider, in a browser."),
    step("redirect-idverify", meaning: "Have your identity proofed, in a browser."),
    step("piv-idp", meaning: "Sign in with a smart card, in a browser."),
    step("success-redirect", meaning: "Go on to the app, in a browser."),
    step("failure-redirect", meaning: "Go back to the app after a failure, in a browser."),
    step("redirect", meaning: "Go on in a browser."),
  ]

  private static let device = [
    step(
      "launch-authenticator", "rememberMe",
      meaning: "Sign in with the app on this device."),
    step("launch-webauthn-authenticator", meaning: "Sign in with a security key."),
    step("launch-passkeys-authenticator", meaning: "Sign in with a passkey."),
    step("launch-nfc-authenticator", meaning: "Sign in with a card held to the device."),
    step(
      "device-apple-sso-extension", "challengeRequest",
      meaning: "Sign in through the device's own single sign-on."),
    step("device-enrollment-terminal", meaning: "Set the device up first, outside the sign-in."),
  ]

  /// What an older generation of the engine calls its steps.
  private static let older = [
    step("select-factor", "factorId", meaning: "Choose the factor to verify with."),
    step(
      "select-factor-authenticate", "authenticator",
      meaning: "Choose the factor to verify with."),
    step("select-factor-enroll", "authenticator", meaning: "Choose the factor to set up."),
    step(
      "challenge-factor", "credentials.passcode",
      meaning: "Prove who you are with the factor at hand."),
    step("enroll-factor", "credentials.passcode", meaning: "Set the factor up."),
    step("activate-factor", "credentials.passcode", meaning: "Finish setting up the factor."),
    step("factor-poll-verification", meaning: "Wait for an answer on another device."),
    step("qr-refresh", meaning: "Ask for a new QR code."),
    step("select-idp", meaning: "Choose another identity provider."),
    step("profile-attributes", meaning: "Give the attributes of the account."),
  ]
}

import FlowEngine

/// The known authenticators, starting with the most frequent.
enum KnownAuthenticators {
  static let all: [EngineVocabulary.KnownWord] = [
    word(
      "okta_password", ["password"], "A password.",
      "on challenge password answer password = secret JANE_PASSWORD"),
    word(
      "okta_email", ["email"], "A code or a link in an email.",
      "on challenge email answer code = inbox email"),
    word(
      "phone_number", ["sms", "voice"], "A code in a text message or a call.",
      "on select-authenticator choose phone via sms"),
    word(
      "security_question", ["security-question"],
      "The answer to a predefined or a custom question.",
      "on challenge security-question answer answer = secret JANE_ANSWER"),
    word(
      "okta_verify", ["push", "totp", "fastpass", "qrcode", "email", "sms", "same-device"],
      "Okta's app: a push, a code, or the device itself; set up by QR code, email or text message.",
      "on select-authenticator choose okta-verify via push"),
    word(
      "okta_verify_totp", ["totp"], "The codes of Okta's app, if an org offers them separately.",
      "on challenge okta-verify-totp answer code = totp secret JANE_TOTP"),
    word(
      "okta_verify_push", ["push"],
      "The pushes of Okta's app, if an org offers them separately.",
      "on select-authenticator choose okta-verify-push"),
    word(
      "okta_verify_fastpass", ["fastpass"],
      "Okta's app on this device, if an org offers it separately.",
      "on select-authenticator choose okta-verify-fastpass"),
    word(
      "google_otp", ["otp"], "A code of an app, from a shared secret.",
      "on challenge google-otp answer code = totp secret JANE_TOTP"),
    word(
      "webauthn", ["webauthn", "security-key"], "A passkey or a security key.",
      "on challenge webauthn answer passkey = passkey jane"),
    word(
      "duo", ["duo"], "Duo's own prompt, whose answer is a signature.",
      "on challenge duo answer signatureData = env DUO_SIGNATURE"),
    word(
      "symantec_vip", ["otp"], "A code of Symantec VIP.",
      "on challenge symantec-vip prompt code"),
    word(
      "rsa_token", ["otp"], "A code of an RSA SecurID token.",
      "on challenge rsa-token prompt code \"The token's code\""),
    word(
      "onprem_mfa", ["otp"], "A code of the org's own server.",
      "on challenge onprem-mfa prompt code"),
    word(
      "yubikey_token", ["otp"], "A code that a YubiKey types.",
      "on challenge yubikey prompt code \"Touch the key\""),
    word(
      "custom_otp", ["otp"], "A code of a token that the org supplies.",
      "on challenge custom-otp answer code = totp secret JANE_TOKEN"),
    word(
      "custom_app", ["push"], "A push to an app of the org's own.",
      "on select-authenticator choose custom-app via push"),
    word(
      "custom_push", ["push"], "A push to an app of the org's own.",
      "on select-authenticator choose custom-push via push"),
    word(
      "external_idp", ["idp"], "Another identity provider, as a second factor.",
      "on redirect-idp external-idp follow"),
    word(
      "smart_card_idp", ["cert"], "A smart card (PIV), in a browser.",
      "on redirect-idp smart-card-idp follow"),
    word(
      "tac", ["tac"], "A temporary code from the help desk.",
      "on challenge tac answer code = secret JANE_TAC"),
    word(
      "nfc_pin", ["nfc-pin", "nfc"], "The PIN of a card that is held to the device.",
      "on challenge nfc-pin answer pin = secret JANE_PIN"),
  ]

  private static func word(
    _ key: String, _ methods: [String], _ meaning: String, _ example: String
  ) -> EngineVocabulary.KnownWord {
    let naming = IDXNames.authenticator(key: key, type: nil, title: nil)?.naming ?? Naming(key)
    // On a page, `okta-verify` matches each of its three parts; as a word, it means the whole app.
    let isPart = key.hasPrefix("okta_verify_")
    return EngineVocabulary.KnownWord(
      isPart ? Naming(naming.word, title: naming.title) : naming, key: key,
      methods: methods, meaning: meaning, example: example)
  }
}

/// The types of identity providers for a redirect; scripts can also select a provider by its name.
enum KnownProviders {
  static let all: [EngineVocabulary.KnownWord] = [
    word("GOOGLE", "Google"), word("FACEBOOK", "Facebook"), word("MICROSOFT", "Microsoft"),
    word("LINKEDIN", "LinkedIn"), word("APPLE", "Apple"),
    word("OIN_SOCIAL", "another social network"),
    word("OIDC", "an enterprise's provider (OpenID Connect)"),
    word("SAML2", "an enterprise's provider (SAML)"), word("OKTA", "another Okta org"),
    word("X509", "a smart card or a certificate"), word("IWA", "a Windows domain"),
    word("AgentlessDSSO", "a Windows domain, without an agent"),
  ]

  private static func word(_ type: String, _ whom: String) -> EngineVocabulary.KnownWord {
    let name = Naming.normalized(type)
    return EngineVocabulary.KnownWord(
      Naming(name), key: type, meaning: "Sign in with \(whom).",
      example: "on redirect-idp \(name) follow")
  }
}

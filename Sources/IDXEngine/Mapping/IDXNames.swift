import FlowEngine
import FlowHTTP

/// The names of authenticators and methods in scripts.
enum IDXNames {
  /// An authenticator with a known key.
  final class Authenticator: Sendable {
    /// The authenticator's naming with its English title, made once.
    let naming: Naming
    /// The other names, in addition to the short name and the title.
    let aliases: [String]
    /// The kind of the authenticator's credential.
    let credential: Credential

    init(naming: Naming, aliases: [String], credential: Credential) {
      self.naming = naming
      self.aliases = aliases
      self.credential = credential
    }
  }

  /// The kind of a credential, which determines the other names of its field.
  enum Credential: Sendable {
    case password
    case code
    case answer
    case pin
    /// The kind isn't known, so every name is accepted.
    case unknown
  }

  /// The most frequent authenticators, as constants that need no dictionary lookup.
  private static let password = known(
    "password", "Password", "okta_password", credential: .password)
  private static let email = known("email", "Email", "okta_email", credential: .code)
  private static let phone = known("phone", "Phone", "phone_number", credential: .code)
  private static let googleOTP = known(
    "google-otp", "Google Authenticator", "app", credential: .code)

  /// The known authenticators by their keys.
  static let authenticators: [String: Authenticator] = [
    "okta_password": password,
    "okta_email": email,
    "phone_number": phone,
    "okta_verify": known("okta-verify", "Okta Verify", "app", credential: .code),
    "okta_verify_totp": known(
      "okta-verify-totp", "Okta Verify code", "okta-verify", "app", credential: .code),
    "okta_verify_push": known(
      "okta-verify-push", "Okta Verify push", "okta-verify", "app", credential: .code),
    "okta_verify_fastpass": known(
      "okta-verify-fastpass", "Okta FastPass", "okta-verify", "app", credential: .code),
    "google_otp": googleOTP,
    "security_question": known("security-question", "Security Question", credential: .answer),
    "webauthn": known(
      "webauthn", "Security Key or Biometric", "passkey", "security-key", credential: .code),
    "duo": known("duo", "Duo Security", "app", credential: .code),
    "symantec_vip": known("symantec-vip", "Symantec VIP", "app", "symantec", credential: .code),
    "rsa_token": known("rsa-token", "RSA SecurID", "rsa", credential: .code),
    "onprem_mfa": known("onprem-mfa", "On-Prem MFA", "on-prem", credential: .code),
    "yubikey_token": known("yubikey", "YubiKey Authenticator", "yubikey_token", credential: .code),
    "custom_otp": known("custom-otp", "Custom OTP", credential: .code),
    "custom_app": known("custom-app", "Custom app", "app", credential: .code),
    "custom_push": known("custom-push", "Custom push", "app", credential: .code),
    "external_idp": known("external-idp", "IdP Authenticator", "federated", credential: .unknown),
    "smart_card_idp": known(
      "smart-card-idp", "Smart Card Authenticator", "smart-card", "federated",
      credential: .unknown),
    "tac": known("tac", "Temporary Access Code", "temporary-access-code", credential: .code),
    "nfc_pin": known("nfc-pin", "NFC PIN", credential: .pin),
  ]

  /// The known methods and channels by their types.
  static let methods: [String: Naming] = [
    "sms": Naming("sms", title: "SMS"),
    "voice": Naming("voice", title: "Voice call"),
    "email": Naming("email", title: "Email"),
    "password": Naming("password", title: "Password"),
    "otp": Naming("otp"),
    "totp": Naming("totp", title: "Enter a code"),
    "push": Naming("push", title: "Get a push notification"),
    "signed_nonce": Naming("fastpass", title: "Use Okta FastPass", aliases: ["signed_nonce"]),
    "security_question": Naming("security-question", title: "Security Question"),
    "webauthn": Naming("webauthn"),
    "security_key": Naming("security-key", aliases: ["security_key"]),
    "idp": Naming("idp"),
    "duo": Naming("duo"),
    "cert": Naming("cert"),
    "nfc": Naming("nfc"),
    "nfc_pin": Naming("nfc-pin"),
    "tac": Naming("tac"),
    "qrcode": Naming("qrcode", title: "QR code"),
    "samedevice": Naming("same-device", aliases: ["samedevice"]),
    "devicebootstrap": Naming("device-bootstrap", aliases: ["devicebootstrap"]),
  ]

  /// The keys of authenticator types that only one known authenticator has.
  ///
  /// The types `app` and `security_key` are missing because they are ambiguous.
  private static let keysOfTypes = [
    "password": "okta_password", "email": "okta_email", "phone": "phone_number",
    "security_question": "security_question", "nfc_pin": "nfc_pin", "tac": "tac",
  ]

  /// The keys of authenticators by a method, for documents without a key or a type.
  private static let keysOfMethods = [
    "password": "okta_password", "email": "okta_email", "sms": "phone_number",
    "voice": "phone_number", "security_question": "security_question", "webauthn": "webauthn",
    "security_key": "webauthn",
    "signed_nonce": "okta_verify", "push": "okta_verify", "totp": "okta_verify", "duo": "duo",
    "nfc_pin": "nfc_pin", "tac": "tac",
  ]

  /// The methods of authenticators that have only one method, because their forms need not name it.
  private static let methodsOfKeys = [
    "okta_verify_totp": "totp", "okta_verify_push": "push", "okta_verify_fastpass": "signed_nonce",
  ]

  /// The naming of an authenticator's only method; `nil` if the key doesn't determine the method.
  static func onlyMethod(ofKey key: String?) -> Naming? {
    key.flatMap { methodsOfKeys[$0] }.flatMap { methods[$0] }
  }

  /// The keys of authenticators by their English titles, for options without another
  /// identification.
  private static let keysOfTitles = Dictionary(
    authenticators.map { ($0.value.naming.title, $0.key) }, uniquingKeysWith: { first, _ in first })

  private static func known(
    _ word: String, _ title: String, _ aliases: String..., credential: Credential
  ) -> Authenticator {
    Authenticator(
      naming: Naming(word, title: title, aliases: aliases), aliases: aliases,
      credential: credential)
  }

  /// Finds a known authenticator by its key, or else by a type, a method or an English title.
  static func authenticator(
    key: String?, type: String?, methods: [JSON] = [], title: String?
  ) -> Authenticator? {
    if let key {
      switch MemberName(key) {
      case "okta_password": return password
      case "okta_email": return email
      case "phone_number": return phone
      case "google_otp": return googleOTP
      default: return authenticators[key]
      }
    }
    if let type, let key = keysOfTypes[type] { return authenticators[key] }
    for method in methods {
      let key = IDXAuthenticator.word(ofMethod: method).flatMap { keysOfMethods[$0] }
      if let key { return authenticators[key] }
    }
    if let title, let key = keysOfTitles[title] { return authenticators[key] }
    return nil
  }

  /// The naming of an authenticator, with its label in the current form.
  static func naming(of authenticator: Shared<IDXAuthenticator>?, label: String?) -> Naming {
    let title = label ?? authenticator?.displayName
    guard
      let known = self.authenticator(
        key: authenticator?.key, type: authenticator?.type,
        methods: authenticator?.methods ?? [], title: title)
    else {
      let word = authenticator?.key ?? title ?? authenticator?.type ?? "unnamed"
      return Naming(
        Naming.normalized(word), title: title,
        aliases: [authenticator?.type, authenticator?.displayName].compactMap { $0 })
    }
    // An enrollment may have a name of its own in addition to the label.
    let own = authenticator?.displayName
    let isUsual = own == nil || own == title || own == known.naming.title
    guard let title, title != known.naming.title || !isUsual else { return known.naming }
    return Naming(
      known.naming.word, title: title,
      aliases: known.aliases + [known.naming.title] + (isUsual ? [] : [own ?? title]))
  }

  /// The naming of a method, with its label in the current form.
  static func naming(ofMethod type: String, label: String?) -> Naming {
    guard let known = methods[type] else {
      return Naming(Naming.normalized(type), title: label, aliases: [type])
    }
    guard let label, label != known.title else { return known }
    return Naming(known.word, title: label, aliases: [type])
  }

  /// The kind of an authenticator's credential.
  static func credential(of authenticator: Shared<IDXAuthenticator>?) -> Credential {
    guard let authenticator else { return .unknown }
    return self.authenticator(
      key: authenticator.key, type: authenticator.type, methods: authenticator.methods,
      title: authenticator.displayName)?
      .credential ?? .unknown
  }
}

extension IDXNames {
  /// What a step is for, if it is taken instead of another step; `nil` if only its name says so.
  static func way(ofStep name: String, isRedirect: Bool) -> StepWay? {
    switch name {
    case "unlock-account": .unlock
    case "select-enroll-profile": .signUp
    case "select-identify": .back
    case "select-authenticator-authenticate", "select-authenticator-enroll",
      "select-authenticator-unlock-account":
      .chooseOther
    case "identify-recovery": .recover
    default: isRedirect ? .identityProvider : nil
    }
  }

  /// What a field is for.
  static func purpose(ofField name: String, _ credential: Credential) -> FieldPurpose? {
    switch name {
    case "passcode", "code", "verificationCode":
      switch credential {
      case .password: .password
      case .code: .oneTimeCode
      case .answer: .answer
      case .pin: .pin
      case .unknown: nil
      }
    case "totp", "otp": .oneTimeCode
    case "pin": .pin
    case "answer": .answer
    case "password", "newPassword", "oldPassword": .password
    case "identifier", "login", "username": .username
    case "email", "secondEmail", "primaryEmail": .emailAddress
    case "phoneNumber", "mobilePhone", "primaryPhone": .phoneNumber
    case "clientData", "authenticatorData", "signatureData", "attestation": .passkey
    default: nil
    }
  }

  /// The names of the steps that prove or set up a single authenticator.
  private static let aboutOne: Set<String> = [
    "authenticator-enrollment-data", "authenticator-verification-data", "challenge-authenticator",
    "challenge-poll", "enroll-authenticator", "enroll-poll", "reenroll-authenticator",
    "reset-authenticator",
  ]

  /// Whether a step is about an authenticator that the page doesn't identify.
  static func lacksAuthenticator(_ step: Step) -> Bool {
    guard step.subjects.isEmpty, aboutOne.contains(step.name) else { return false }
    return !step.fields.isEmpty || !step.choices.isEmpty || step.waiting != nil
  }
}

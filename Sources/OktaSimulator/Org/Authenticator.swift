/// The authenticators that a simulated org can have.
package enum Authenticator: String, Sendable, Hashable, CaseIterable {
  case password
  case email
  case phone
  case googleOTP = "google-otp"
  case oktaVerify = "okta-verify"
  case securityQuestion = "security-question"
  case webauthn
  case customOTP = "custom-otp"
  case duo
  case onPremMFA = "onprem-mfa"
  case rsaToken = "rsa-token"
  case symantecVIP = "symantec-vip"
  /// A code that an administrator makes for a user, such as a temporary access code of a help desk.
  case tac
  case yubikey

  /// Hashes the methods, which differ for each authenticator.
  ///
  /// Hashing the raw value would take several times as long.
  package func hash(into hasher: inout Hasher) { hasher.combine(methods.rawValue) }

  /// The names of the authenticator that settings accept, in normalized form.
  ///
  /// The preferred name is first.
  package var words: [String] {
    switch self {
    case .password: ["password", "okta-password"]
    case .email: ["email", "okta-email"]
    case .phone: ["phone", "phone-number"]
    case .googleOTP: ["google-otp", "google-authenticator"]
    case .oktaVerify: ["okta-verify"]
    case .securityQuestion: ["security-question"]
    case .webauthn: ["webauthn", "passkey", "security-key"]
    case .customOTP: ["custom-otp"]
    case .duo: ["duo"]
    case .onPremMFA: ["onprem-mfa", "on-prem"]
    case .rsaToken: ["rsa-token", "rsa"]
    case .symantecVIP: ["symantec-vip", "symantec"]
    case .tac: ["tac", "temporary-access-code"]
    case .yubikey: ["yubikey", "yubikey-token"]
    }
  }

  /// Other words that users write for the authenticator by mistake, in normalized form.
  var otherWords: [String] {
    switch self {
    case .password: ["pass", "pwd", "passwords", "knowledge-factor"]
    case .email: ["mail", "e-mail", "email-otp", "email-code", "magic-link", "email-magic-link"]
    case .phone: ["sms", "call", "voice", "mobile", "telephone", "text-message"]
    case .googleOTP: ["totp", "otp", "authenticator-app", "authenticator", "software-totp"]
    case .oktaVerify: ["verify", "push", "fastpass", "okta-fastpass", "signed-nonce"]
    case .securityQuestion: ["question", "secret-question"]
    case .webauthn: ["fido2", "fido", "u2f", "passkeys", "biometrics", "security-keys"]
    case .customOTP: ["custom-totp", "hotp", "custom-hotp"]
    case .duo: ["duo-security"]
    case .onPremMFA: ["on-prem-mfa"]
    case .rsaToken: ["rsa-securid", "securid"]
    case .symantecVIP: ["vip"]
    case .tac: ["access-code", "temporary-code", "temporary-access"]
    case .yubikey: ["yubico", "yubikey-otp"]
    }
  }

  /// The `key` of the authenticator on the wire.
  var key: String {
    switch self {
    case .password: "okta_password"
    case .email: "okta_email"
    case .phone: "phone_number"
    case .googleOTP: "google_otp"
    case .oktaVerify: "okta_verify"
    case .securityQuestion: "security_question"
    case .webauthn: "webauthn"
    case .customOTP: "custom_otp"
    case .duo: "duo"
    case .onPremMFA: "onprem_mfa"
    case .rsaToken: "rsa_token"
    case .symantecVIP: "symantec_vip"
    case .tac: "tac"
    case .yubikey: "yubikey_token"
    }
  }

  /// The `type` of the authenticator on the wire.
  var type: String {
    switch self {
    case .password: "password"
    case .email: "email"
    case .phone: "phone"
    case .googleOTP, .oktaVerify, .duo, .symantecVIP: "app"
    case .securityQuestion: "security_question"
    case .tac: "tac"
    case .webauthn, .customOTP, .onPremMFA, .rsaToken, .yubikey: "security_key"
    }
  }

  /// The label for users.
  ///
  /// Some clients find authenticators by exactly these labels.
  var label: String {
    switch self {
    case .password: "Password"
    case .email: "Email"
    case .phone: "Phone"
    case .googleOTP: "Google Authenticator"
    case .oktaVerify: "Okta Verify"
    case .securityQuestion: "Security Question"
    case .webauthn: "Security Key or Biometric"
    case .customOTP: "Custom OTP"
    case .duo: "Duo Security"
    case .onPremMFA: "On-Prem MFA"
    case .rsaToken: "RSA SecurID"
    case .symantecVIP: "Symantec VIP"
    case .tac: "Temporary Access Code"
    case .yubikey: "YubiKey"
    }
  }

  /// Every method that the authenticator can have.
  var methods: Methods {
    switch self {
    case .password: .password
    case .email: .email
    case .phone: [.sms, .voice]
    case .googleOTP: .otp
    case .oktaVerify: [.signedNonce, .push, .totp]
    case .securityQuestion: .securityQuestion
    case .webauthn: .webauthn
    case .customOTP: Methods(.customOTP)
    case .duo: Methods(.duo)
    case .onPremMFA: Methods(.onPremMFA)
    case .rsaToken: Methods(.rsaToken)
    case .symantecVIP: Methods(.symantecVIP)
    case .tac: .tac
    case .yubikey: Methods(.yubikey)
    }
  }

  /// The methods of the authenticator if the settings name none.
  ///
  /// They don't include FastPass, which must be named.
  var usualMethods: Methods { self == .oktaVerify ? [.push, .totp] : methods }

  /// The prefix of the ids of the authenticator's enrollments.
  var enrollmentPrefix: String {
    switch self {
    case .password: "lae"
    case .email: "eae"
    case .phone: "sms"
    case .googleOTP: "uft"
    case .oktaVerify: "pfd"
    case .securityQuestion: "qae"
    case .webauthn: "fwf"
    case .customOTP: "cot"
    case .duo: "dsf"
    case .onPremMFA: "opa"
    case .rsaToken: "rsa"
    case .symantecVIP: "svp"
    case .tac: "tac"
    case .yubikey: "ykf"
    }
  }

  /// Returns the authenticator that has a method.
  package init(of method: Method) {
    self =
      switch method {
      case .password: .password
      case .email: .email
      case .sms, .voice: .phone
      case .otp: .googleOTP
      case .signedNonce, .push, .totp: .oktaVerify
      case .securityQuestion: .securityQuestion
      case .webauthn: .webauthn
      case .customOTP: .customOTP
      case .duo: .duo
      case .onPremMFA: .onPremMFA
      case .rsaToken: .rsaToken
      case .symantecVIP: .symantecVIP
      case .tac: .tac
      case .yubikey: .yubikey
      }
  }

  /// The authenticators whose code comes from a device or from another service.
  ///
  /// A simulated device always shows the same code.
  static let devices: [Authenticator] = [
    .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey,
  ]

  /// Whether users enroll the authenticator themselves.
  ///
  /// Otherwise administrators give it to them.
  package var isEnrolledByUsers: Bool { self != .tac }

  /// The name of the form field that contains the code.
  var codeField: String { self == .duo ? "signatureData" : "passcode" }
}

extension Authenticator {
  /// Normalized names of Identity Engine authenticators that can't be simulated yet.
  static let later = [
    "custom-app", "custom-push", "external-idp", "smart-card-idp", "smart-card", "nfc-pin",
  ]
}

/// A factor that an account has enrolled.
///
/// Each phone of an account is a separate factor.
package enum Enrollment: Sendable, Hashable {
  case password
  case email
  case phone(Int)
  case googleOTP
  case oktaVerify
  case securityQuestion
  /// All passkeys of the account.
  ///
  /// The user may verify any of the passkeys.
  case webauthn
  /// A device or service that displays a code, or a temporary access code.
  case device(Authenticator)

  /// The authenticator of the enrollment.
  package var authenticator: Authenticator {
    switch self {
    case .password: .password
    case .email: .email
    case .phone: .phone
    case .googleOTP: .googleOTP
    case .oktaVerify: .oktaVerify
    case .securityQuestion: .securityQuestion
    case .webauthn: .webauthn
    case .device(let authenticator): authenticator
    }
  }
}

/// What the simulated org can verify people with.
enum Authenticator: String, Sendable, Hashable, CaseIterable {
  case password
  case email
  case phone
  case googleOTP = "google-otp"
  case oktaVerify = "okta-verify"
  case securityQuestion = "security-question"
  case webauthn

  /// The words that settings may call it, normalized, the usual one first.
  var words: [String] {
    switch self {
    case .password: ["password", "okta-password"]
    case .email: ["email", "okta-email"]
    case .phone: ["phone", "phone-number"]
    case .googleOTP: ["google-otp", "google-authenticator"]
    case .oktaVerify: ["okta-verify"]
    case .securityQuestion: ["security-question"]
    case .webauthn: ["webauthn", "passkey", "security-key"]
    }
  }

  /// Its stable name on the wire.
  var key: String {
    switch self {
    case .password: "okta_password"
    case .email: "okta_email"
    case .phone: "phone_number"
    case .googleOTP: "google_otp"
    case .oktaVerify: "okta_verify"
    case .securityQuestion: "security_question"
    case .webauthn: "webauthn"
    }
  }

  /// Its type on the wire.
  var type: String {
    switch self {
    case .password: "password"
    case .email: "email"
    case .phone: "phone"
    case .googleOTP, .oktaVerify: "app"
    case .securityQuestion: "security_question"
    case .webauthn: "security_key"
    }
  }

  /// What a person reads; some clients find authenticators by exactly these labels.
  var label: String {
    switch self {
    case .password: "Password"
    case .email: "Email"
    case .phone: "Phone"
    case .googleOTP: "Google Authenticator"
    case .oktaVerify: "Okta Verify"
    case .securityQuestion: "Security Question"
    case .webauthn: "Security Key or Biometric"
    }
  }

  /// Every method that it can have.
  var methods: Methods {
    switch self {
    case .password: .password
    case .email: .email
    case .phone: [.sms, .voice]
    case .googleOTP: .otp
    case .oktaVerify: [.signedNonce, .push, .totp]
    case .securityQuestion: .securityQuestion
    case .webauthn: .webauthn
    }
  }

  /// The methods that it has where settings name none: FastPass is asked for by name.
  var usualMethods: Methods { self == .oktaVerify ? [.push, .totp] : methods }

  /// How the ids of its enrolments begin.
  var enrolmentPrefix: String {
    switch self {
    case .password: "lae"
    case .email: "eae"
    case .phone: "sms"
    case .googleOTP: "uft"
    case .oktaVerify: "pfd"
    case .securityQuestion: "qae"
    case .webauthn: "fwf"
    }
  }

  /// The authenticator of a method.
  init(of method: Method) {
    self =
      switch method {
      case .password: .password
      case .email: .email
      case .sms, .voice: .phone
      case .otp: .googleOTP
      case .signedNonce, .push, .totp: .oktaVerify
      case .securityQuestion: .securityQuestion
      case .webauthn: .webauthn
      }
  }
}

extension Authenticator {
  /// Names of the Identity Engine's other authenticators, which can't be simulated yet, normalized.
  static let later = [
    "duo", "yubikey-token", "yubikey",
    "rsa-token", "onprem-mfa", "symantec-vip", "custom-otp", "custom-app", "custom-push",
    "external-idp", "smart-card-idp", "smart-card", "tac", "nfc-pin",
  ]
}

/// Something of an account that can be verified: an authenticator, and which one of several phones.
enum Enrolment: Sendable, Hashable {
  case password
  case email
  case phone(Int)
  case googleOTP
  case oktaVerify
  case securityQuestion
  /// All passkeys of the account: any of them will do.
  case webauthn

  /// The authenticator that it belongs to.
  var authenticator: Authenticator {
    switch self {
    case .password: .password
    case .email: .email
    case .phone: .phone
    case .googleOTP: .googleOTP
    case .oktaVerify: .oktaVerify
    case .securityQuestion: .securityQuestion
    case .webauthn: .webauthn
    }
  }
}

/// What the simulated org can verify people with.
enum Authenticator: String, Sendable, Hashable, CaseIterable {
  case password
  case email
  case phone
  case googleOTP = "google-otp"
  case oktaVerify = "okta-verify"
  case securityQuestion = "security-question"

  /// The words that settings may call it, normalized, the usual one first.
  var words: [String] {
    switch self {
    case .password: ["password", "okta-password"]
    case .email: ["email", "okta-email"]
    case .phone: ["phone", "phone-number"]
    case .googleOTP: ["google-otp", "google-authenticator"]
    case .oktaVerify: ["okta-verify"]
    case .securityQuestion: ["security-question"]
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
      }
  }
}

extension Authenticator {
  /// Names of the Identity Engine's other authenticators, which can't be simulated yet, normalized.
  static let later = [
    "webauthn", "security-key", "passkey", "duo", "yubikey-token", "yubikey",
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

  /// The authenticator that it belongs to.
  var authenticator: Authenticator {
    switch self {
    case .password: .password
    case .email: .email
    case .phone: .phone
    case .googleOTP: .googleOTP
    case .oktaVerify: .oktaVerify
    case .securityQuestion: .securityQuestion
    }
  }
}

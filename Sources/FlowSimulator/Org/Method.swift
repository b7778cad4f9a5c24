/// One way of proving oneself, by its name on the wire.
enum Method: String, Sendable, Hashable, CaseIterable {
  case password
  case email
  case sms
  case voice
  case otp
  case securityQuestion = "security_question"
  case webauthn

  /// What a person reads where methods are offered for choice.
  var label: String {
    switch self {
    case .password: "Password"
    case .email: "Email"
    case .sms: "SMS"
    case .voice: "Voice call"
    case .otp: "Enter a code"
    case .securityQuestion: "Security Question"
    case .webauthn: "Security Key or Biometric"
    }
  }

  /// What an ID token says of it (RFC 8176, section 2).
  var authenticationReference: String {
    switch self {
    case .password: "pwd"
    case .email, .otp: "otp"
    case .sms: "sms"
    case .voice: "tel"
    case .securityQuestion: "kba"
    case .webauthn: "pop"
    }
  }
}

/// A set of methods, a bit each: what was verified, what is enrolled, what a policy accepts.
struct Methods: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  static let password = Methods(.password)
  static let email = Methods(.email)
  static let sms = Methods(.sms)
  static let voice = Methods(.voice)
  static let otp = Methods(.otp)
  static let securityQuestion = Methods(.securityQuestion)
  static let webauthn = Methods(.webauthn)

  /// Something that is known.
  static let knowledge: Methods = [.password, .securityQuestion]
  /// Something that is had.
  static let possession: Methods = [.email, .sms, .voice, .otp, .webauthn]
  /// Any method at all.
  static let all: Methods = [.knowledge, .possession]

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  init(_ method: Method) {
    rawValue =
      switch method {
      case .password: 1
      case .email: 2
      case .sms: 4
      case .voice: 8
      case .otp: 16
      case .securityQuestion: 32
      case .webauthn: 64
      }
  }

  /// The methods of the set, in a fixed order.
  var list: [Method] {
    Method.allCases.filter { contains(Methods($0)) }
  }
}

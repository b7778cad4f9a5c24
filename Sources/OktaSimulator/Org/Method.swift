/// A method of an authenticator.
///
/// The raw value is unique. The name on the wire is `wire`.
package enum Method: String, Sendable, Hashable, CaseIterable {
  case password
  case email
  case sms
  case voice
  case otp
  case signedNonce = "signed_nonce"
  case push
  case totp
  case securityQuestion = "security_question"
  case webauthn
  case customOTP = "custom_otp"
  case duo
  case onPremMFA = "onprem_mfa"
  case rsaToken = "rsa_token"
  case symantecVIP = "symantec_vip"
  case tac
  case yubikey = "yubikey_token"

  /// Hashes the bit of the method.
  ///
  /// Hashing the raw value would take several times as long.
  package func hash(into hasher: inout Hasher) { hasher.combine(Methods(self).rawValue) }

  /// The label for users in a choice of methods.
  var label: String {
    switch self {
    case .password: "Password"
    case .email: "Email"
    case .sms: "SMS"
    case .voice: "Voice call"
    case .otp, .totp: "Enter a code"
    case .signedNonce: "Use Okta FastPass"
    case .push: "Get a push notification"
    case .securityQuestion: "Security Question"
    case .webauthn: "Security Key or Biometric"
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .tac, .yubikey:
      Authenticator(of: self).label
    }
  }

  /// The name on the wire.
  ///
  /// Most devices share the same name.
  var wire: String {
    switch self {
    case .customOTP, .onPremMFA, .rsaToken, .symantecVIP, .yubikey: "otp"
    default: rawValue
    }
  }

  /// The name in settings.
  package var word: String { self == .signedNonce ? "fastpass" : rawValue }

  /// Returns the method with a name in settings or a raw value; `nil` if there is none.
  init?(word: String) {
    guard let method = Method.allCases.first(where: { $0.word == word || $0.rawValue == word })
    else { return nil }
    self = method
  }

  /// All names of the method in scripts, such as `sms`, `phone`, and `phone via sms`.
  package var names: [String] {
    [word] + Authenticator(of: self).words.flatMap { [$0, "\($0) via \(word)"] }
  }

  /// The value of the method in the `amr` claim of an ID token (RFC 8176, section 2).
  var authenticationReference: String {
    switch self {
    case .password: "pwd"
    case .email, .otp, .totp: "otp"
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .tac, .yubikey: "otp"
    case .signedNonce, .push: "swk"
    case .sms: "sms"
    case .voice: "tel"
    case .securityQuestion: "kba"
    case .webauthn: "pop"
    }
  }
}

/// A set of methods with one bit for each method.
struct Methods: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  static let password = Methods(.password)
  static let email = Methods(.email)
  static let sms = Methods(.sms)
  static let voice = Methods(.voice)
  static let otp = Methods(.otp)
  static let securityQuestion = Methods(.securityQuestion)
  static let webauthn = Methods(.webauthn)
  static let signedNonce = Methods(.signedNonce)
  static let push = Methods(.push)
  static let totp = Methods(.totp)
  static let tac = Methods(.tac)

  /// The methods whose code comes from a device or from another service.
  static let device: Methods = [
    Methods(.customOTP), Methods(.duo), Methods(.onPremMFA), Methods(.rsaToken),
    Methods(.symantecVIP), Methods(.yubikey),
  ]

  /// The methods that prove knowledge.
  static let knowledge: Methods = [.password, .securityQuestion, .tac]
  /// The methods that prove possession.
  static let possession: Methods = [
    .email, .sms, .voice, .otp, .signedNonce, .push, .totp, .webauthn, .device,
  ]
  /// All methods.
  static let all: Methods = [.knowledge, .possession]

  init(rawValue: UInt32) {
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
      case .customOTP: 128
      case .signedNonce: 256
      case .push: 512
      case .totp: 1024
      case .duo: 2048
      case .onPremMFA: 4096
      case .rsaToken: 8192
      case .symantecVIP: 16384
      case .yubikey: 32768
      case .tac: 65536
      }
  }

  /// The methods of the set, in a fixed order.
  var list: [Method] {
    Methods.each.compactMap { contains($0.set) ? $0.method : nil }
  }

  /// Every method, with the set that contains only that method.
  ///
  /// This is precomputed because every page iterates over it.
  static let each = Method.allCases.map { (method: $0, set: Methods($0)) }

  /// Returns the method of the set that has a name on the wire; `nil` if there is none.
  func named(_ wire: String) -> Method? {
    list.first { $0.wire == wire }
  }
}

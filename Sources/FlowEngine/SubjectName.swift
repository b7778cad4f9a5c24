/// The name of an authenticator, a method, an account or another thing that a step is about.
///
/// The names are those that scripts use. They are the same in every language of the server.
public struct SubjectName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name as scripts write it (`okta-verify`).
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a name.
  public init(_ name: String) { rawValue = name }
  /// Makes a name.
  public init(stringLiteral name: String) { rawValue = name }
}

extension SubjectName {
  // MARK: Authenticators

  /// A password.
  public static let password: SubjectName = "password"
  /// An email with a code or a link: an authenticator, and also a method.
  public static let email: SubjectName = "email"
  /// A phone, which receives a code by SMS or by a call.
  public static let phone: SubjectName = "phone"
  /// Okta Verify.
  public static let oktaVerify: SubjectName = "okta-verify"
  /// Google Authenticator, or another app that computes one-time codes (RFC 6238).
  public static let googleOTP: SubjectName = "google-otp"
  /// A passkey: a security key, or the device's own (W3C Web Authentication).
  public static let passkey: SubjectName = "webauthn"
  /// A security question.
  public static let securityQuestion: SubjectName = "security-question"
  /// Duo Security.
  public static let duo: SubjectName = "duo"
  /// A YubiKey that types one-time codes.
  public static let yubiKey: SubjectName = "yubikey"
  /// Symantec VIP.
  public static let symantecVIP: SubjectName = "symantec-vip"
  /// RSA SecurID.
  public static let rsaToken: SubjectName = "rsa-token"
  /// A temporary access code from an administrator.
  public static let temporaryAccessCode: SubjectName = "tac"
  /// A smart card.
  public static let smartCard: SubjectName = "smart-card-idp"
  /// A sign-in at another identity provider.
  public static let identityProvider: SubjectName = "external-idp"

  // MARK: Methods

  /// A text message.
  public static let sms: SubjectName = "sms"
  /// A call.
  public static let voice: SubjectName = "voice"
  /// A notification that the user approves.
  public static let push: SubjectName = "push"
  /// A code that an app computes (RFC 6238).
  public static let totp: SubjectName = "totp"
  /// Okta FastPass.
  public static let fastPass: SubjectName = "fastpass"
}

extension SubjectName: CustomStringConvertible {
  /// The name as scripts write it.
  public var description: String { rawValue }
}

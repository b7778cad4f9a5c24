public import FlowText

/// A step's challenge for a passkey: to create one, or to sign (W3C Web Authentication, Level 2).
///
/// Bytes are texts in base64url without padding (RFC 4648, section 5), as in the engine's messages.
public struct PasskeyChallenge: Sendable, Hashable {
  /// The purpose of a challenge.
  public enum Purpose: String, Sendable, Hashable {
    /// To create a passkey (`navigator.credentials.create`).
    case enrolment
    /// To sign with an enrolled passkey (`navigator.credentials.get`).
    case verification
  }

  /// The purpose.
  public var purpose: Purpose
  /// The relying party's id: a host name.
  public var relyingParty: String
  /// Whether the page names the relying party explicitly.
  ///
  /// Otherwise a client may use the page's host.
  public var isRelyingPartyNamed = true
  /// The origin for which the passkey answers: `https://acme.okta.com`.
  public var origin: String
  /// The random bytes that are signed.
  public var challenge: String
  /// The account of the passkey, if one is created.
  public var userHandle: String?
  /// The account's name for users.
  public var userName: String?
  /// For a signature: the credentials that may answer, any if empty.
  ///
  /// For a creation: the credentials that must not exist already.
  public var credentials: [String]
  /// The accepted algorithms, by their COSE numbers (RFC 9053); any if empty.
  public var algorithms: [Int]
  /// Whether the user must be verified, by a PIN or a fingerprint, and not only be present.
  public var verifiesUser: Bool
  /// The full names of the fields for the parts of the answer.
  public var fields: [Part: String]

  /// A part of a passkey's answer.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    case clientData
    case authenticatorData
    case signature
    case userHandle
    case attestation
    /// The transports of the authenticator, a JSON list of words (W3C Web Authentication, Level 2,
    /// section 5.2.1).
    case transports
    /// The results of the extensions, a JSON object (section 9).
    case clientExtensions

    /// The default of a part that its holder may omit; `nil` if every holder has to provide it.
    public var usual: String? {
      switch self {
      case .transports: "[]"
      case .clientExtensions: "{}"
      case .clientData, .authenticatorData, .signature, .userHandle, .attestation: nil
      }
    }
  }

  /// Makes a challenge.
  public init(
    _ purpose: Purpose, relyingParty: String, origin: String, challenge: String,
    userHandle: String? = nil, userName: String? = nil, credentials: [String] = [],
    algorithms: [Int] = [], verifiesUser: Bool = false, fields: [Part: String]
  ) {
    self.purpose = purpose
    self.relyingParty = relyingParty
    self.origin = origin
    self.challenge = challenge
    self.userHandle = userHandle
    self.userName = userName
    self.credentials = credentials
    self.algorithms = algorithms
    self.verifiesUser = verifiesUser
    self.fields = fields
  }
}

/// Answers the challenges for passkeys.
///
/// It is software with the keys.
public protocol PasskeyHolder: Sendable {
  /// The reason why it can't answer any challenge, such as a missing library; `nil` if it can.
  var unavailability: PlainFailure? { get }

  /// The names of the passkeys that could answer a challenge, for the user to choose from. Empty if
  /// a passkey is to be created, which may have any name.
  func names(for challenge: PasskeyChallenge) -> [String]

  /// Answers a challenge with a named passkey.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of the step.
  ///   - name: The script's name of the passkey.
  /// - Returns: The parts, in base64url without padding. Transports and extensions are JSON texts.
  /// - Throws: `PlainFailure`.
  func answer(
    _ challenge: PasskeyChallenge, by name: String
  ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String]
}

extension PasskeyHolder {
  /// It can answer challenges.
  public var unavailability: PlainFailure? { nil }
  /// Its passkeys are unknown.
  public func names(for challenge: PasskeyChallenge) -> [String] { [] }
}

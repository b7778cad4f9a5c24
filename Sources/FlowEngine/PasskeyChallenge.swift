public import FlowText

/// A challenge that asks a passkey to sign, or asks to create a passkey (W3C Web Authentication,
/// Level 2).
///
/// All bytes are texts in base64url without padding (RFC 4648, section 5), as in the engine's
/// messages.
public struct PasskeyChallenge: Sendable, Hashable {
  /// The purpose of a challenge.
  public enum Purpose: String, Sendable, Hashable {
    /// To create a passkey (`navigator.credentials.create`).
    case enrollment
    /// To sign with an enrolled passkey (`navigator.credentials.get`).
    case verification
  }

  /// The purpose.
  public var purpose: Purpose
  /// The id of the relying party, which is a host name.
  public var relyingParty: String
  /// Whether the page gives the id of the relying party.
  ///
  /// If the page doesn't give the id, a client may use the host of the page instead.
  public var isRelyingPartyNamed = true
  /// The origin of the page that asks, such as `https://acme.okta.com`.
  public var origin: String
  /// The random bytes that are signed.
  public var challenge: String
  /// The id of the account for a new passkey; `nil` for a signature.
  public var userHandle: String?
  /// The name of the account for users; `nil` if there is none.
  public var userName: String?
  /// For a signature, the ids of the credentials that may answer; any may if the list is empty.
  ///
  /// For a new passkey, the ids of the credentials that must not exist yet.
  public var credentials: [String]
  /// The accepted algorithms, by their COSE numbers (RFC 9053); all are accepted if the list is
  /// empty.
  public var algorithms: [Int]
  /// Whether a PIN or a fingerprint must verify the user.
  ///
  /// Otherwise the user must only be present.
  public var verifiesUser: Bool
  /// The full names of the fields that the parts of the answer fill.
  public var fields: [Part: String]

  /// A part of a passkey's answer.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    case clientData
    case authenticatorData
    case signature
    case userHandle
    case attestation
    /// The transports of the authenticator, as a JSON list of words (W3C Web Authentication, Level
    /// 2, section 5.2.1).
    case transports
    /// The results of the extensions, as a JSON object (section 9).
    case clientExtensions

    /// The default if the answer doesn't contain this part; `nil` if the part is required.
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

/// Software that holds passkeys and answers challenges with them.
public protocol PasskeyHolder: Sendable {
  /// The reason why no challenge can be answered, such as a missing library; `nil` if there is
  /// none.
  var unavailability: PlainFailure? { get }

  /// Returns the names of the passkeys that could answer a challenge.
  ///
  /// The user chooses one of them.
  ///
  /// The list is empty if the challenge asks to create a passkey, which may have any name.
  func names(for challenge: PasskeyChallenge) -> [String]

  /// Answers a challenge with a named passkey.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of the step.
  ///   - name: The script's name of the passkey.
  /// - Returns: The parts of the answer, in base64url without padding. Transports and extensions
  ///   are JSON texts.
  /// - Throws: `PlainFailure`.
  func answer(
    _ challenge: PasskeyChallenge, by name: String
  ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String]
}

extension PasskeyHolder {
  /// Returns `nil`, because challenges can be answered.
  public var unavailability: PlainFailure? { nil }
  /// Returns no names, because the passkeys are unknown.
  public func names(for challenge: PasskeyChallenge) -> [String] { [] }
}

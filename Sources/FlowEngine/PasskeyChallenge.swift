public import FlowText

/// What a step asks of a passkey: to be made, or to sign (W3C Web Authentication, Level 2).
///
/// Bytes are texts in base64url without padding (RFC 4648, section 5), as the engine carries them.
public struct PasskeyChallenge: Sendable, Hashable {
  /// What is asked.
  public enum Purpose: String, Sendable, Hashable {
    /// A new passkey (`navigator.credentials.create`).
    case enrolment
    /// A signature by one that is enrolled (`navigator.credentials.get`).
    case verification
  }

  /// What is asked.
  public var purpose: Purpose
  /// The relying party's id: a host name.
  public var relyingParty: String
  /// Whether the page names the relying party outright; otherwise a client may take the page's host.
  public var isRelyingPartyNamed = true
  /// The origin in whose name the passkey answers: `https://acme.okta.com`.
  public var origin: String
  /// The random bytes that are signed.
  public var challenge: String
  /// The account that the passkey is for, where one is made.
  public var userHandle: String?
  /// What a person calls the account.
  public var userName: String?
  /// The credentials that may answer where a signature is asked, any where there is none; those that
  /// must not be there already where a passkey is made.
  public var credentials: [String]
  /// The algorithms that are accepted, by their COSE numbers (RFC 9053); any where there is none.
  public var algorithms: [Int]
  /// Whether the person must be verified, by a PIN or a finger, and not only be present.
  public var verifiesUser: Bool
  /// The full names of the fields that the parts of the answer go to.
  public var fields: [Part: String]

  /// A part of a passkey's answer.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    case clientData
    case authenticatorData
    case signature
    case userHandle
    case attestation
    /// How the authenticator can be reached, a JSON list of words (W3C Web Authentication, Level 2,
    /// section 5.2.1).
    case transports
    /// What came of the extensions, a JSON object (section 9).
    case clientExtensions

    /// What a part is that its holder doesn't give; `nil` if every holder has to give it.
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

/// Who answers the challenges for passkeys: software that holds their keys.
public protocol PasskeyHolder: Sendable {
  /// Why it can answer no challenge at all, such as a missing library; `nil` where it can.
  var unavailability: PlainFailure? { get }

  /// The names of the passkeys that could answer a challenge, for a person to choose from; none where
  /// a passkey is to be made, which may have any name.
  func names(for challenge: PasskeyChallenge) -> [String]

  /// Answers a challenge by the passkey of a name.
  ///
  /// - Parameters:
  ///   - challenge: what the step asks.
  ///   - name: what the script calls the passkey.
  /// - Returns: the parts, in base64url without padding; transports and extensions as JSON texts.
  /// - Throws: `PlainFailure`.
  func answer(
    _ challenge: PasskeyChallenge, by name: String
  ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String]
}

extension PasskeyHolder {
  /// Nothing stands in the way.
  public var unavailability: PlainFailure? { nil }
  /// None is known.
  public func names(for challenge: PasskeyChallenge) -> [String] { [] }
}

package import FlowText
package import FlowCrypto
package import FlowEngine
import FlowHTTP

/// A passkey in software: the key for one account at one relying party.
///
/// It implements W3C Web Authentication, Level 2, with ES256 signatures. Its attestation is `none`.
/// It reports that the user is present and verified, and that the key is neither backed up nor
/// eligible for backup.
package struct SoftwarePasskey: Sendable, Hashable {
  /// The relying party's id.
  package let relyingParty: String
  /// The credential's id, 16 random bytes.
  package let credential: [UInt8]
  /// The account's handle, which the relying party has chosen.
  package let userHandle: [UInt8]
  /// The number of signatures that the passkey has made.
  package private(set) var counter: UInt32
  private let key: P256.PrivateKey

  /// The public key: an uncompressed point of 65 bytes.
  package var publicKey: [UInt8] { key.publicKey.point }
  /// The private key, 32 bytes.
  package var scalar: Secret { Secret(Base64URL.encode(key.scalar)) }

  /// The COSE number of ES256 (RFC 9053, section 2.1).
  private static let algorithm = -7

  /// Creates a passkey from its parts.
  ///
  /// - Parameters:
  ///   - relyingParty: The relying party's id.
  ///   - credential: The credential's id.
  ///   - userHandle: The account's handle.
  ///   - scalar: The key, 32 bytes.
  ///   - counter: The number of signatures so far.
  /// - Throws: `CryptoFailure`.
  package init(
    relyingParty: String, credential: [UInt8], userHandle: [UInt8], scalar: [UInt8],
    counter: UInt32
  ) throws(CryptoFailure) {
    self.relyingParty = relyingParty
    self.credential = credential
    self.userHandle = userHandle
    self.counter = counter
    key = try P256.PrivateKey(scalar: scalar)
  }

  /// Creates a new passkey for the account in a challenge.
  package init(
    for challenge: PasskeyChallenge, randomBytes: (Int) -> [UInt8]
  ) throws(PlainFailure) {
    guard challenge.algorithms.isEmpty || challenge.algorithms.contains(Self.algorithm) else {
      throw PlainFailure("the step doesn't accept passkeys with ES256")
    }
    relyingParty = challenge.relyingParty
    credential = randomBytes(16)
    userHandle = challenge.userHandle.flatMap { Base64URL.decode($0) } ?? []
    counter = 0
    do { key = try P256.PrivateKey(randomBytes: randomBytes) } catch { throw Self.failure(error) }
  }

  // MARK: Answering

  /// The transports, which say that the passkey is in the device itself (section 5.8.4).
  private static let transports = "[\"internal\"]"
  /// The results of extensions, none of which is supported; a client may always omit them (section
  /// 9).
  private static let extensions = "{}"

  /// Returns the response that enrolls the passkey (section 7.1).
  package func attestation(
    to challenge: PasskeyChallenge
  ) -> [PasskeyChallenge.Part: String] {
    let object = CBOR.map([
      (.text("fmt"), .text("none")),
      (.text("attStmt"), .map([])),
      (.text("authData"), .bytes(data(flags: [.present, .verified, .attested]) + attested)),
    ])
    return [
      .clientData: Base64URL.encode(Self.clientData("webauthn.create", challenge)),
      .attestation: Base64URL.encode(object.encoded),
      .transports: Self.transports, .clientExtensions: Self.extensions,
    ]
  }

  /// Returns the response that proves possession of the passkey (section 7.2), and counts the
  /// signature.
  package mutating func assertion(
    to challenge: PasskeyChallenge
  ) throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    counter &+= 1
    let client = Self.clientData("webauthn.get", challenge)
    let data = data(flags: [.present, .verified])
    let signature: [UInt8]
    do { signature = try key.signature(of: data + SHA256.hash(client)) } catch {
      throw Self.failure(error)
    }
    return [
      .clientData: Base64URL.encode(client), .authenticatorData: Base64URL.encode(data),
      .signature: Base64URL.encode(signature), .userHandle: Base64URL.encode(userHandle),
      .clientExtensions: Self.extensions,
    ]
  }

  private static func failure(_ failure: CryptoFailure) -> PlainFailure {
    PlainFailure("the passkey can't sign: \(failure)")
  }

  // MARK: Parts

  /// The flags of the authenticator data (section 6.1).
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let present = Flags(rawValue: 0x01)
    static let verified = Flags(rawValue: 0x04)
    static let attested = Flags(rawValue: 0x40)
  }

  private func data(flags: Flags) -> [UInt8] {
    SHA256.hash(Array(relyingParty.utf8)) + [flags.rawValue]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }
  }

  /// The credential's id and public key (sections 6.5.1 and 5.8.5; RFC 9053, section 7.1.1).
  private var attested: [UInt8] {
    let coseKey = CBOR.map([
      (.integer(1), .integer(2)),
      (.integer(3), .integer(Self.algorithm)),
      (.integer(-1), .integer(1)),
      (.integer(-2), .bytes(key.publicKey.x)),
      (.integer(-3), .bytes(key.publicKey.y)),
    ])
    let size = credential.count
    return Array(repeating: 0, count: 16) + [UInt8(size >> 8), UInt8(size & 0xFF)] + credential
      + coseKey.encoded
  }

  private static func clientData(_ type: String, _ challenge: PasskeyChallenge) -> [UInt8] {
    // Section 5.8.1.1 requires this order.
    let object: JSON = [
      "type": .string(type), "challenge": .string(challenge.challenge),
      "origin": .string(challenge.origin), "crossOrigin": false,
    ]
    return object.bytes()
  }
}

extension SoftwarePasskey: CustomStringConvertible, CustomReflectable {
  /// The type and the relying party, because the other members are secret.
  package var description: String { "SoftwarePasskey for \(relyingParty)" }
  /// A mirror without children, so that a dump shows nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

import FlowCrypto
import FlowHTTP

/// Validates the responses of passkeys (W3C Web Authentication, Level 2, section 7).
struct PasskeyCheck: Sendable {
  /// The host for which passkeys are valid.
  let host: String
  /// The origin of the org.
  let origin: String
  /// The random challenge, in base64url.
  let nonce: String

  /// The parts of a passkey's response to a challenge.
  struct Assertion: Sendable {
    var clientData: [UInt8]
    var authenticatorData: [UInt8]
    var signature: [UInt8]
  }

  /// The valid lengths of a credential id (section 7.1, step 17).
  private static let credentialLength = 1...1023

  /// Returns the passkey in an attestation (section 7.1).
  ///
  /// Returns `nil` if the attestation isn't valid, or if it contains an attestation statement,
  /// which the org doesn't request.
  func enrolled(clientData: [UInt8], attestation: [UInt8]) -> Account.Passkey? {
    guard isRight(clientData, type: "webauthn.create") else { return nil }
    var reader = CBORReader(attestation)
    guard let object = reader.value(), reader.isAtEnd, object[.text("fmt")] == .text("none"),
      object[.text("attStmt")] == .map([]), let bytes = object[.text("authData")]?.bytes,
      let data = AuthenticatorData(bytes), isRight(data), data.flags.contains(.attested),
      let attested = data.attested
    else { return nil }
    var passkey = Account.Passkey(
      credential: attested.credential, key: attested.key, counter: data.counter)
    if data.flags.contains(.synced) { passkey.traits.subtract(.deviceBound) }
    return passkey
  }

  /// The facts that a valid signature proves.
  struct Signed: Sendable {
    /// The index of the passkey that signed.
    var index: Int
    var counter: UInt32
    /// Whether the passkey verified its user.
    var isUserVerified: Bool
    /// Whether the key of the passkey can be on other devices too.
    var isSynced: Bool
  }

  /// Returns the facts about the passkey that signed an assertion (section 7.2); `nil` if none of
  /// the given passkeys signed it.
  ///
  /// - Throws: `CryptoFailure` if this machine can't verify signatures.
  func verified(
    _ assertion: Assertion, by passkeys: [Account.Passkey]
  ) throws(CryptoFailure) -> Signed? {
    guard isRight(assertion.clientData, type: "webauthn.get"),
      let data = AuthenticatorData(assertion.authenticatorData), isRight(data)
    else { return nil }
    let message = assertion.authenticatorData + SHA256.hash(assertion.clientData)
    for (index, passkey) in passkeys.enumerated()
    where try passkey.key.isValid(assertion.signature, of: message) {
      // A counter that doesn't increase indicates a copy of the key (section 7.2, step 21).
      let counts = data.counter > 0 || passkey.counter > 0
      guard !counts || data.counter > passkey.counter else { return nil }
      return Signed(
        index: index, counter: data.counter, isUserVerified: data.flags.contains(.verified),
        isSynced: data.flags.contains(.synced))
    }
    return nil
  }

  private func isRight(_ clientData: [UInt8], type: String) -> Bool {
    let limits = JSONLimits(depth: OrgLimits.bodyDepth, size: OrgLimits.bodyLength)
    guard let object = try? JSON(parsing: clientData, limits: limits),
      object["type"]?.string == type, isOrigin(object["origin"]?.string),
      object["crossOrigin"] != true, let signed = object["challenge"]?.string
    else { return false }
    return !nonce.isEmpty && Base64URL.decode(signed) == Base64URL.decode(nonce)
  }

  /// Whether an origin may use a passkey: the org's own origin, or any port of the same host if the
  /// host is this machine.
  private func isOrigin(_ text: String?) -> Bool {
    guard let text else { return false }
    if text == origin { return true }
    guard let url = HTTPURL(text), url.origin == text, url.isLoopback else { return false }
    return url.host == host
  }

  private func isRight(_ data: AuthenticatorData) -> Bool {
    data.party == SHA256.hash(Array(host.utf8)) && data.flags.contains(.present)
  }

  /// The data that an authenticator signs (section 6.1).
  private struct AuthenticatorData {
    struct Flags: OptionSet {
      let rawValue: UInt8
      static let present = Flags(rawValue: 0x01)
      static let verified = Flags(rawValue: 0x04)
      /// The key can be backed up (Level 3, section 6.1.3).
      ///
      /// It doesn't matter whether the key already is backed up.
      static let synced = Flags(rawValue: 0x08)
      static let attested = Flags(rawValue: 0x40)
      static let extended = Flags(rawValue: 0x80)
    }

    var party: [UInt8]
    var flags: Flags
    var counter: UInt32
    /// The credential and its public key; `nil` if they are missing.
    var attested: (credential: [UInt8], key: PasskeyKey)?

    /// The length of the host's hash, the flags and the counter, in bytes.
    private static let headLength = 37
    private static let modelLength = 16

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= Self.headLength else { return nil }
      party = Array(bytes[..<32])
      flags = Flags(rawValue: bytes[32])
      counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
      guard flags.contains(.attested) else { return }
      let rest = bytes[(Self.headLength + min(Self.modelLength, bytes.count - Self.headLength))...]
      guard rest.count > 2 else { return nil }
      let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
      guard PasskeyCheck.credentialLength.contains(length), rest.count > length + 2 else {
        return nil
      }
      let credential = Array(rest.dropFirst(2).prefix(length))
      var reader = CBORReader(Array(rest.dropFirst(2 + length)))
      guard let value = reader.value(), let key = PasskeyKey(value) else { return nil }
      if flags.contains(.extended), reader.value() == nil { return nil }
      guard reader.isAtEnd else { return nil }
      attested = (credential, key)
    }
  }
}

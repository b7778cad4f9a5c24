import FlowCrypto
public import FlowEngine
import FlowHTTP
import FlowJOSE
import FlowScript
import FlowText
package import IDXEngine

/// Whether an issuer binds tokens to a key of the app (DPoP, RFC 9449).
///
/// A thief can't use a bound token without the key.
public enum TokenBinding: Sendable, Hashable {
  /// The app asks for bearer tokens.
  case none
  /// The tokens must be bound to the key. Bearer tokens end a sign-in as untrusted.
  case required(ProofKey)
  /// The app also accepts bearer tokens from an issuer that doesn't bind its tokens.
  case preferred(ProofKey)

  package var proof: IDXConfiguration.Proof? {
    switch self {
    case .none: nil
    case .required(let key): IDXConfiguration.Proof(key: key.key, acceptsBearer: false)
    case .preferred(let key): IDXConfiguration.Proof(key: key.key, acceptsBearer: true)
    }
  }
}

/// A key to which an app's tokens are bound, for ES256.
///
/// Its description contains no part of the key. An app that keeps its tokens must also keep
/// `exported`, such as in the keychain.
public struct ProofKey: Sendable, Hashable {
  let key: PrivateWebKey
  /// The private key as JSON (RFC 7517).
  public let exported: Secret

  /// Creates a new key.
  ///
  /// - Throws: `SignInFailure.configuration` if this machine can't create keys.
  public init() throws(SignInFailure) {
    do throws(CryptoFailure) {
      let key = try P256.PrivateKey(randomBytes: ThisMachine.randomBytes)
      self.key = PrivateWebKey(.p256(key))
      var members = self.key.publicKey.json.object ?? [:]
      members["d"] = .string(Base64URL.encode(key.scalar))
      exported = Secret(String(decoding: JSON.object(members).bytes(), as: UTF8.self))
    } catch {
      throw .configuration(
        "this machine can't create a key", help: "install libcrypto.so.3 or 1.1: OpenSSL's library")
    }
  }

  /// Reads a key that an app has kept.
  ///
  /// - Parameter exported: The key, as `exported` returned it.
  /// - Throws: `SignInFailure.configuration` if it isn't a private key for ES256.
  public init(exported: Secret) throws(SignInFailure) {
    do throws(WebKeyFailure) {
      let key = try PrivateWebKey(file: Array(exported.reveal().utf8))
      guard key.publicKey.algorithm == "ES256" else {
        throw WebKeyFailure("it isn't a key for ES256")
      }
      self.key = key
      self.exported = exported
    } catch {
      throw .configuration(
        "the key of the tokens can't be used: \(error.message)",
        help: error.help ?? "create a new `ProofKey`, and sign in again")
    }
  }

  /// The hash of the public key, as bound tokens contain it (RFC 9449, section 6.1).
  public var thumbprint: String { key.publicKey.thumbprint }
}

extension ProofKey: CustomStringConvertible, CustomReflectable {
  /// Only the type's name, because the content is secret.
  public var description: String { "ProofKey" }
  /// A mirror without children, so that a dump reveals nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The parts of CryptoKit that the package uses.
import Foundation

public struct SymmetricKey: Sendable {
  public init<D: ContiguousBytes>(data: D) {}
}

public enum AES: Sendable {
  public enum GCM: Sendable {
    public struct Nonce: Sendable {
      public init<D: DataProtocol>(data: D) throws {}
    }

    public struct SealedBox: Sendable {
      public var ciphertext: Data { Data() }
      public var tag: Data { Data() }
      public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {}
    }

    public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
      _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil,
      authenticating authenticatedData: AuthenticatedData
    ) throws -> SealedBox {
      fatalError()
    }

    public static func open<AuthenticatedData: DataProtocol>(
      _ sealedBox: SealedBox, using key: SymmetricKey,
      authenticating authenticatedData: AuthenticatedData
    ) throws -> Data { Data() }
  }
}

public enum P256: Sendable {
  public enum Signing: Sendable {
    public struct ECDSASignature: Sendable {
      public init<D: DataProtocol>(derRepresentation: D) throws {}
      public var derRepresentation: Data { Data() }
    }

    public struct PublicKey: Sendable {
      public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {}
      public var x963Representation: Data { Data() }
      public func isValidSignature<D: DataProtocol>(
        _ signature: ECDSASignature, for data: D
      ) -> Bool { false }
    }

    public struct PrivateKey: Sendable {
      public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {}
      public var publicKey: PublicKey { fatalError() }
      public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
        fatalError()
      }
    }
  }
}

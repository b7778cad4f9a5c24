#if canImport(CryptoKit)
import CryptoKit
import Foundation
#else
import CFlowCrypto
#endif

/// AES in Galois/Counter Mode with 256-bit keys (SP 800-38D), for push messages.
///
/// It uses CryptoKit on Apple systems and libcrypto on Linux. If libcrypto is missing, the
/// functions throw ``CryptoFailure/unavailable``.
public enum AESGCM {
  /// The number of bytes of a key.
  public static let keySize = 32
  /// The number of bytes of a nonce.
  public static let nonceSize = 12
  /// The number of bytes of the tag after the encrypted text.
  public static let tagSize = 16

  /// Whether this machine can encrypt and decrypt.
  public static var isAvailable: Bool {
    #if canImport(CryptoKit)
    true
    #else
    SignatureLibrary.isAvailable
    #endif
  }

  /// Encrypts a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - key: 32 bytes.
  ///   - nonce: 12 bytes, never used before with this key.
  ///   - data: Additional data that the tag covers, but doesn't contain.
  /// - Returns: The encrypted text, as long as the text, and the tag of 16 bytes.
  /// - Throws: `CryptoFailure.malformedKey` if the key or the nonce has another size, or
  ///   `CryptoFailure.unavailable`.
  public static func seal(
    _ text: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
  ) throws(CryptoFailure) -> [UInt8] {
    guard key.count == keySize, nonce.count == nonceSize else { throw .malformedKey }
    #if canImport(CryptoKit)
    guard let number = try? AES.GCM.Nonce(data: nonce),
      let box = try? AES.GCM.seal(
        text, using: SymmetricKey(data: key), nonce: number, authenticating: data)
    else { throw .malformedKey }
    return Array(box.ciphertext) + Array(box.tag)
    #else
    let (sealed, tag) = try unsafe run(
      flow_crypto_seal, text[...], tag: Array(repeating: 0, count: tagSize), key: key,
      nonce: nonce, data: data)
    return sealed + tag
    #endif
  }

  /// Decrypts a text.
  ///
  /// - Parameters:
  ///   - sealed: The encrypted text and the tag of 16 bytes.
  ///   - key: 32 bytes.
  ///   - nonce: 12 bytes.
  ///   - data: Additional data that the tag covers.
  /// - Returns: The text.
  /// - Throws: `CryptoFailure.refused` if the tag doesn't match; `CryptoFailure.malformedKey` if
  ///   the key or the nonce has another size, or `CryptoFailure.unavailable`.
  public static func open(
    _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
  ) throws(CryptoFailure) -> [UInt8] {
    guard key.count == keySize, nonce.count == nonceSize else { throw .malformedKey }
    guard sealed.count >= tagSize else { throw .refused }
    let (text, tag) = (sealed.dropLast(tagSize), Array(sealed.suffix(tagSize)))
    #if canImport(CryptoKit)
    guard let number = try? AES.GCM.Nonce(data: nonce),
      let box = try? AES.GCM.SealedBox(nonce: number, ciphertext: text, tag: tag),
      let opened = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: data)
    else { throw .refused }
    return Array(opened)
    #else
    return try unsafe run(flow_crypto_open, text, tag: tag, key: key, nonce: nonce, data: data).text
    #endif
  }

  #if !canImport(CryptoKit)
  private typealias Call = (
    UnsafePointer<flow_crypto_gcm>?, UnsafePointer<UInt8>?, UnsafeMutablePointer<UInt8>?
  ) -> Int32

  private static func run(
    _ call: Call, _ text: ArraySlice<UInt8>, tag: [UInt8], key: [UInt8], nonce: [UInt8],
    data: [UInt8]
  ) throws(CryptoFailure) -> (text: [UInt8], tag: [UInt8]) {
    var tag = tag
    var status: Int32 = 0
    let written = unsafe [UInt8](unsafeUninitializedCapacity: text.count) { to, count in
      status = unsafe tag.withUnsafeMutableBufferPointer { tag in
        unsafe key.withUnsafeBufferPointer { key in
          unsafe nonce.withUnsafeBufferPointer { nonce in
            unsafe data.withUnsafeBufferPointer { data in
              var gcm = unsafe flow_crypto_gcm(
                key: key.baseAddress, nonce: nonce.baseAddress, data: data.baseAddress,
                data_count: data.count, count: text.count, tag: tag.baseAddress)
              return unsafe text.withUnsafeBufferPointer { text in
                unsafe call(&gcm, text.baseAddress, to.baseAddress)
              }
            }
          }
        }
      }
      count = status == FLOW_CRYPTO_DONE ? text.count : 0
    }
    switch Int(status) {
    case Int(FLOW_CRYPTO_DONE): return (written, tag)
    case Int(FLOW_CRYPTO_REFUSED): throw .refused
    case Int(FLOW_CRYPTO_UNAVAILABLE): throw .unavailable
    default: throw .malformedKey
    }
  }
  #endif
}

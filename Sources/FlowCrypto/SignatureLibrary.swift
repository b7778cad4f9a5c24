#if os(Linux)
import CFlowCrypto
import FlowLock

/// The functions of libcrypto that need no key.
enum SignatureLibrary {
  static var isAvailable: Bool { flow_crypto_is_available() != 0 }

  /// Generates an RSA key in DER (RFC 8017, appendix A.1.2).
  static func newRSAKey() throws(CryptoFailure) -> [UInt8] {
    guard isAvailable else { throw .unavailable }
    return try unsafe made(room: 4096) { bytes, count in
      unsafe flow_crypto_generate_rsa(bytes, &count)
    }
  }

  /// Returns the output of a function that writes into a buffer.
  fileprivate static func made(
    room: Int, _ make: (UnsafeMutablePointer<UInt8>?, inout Int) -> Int32
  ) throws(CryptoFailure) -> [UInt8] {
    var result: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var size = room
      result = unsafe make(buffer.baseAddress, &size)
      count = result == FLOW_CRYPTO_DONE ? size : 0
    }
    guard result == FLOW_CRYPTO_DONE else { throw .malformedKey }
    return bytes
  }
}

/// A key that libcrypto has parsed; it is kept because parsing takes as long as signing.
final class SignatureKey: Sendable {
  private let handle: flow_crypto_key

  /// Parses a private key in DER.
  init(privateKey der: [UInt8]) throws(CryptoFailure) {
    handle = unsafe flow_crypto_read_private_key(der, der.count)
    try check()
  }

  /// Parses a public key in DER with its algorithm.
  init(publicKey der: [UInt8]) throws(CryptoFailure) {
    handle = unsafe flow_crypto_read_public_key(der, der.count)
    try check()
  }

  /// Parses an RSA public key in DER (RFC 8017, appendix A.1.1).
  init(rsaPublicKey der: [UInt8]) throws(CryptoFailure) {
    handle = unsafe flow_crypto_read_rsa_public_key(der, der.count)
    try check()
  }

  private func check() throws(CryptoFailure) {
    guard handle == 0 else { return }
    throw SignatureLibrary.isAvailable ? .malformedKey : .unavailable
  }

  deinit {
    flow_crypto_free_key(handle)
  }

  /// Returns the public key of a private key, in DER with its algorithm.
  func publicKey() throws(CryptoFailure) -> [UInt8] {
    try unsafe SignatureLibrary.made(room: 256) { bytes, count in
      unsafe flow_crypto_public_key(handle, bytes, &count)
    }
  }

  func signature(of message: [UInt8], room: Int) throws(CryptoFailure) -> [UInt8] {
    try unsafe SignatureLibrary.made(room: room) { bytes, count in
      unsafe flow_crypto_sign(handle, message, message.count, bytes, &count)
    }
  }

  func isValid(_ signature: [UInt8], of message: [UInt8]) throws(CryptoFailure) -> Bool {
    let result = unsafe flow_crypto_verify(
      handle, message, message.count, signature, signature.count)
    guard result == FLOW_CRYPTO_DONE || result == FLOW_CRYPTO_REFUSED else {
      throw .malformedKey
    }
    return result == FLOW_CRYPTO_DONE
  }
}

/// Parses a key when it is first used, and only once.
///
/// All instances are equal, because the owner of an instance compares the key's bytes.
final class KeyReading: Sendable, Hashable {
  private let found = Mutex<SignatureKey?>(nil)

  func key(
    _ read: () throws(CryptoFailure) -> SignatureKey
  ) throws(CryptoFailure) -> SignatureKey {
    if let key = found.withLock({ $0 }) { return key }
    let key = try read()
    found.withLock { $0 = key }
    return key
  }

  static func == (_: KeyReading, _: KeyReading) -> Bool { true }

  func hash(into _: inout Hasher) {}
}
#endif

#if os(Linux)
import CFlowCrypto

/// libcrypto, as far as it is used: keys go in and come out in DER.
enum SignatureLibrary {
  static var isAvailable: Bool { flow_crypto_is_available() != 0 }

  static func newRSAKey() throws(CryptoFailure) -> [UInt8] {
    try unsafe made(room: 4096) { bytes, count in
      unsafe flow_crypto_generate_rsa(bytes, &count)
    }
  }

  static func publicKey(of privateKey: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    try unsafe made(room: 256) { bytes, count in
      unsafe flow_crypto_public_key(privateKey, privateKey.count, bytes, &count)
    }
  }

  static func signature(
    of message: [UInt8], by privateKey: [UInt8], room: Int
  ) throws(CryptoFailure) -> [UInt8] {
    try unsafe made(room: room) { bytes, count in
      unsafe flow_crypto_sign(
        privateKey, privateKey.count, message, message.count, bytes, &count)
    }
  }

  static func isValid(
    _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]
  ) throws(CryptoFailure) -> Bool {
    let result = unsafe flow_crypto_verify(
      publicKey, publicKey.count, message, message.count, signature, signature.count)
    if result == FLOW_CRYPTO_REFUSED { return false }
    try check(result)
    return true
  }

  private static func made(
    room: Int, _ make: (UnsafeMutablePointer<UInt8>?, inout Int) -> Int32
  ) throws(CryptoFailure) -> [UInt8] {
    var result: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var size = room
      result = unsafe make(buffer.baseAddress, &size)
      count = result == FLOW_CRYPTO_DONE ? size : 0
    }
    try check(result)
    return bytes
  }

  private static func check(_ result: Int32) throws(CryptoFailure) {
    if result == FLOW_CRYPTO_UNAVAILABLE { throw .unavailable }
    if result != FLOW_CRYPTO_DONE { throw .malformedKey }
  }
}
#endif

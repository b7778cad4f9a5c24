import FlowCrypto
import FlowHTTP
import Testing

/// RSA signatures against RFC 7515, and invalid shapes of keys and signatures.
@Suite struct RSATests {
  // Appendix A.2.
  private let modulus = """
    ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4\
    QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdb\
    BYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-D\
    WNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ
    """
  private let signature = """
    cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5ju\
    jGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07\
    Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipU\
    TI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
    """
  private let message = """
    eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNv\
    bS9pc19yb290Ijp0cnVlfQ
    """

  private func key() throws -> RSA.PublicKey {
    try RSA.PublicKey(modulus: #require(Base64URL.decode(modulus)), exponent: [1, 0, 1])
  }

  @Test func theTokenOfRFC7515IsValid() throws {
    let signature = try #require(Base64URL.decode(signature))
    #expect(try key().isValid(signature, of: Array(message.utf8)))
  }

  @Test func anythingElseIsNot() throws {
    let key = try key()
    let signature = try #require(Base64URL.decode(signature))
    #expect(try !key.isValid(signature, of: Array((message + "A").utf8)))
    #expect(try !key.isValid(Array(signature.dropLast()), of: Array(message.utf8)))
    #expect(try !key.isValid(signature + [0], of: Array(message.utf8)))
    #expect(try !key.isValid([], of: Array(message.utf8)))
    #expect(
      try !key.isValid(Array(repeating: 0, count: signature.count), of: Array(message.utf8)))
    #expect(try !key.isValid(key.modulus, of: Array(message.utf8)))
    for index in stride(from: 0, to: signature.count, by: 37) {
      var other = signature
      other[index] ^= 0x10
      #expect(try !key.isValid(other, of: Array(message.utf8)))
    }
  }

  @Test("A new key's signatures verify with its public half", .enabled(if: RSA.isAvailable))
  func newKey() throws {
    let key = try RSA.PrivateKey.generate()
    #expect(key.publicKey.modulus.count == 256)
    #expect(try key != RSA.PrivateKey.generate())
    let message = Array("to be signed".utf8)
    #expect(try key.publicKey.isValid(key.signature(of: message), of: message))
    #expect(try !key.publicKey.isValid(key.signature(of: message), of: message + [0]))
  }

  @Test func leadingZerosOfAKeyAreOfNoConsequence() throws {
    let key = try key()
    let padded = try RSA.PublicKey(modulus: [0, 0] + key.modulus, exponent: [0, 1, 0, 1])
    #expect(padded == key)
  }

  @Test(
    "A modulus or an exponent of the wrong size isn't a key",
    arguments: [
      (255, [1, 0, 1]), (1025, [1, 0, 1]), (0, [1, 0, 1]), (256, []), (256, [1]), (256, [1, 0]),
      (256, [1, 0, 0, 0, 1]),
    ] as [(Int, [UInt8])])
  func noKeys(size: Int, exponent: [UInt8]) {
    #expect(throws: CryptoFailure.malformedKey) {
      try RSA.PublicKey(modulus: Array(repeating: 0xFF, count: size), exponent: exponent)
    }
  }
}

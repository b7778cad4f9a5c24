import FlowCrypto
import FlowHTTP
import Testing

/// ECDSA against published vectors: RFC 6979, RFC 7515 and Wycheproof.
@Suite struct P256Tests {
  /// RFC 6979, appendix A.2.5.
  private let scalar = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"

  @Test func aKeysPointIsThatOfRFC6979() throws {
    let key = try P256.PrivateKey(scalar: bytes(scalar))
    #expect(
      key.publicKey.x == bytes("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"))
    #expect(
      key.publicKey.y == bytes("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"))
  }

  @Test(
    arguments: [
      (
        "sample",
        """
        3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
        022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
        """
      ),
      (
        "test",
        """
        3045022100f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367\
        0220019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083
        """
      ),
    ])
  func theSignaturesOfRFC6979AreValid(message: String, signature: String) throws {
    let key = try P256.PrivateKey(scalar: bytes(scalar)).publicKey
    #expect(try key.isValid(bytes(signature), of: Array(message.utf8)))
    #expect(try !key.isValid(bytes(signature), of: Array((message + ".").utf8)))
  }

  @Test func theKeyOfRFC7515FitsItsPoint() throws {
    // Appendix A.3.1.
    let scalar = try #require(Base64URL.decode("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"))
    let key = try P256.PrivateKey(scalar: scalar).publicKey
    #expect(Base64URL.encode(key.x) == "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
    #expect(Base64URL.encode(key.y) == "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
  }

  @Test func whatAKeySignsItsPointVerifies() throws {
    var seed: UInt8 = 0
    let key = try P256.PrivateKey { count in
      (0..<count).map { _ in
        seed &+= 41
        return seed
      }
    }
    let message = Array("what is signed".utf8)
    let signature = try key.signature(of: message)
    #expect(try key.publicKey.isValid(signature, of: message))
    for index in signature.indices {
      var other = signature
      other[index] ^= 1
      #expect(try !key.publicKey.isValid(other, of: message))
    }
  }

  @Test func numbersThatAreNoKeyAreRefused() {
    let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    for text in [
      String(repeating: "00", count: 32), order, "ff", String(repeating: "f", count: 64),
    ] {
      #expect(throws: CryptoFailure.malformedKey) { try P256.PrivateKey(scalar: bytes(text)) }
    }
    #expect(throws: CryptoFailure.malformedKey) {
      try P256.PrivateKey { Array(repeating: 0, count: $0) }
    }
  }

  @Test func pointsThatAreNoneAreRefused() throws {
    #expect(throws: CryptoFailure.malformedKey) { try P256.PublicKey(point: [4, 1, 2]) }
    let off = try P256.PublicKey(point: [4] + Array(repeating: 1, count: 64))
    #expect(throws: CryptoFailure.malformedKey) { try off.isValid([0x30, 0x00], of: []) }
  }

  // MARK: Wycheproof, ecdsa_secp256r1_sha256: all signatures of "123400" by one key

  private static let r = "02202ba3a8be6b94d5ec80a6d9d1190a436effe50d85a1eee859b8cc6af9bd5c2e18"
  private static let s = "022100b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db"

  private func isValid(_ signature: String) throws -> Bool {
    let point =
      "042927b10512bae3eddcfe467828128bad2903269919f7086069c8c4df6c732838"
      + "c7787964eaac00e5921fb1498a60f4606766b3d9685001558d1a974e7341513e"
    return try P256.PublicKey(point: bytes(point)).isValid(
      bytes(signature), of: bytes("313233343030"))
  }

  @Test(
    "Valid signatures: 3, and the other root, 1",
    arguments: [
      "3045" + r + s,
      "3044" + r + "02204cd60b855d442f5b3c7b11eb6c4e0ae7525fe710fab9aa7c77a67f79e6fadd76",
    ])
  func valid(signature: String) throws {
    #expect(try isValid(signature))
  }

  @Test(
    "Invalid signatures: 4 to 40",
    arguments: [
      "308145" + r + s, "30820045" + r + s, "3046" + r + s, "3044" + r + s,
      "30850100000045" + r + s, "3089010000000000000045" + r + s, "30847fffffff" + r + s,
      "3088ffffffffffffffff" + r + s, "30ff" + r + s, "3080" + r + s, "", "30", "3081",
      "3047" + r + s + "0000", "30470000" + r + s, "3045" + r + s + "0000",
      "3047" + r + s + "0500", "304a498177" + "3045" + r + s, "304daa00bb00cd00" + "3045" + r + s,
      "30803045" + r + s + "0000",
    ])
  func invalid(signature: String) throws {
    #expect(try !isValid(signature))
  }

  @Test(
    "Numbers at the edge: not zero, not the order, not negative",
    arguments: ["020100", "020101", "0201ff", "0200"], ["020100", "020101", "0201ff", "0500"])
  func edges(r: String, s: String) throws {
    let content = r + s
    #expect(try !isValid("300" + String(content.count / 2, radix: 16) + content))
  }
}

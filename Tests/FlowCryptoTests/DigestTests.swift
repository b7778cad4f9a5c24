import Testing

@testable import FlowCrypto

/// Vectors of FIPS 180-4's examples, RFC 2202, RFC 4231, RFC 4226 and RFC 6238.
@Suite struct DigestTests {
  private static let twoBlocks =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
    + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

  @Test(
    "SHA-1 gives the published digests",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (twoBlocks, "a49b2446a02c645bf419f995b67091253a04a259"),
    ])
  func sha1(message: String, digest: String) {
    #expect(hexadecimal(SHA1.hash(Array(message.utf8))) == digest)
  }

  @Test(
    "SHA-256 gives the published digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (twoBlocks, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    ])
  func sha256(message: String, digest: String) {
    #expect(hexadecimal(SHA256.hash(Array(message.utf8))) == digest)
  }

  @Test(
    "SHA-512 gives the published digests",
    arguments: [
      (
        "",
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
          + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
      ),
      (
        "abc",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
          + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
      ),
      (
        twoBlocks,
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
          + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
      ),
    ])
  func sha512(message: String, digest: String) {
    #expect(hexadecimal(SHA512.hash(Array(message.utf8))) == digest)
  }

  @Test("SHA-256 is the same with and without the processor's instructions, at every length")
  func instructions() {
    var message: [UInt8] = []
    for length in 0..<400 {
      let padded = DigestBlocks.padded(message, blockBytes: 64)
      #expect(SHA256.hash(message) == SHA256.hash(padded: padded), "\(length) bytes")
      message.append(UInt8(truncatingIfNeeded: length &* 167 &+ 13))
    }
  }

  @Test("A message of a million bytes has the published digests")
  func million() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(hexadecimal(SHA1.hash(message)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    #expect(
      hexadecimal(SHA256.hash(message))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(
      hexadecimal(SHA512.hash(message))
        == "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b")
  }

  // The digest of all digests of the messages of 0 to 299 bytes 0, 1, 2, …, by another
  // implementation.
  @Test(
    "Padding is right for every length around the blocks",
    arguments: [
      (HashFunction.sha1, "7261d91c9ffd63ee8e68156d4d57e733d4ad7243"),
      (HashFunction.sha256, "df90175783c44235cf6aefd935a2c2747f42399416d16789ece339f1fd26d835"),
      (
        HashFunction.sha512,
        "97248248ab8e9324b9577e93acd92914d32bb25edcacbb91edb75576dea14781"
          + "b5b477c027835c43a08ddc16cbbcd6d067d159897e5c18aa43aeeb2e49811bb3"
      ),
    ])
  func everyLength(function: HashFunction, digest: String) {
    let all = (0..<300).flatMap { count in
      function.hash((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    }
    #expect(hexadecimal(function.hash(all)) == digest)
  }

  struct HMACVector: Sendable {
    let name: String
    let key: [UInt8]
    let message: [UInt8]
    let function: HashFunction
    let code: String
  }

  private static let longKey = [UInt8](repeating: 0xAA, count: 131)
  private static let hmacVectors = [
    HMACVector(
      name: "RFC 2202, case 2", key: Array("Jefe".utf8),
      message: Array("what do ya want for nothing?".utf8), function: .sha1,
      code: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    HMACVector(
      name: "RFC 4231, case 1", key: [UInt8](repeating: 0x0B, count: 20),
      message: Array("Hi There".utf8), function: .sha256,
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    HMACVector(
      name: "RFC 4231, case 2", key: Array("Jefe".utf8),
      message: Array("what do ya want for nothing?".utf8), function: .sha512,
      code: "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"),
    HMACVector(
      name: "RFC 4231, case 3", key: [UInt8](repeating: 0xAA, count: 20),
      message: [UInt8](repeating: 0xDD, count: 50), function: .sha256,
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    HMACVector(
      name: "RFC 4231, case 6: a key longer than a block", key: longKey,
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      function: .sha256,
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    HMACVector(
      name: "RFC 4231, case 6, SHA-512", key: longKey,
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      function: .sha512,
      code: "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
        + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"),
  ]

  @Test("HMAC gives the published codes", arguments: hmacVectors)
  func hmac(vector: HMACVector) {
    let code = HMAC.authenticate(vector.message, key: vector.key, with: vector.function)
    #expect(hexadecimal(code) == vector.code, "\(vector.name)")
  }

  @Test(
    "A one-time password of six digits matches RFC 4226, appendix D",
    arguments: zip(
      0..<10,
      [
        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
        "520489",
      ]))
  func hotp(counter: Int, code: String) {
    let key = Array("12345678901234567890".utf8)
    #expect(TOTP.code(key: key, at: .seconds(30 * counter)) == code)
    #expect(TOTP.code(key: key, at: .seconds(30 * counter) + .milliseconds(29_999)) == code)
  }

  private static let totpVectors: [(seconds: Int, sha1: String, sha256: String, sha512: String)] = [
    (59, "94287082", "46119246", "90693936"),
    (1_111_111_109, "07081804", "68084774", "25091201"),
    (1_111_111_111, "14050471", "67062674", "99943326"),
    (1_234_567_890, "89005924", "91819424", "93441116"),
    (2_000_000_000, "69279037", "90698825", "38618901"),
    (20_000_000_000, "65353130", "77737706", "47863826"),
  ]

  @Test(
    "A one-time password of eight digits matches RFC 6238, appendix B", arguments: totpVectors
  )
  func totp(seconds: Int, sha1: String, sha256: String, sha512: String) {
    let digits = Array("1234567890".utf8)
    func code(_ bytes: Int, _ hash: HashFunction) -> String {
      let key = (0..<bytes).map { digits[$0 % 10] }
      return TOTP.code(key: key, at: .seconds(seconds), digits: 8, hash: hash)
    }
    #expect(code(20, .sha1) == sha1)
    #expect(code(32, .sha256) == sha256)
    #expect(code(64, .sha512) == sha512)
  }

  @Test("Unusual numbers of digits and periods are clamped to computable values")
  func totpBounds() {
    let key = Array("12345678901234567890".utf8)
    #expect(TOTP.code(key: key, at: .seconds(59), digits: 99) == "1094287082")
    #expect(TOTP.code(key: key, at: .seconds(59), digits: -1) == "2")
    #expect(TOTP.code(key: key, at: .seconds(1), period: .zero) == "287082")
    #expect(TOTP.code(key: key, at: .seconds(-5)) == "755224")
    #expect(TOTP.code(key: [], at: .seconds(0)).utf8.count == 6)
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

import FlowCrypto
import Testing

/// AES-256-GCM against the test cases of its authors (McGrew and Viega, "The Galois/Counter Mode of
/// Operation", appendix B).
@Suite struct AESGCMTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var key: String
    var nonce: String
    var text: String
    var data = ""
    var sealed: String
    var tag: String
  }

  private static let zeros = String(repeating: "00", count: 32)
  private static let key = String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2)
  private static let nonce = "cafebabefacedbaddecaf888"
  private static let text =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
  private static let sealed =
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
    + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"

  static let vectors = [
    Vector(
      testDescription: "13", key: zeros, nonce: "000000000000000000000000", text: "", sealed: "",
      tag: "530f8afbc74536b9a963b4f1c4cb738b"),
    Vector(
      testDescription: "14", key: zeros, nonce: "000000000000000000000000",
      text: "00000000000000000000000000000000", sealed: "cea7403d4d606b6e074ec5d3baf39d18",
      tag: "d0d1c8a799996bf0265b98b5d48ab919"),
    Vector(
      testDescription: "15", key: key, nonce: nonce, text: text, sealed: sealed,
      tag: "b094dac5d93471bdec1a502270e3cc6c"),
    Vector(
      testDescription: "16", key: key, nonce: nonce, text: String(text.prefix(120)),
      data: "feedfacedeadbeeffeedfacedeadbeefabaddad2", sealed: String(sealed.prefix(120)),
      tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
  ]

  @Test(
    "The authors' ciphertexts are reproduced here, and decrypted",
    .enabled(if: AESGCM.isAvailable), arguments: vectors)
  func known(vector: Vector) throws {
    let (key, nonce, data) = (bytes(vector.key), bytes(vector.nonce), bytes(vector.data))
    let sealed = try AESGCM.seal(bytes(vector.text), key: key, nonce: nonce, authenticating: data)
    #expect(sealed == bytes(vector.sealed + vector.tag))
    #expect(
      try AESGCM.open(sealed, key: key, nonce: nonce, authenticating: data) == bytes(vector.text))
  }

  @Test(
    "A changed tag, text, key, nonce or additional data is refused, whichever bit it is",
    .enabled(if: AESGCM.isAvailable), arguments: vectors)
  func changed(vector: Vector) throws {
    let (key, nonce, data) = (bytes(vector.key), bytes(vector.nonce), bytes(vector.data))
    let sealed = bytes(vector.sealed + vector.tag)
    func refuses(_ sealed: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ data: [UInt8]) {
      #expect(throws: CryptoFailure.refused) {
        try AESGCM.open(sealed, key: key, nonce: nonce, authenticating: data)
      }
    }
    func flipped(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
      var other = bytes
      other[index] ^= 1 << UInt8(index % 8)
      return other
    }
    for index in sealed.indices { refuses(flipped(sealed, index), key, nonce, data) }
    for index in key.indices { refuses(sealed, flipped(key, index), nonce, data) }
    for index in nonce.indices { refuses(sealed, key, flipped(nonce, index), data) }
    for index in data.indices { refuses(sealed, key, nonce, flipped(data, index)) }
    refuses(sealed, key, nonce, data + [0])
    refuses(sealed + [0], key, nonce, data)
    for count in 0..<sealed.count { refuses(Array(sealed.prefix(count)), key, nonce, data) }
  }

  @Test("A key or a nonce of another size is invalid")
  func sizes() {
    for (key, nonce) in [(0, 12), (16, 12), (31, 12), (33, 12), (32, 0), (32, 11), (32, 16)] {
      let (key, nonce) = ([UInt8](repeating: 1, count: key), [UInt8](repeating: 1, count: nonce))
      #expect(throws: CryptoFailure.malformedKey) { try AESGCM.seal([1], key: key, nonce: nonce) }
      #expect(throws: CryptoFailure.malformedKey) {
        try AESGCM.open(Array(repeating: 1, count: 20), key: key, nonce: nonce)
      }
    }
  }

  @Test("A machine without the library reports it", .enabled(if: !AESGCM.isAvailable))
  func unavailable() {
    let (key, nonce) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 1, count: 12))
    #expect(throws: CryptoFailure.unavailable) { try AESGCM.seal([1], key: key, nonce: nonce) }
    #expect(throws: CryptoFailure.unavailable) {
      try AESGCM.open(Array(repeating: 1, count: 20), key: key, nonce: nonce)
    }
  }
}

import FlowHTTP
import Testing

@Suite struct EncodingTests {
  // RFC 4648, section 10.
  @Test(
    "Base 64 and base 32 give the published texts, and read them back",
    arguments: [
      ("", "", ""),
      ("f", "Zg==", "MY======"),
      ("fo", "Zm8=", "MZXQ===="),
      ("foo", "Zm9v", "MZXW6==="),
      ("foob", "Zm9vYg==", "MZXW6YQ="),
      ("fooba", "Zm9vYmE=", "MZXW6YTB"),
      ("foobar", "Zm9vYmFy", "MZXW6YTBOI======"),
    ])
  func vectors(text: String, base64: String, base32: String) {
    let bytes = Array(text.utf8)
    let unpadded = String(base64.prefix { $0 != "=" })
    #expect(Base64.encode(bytes) == base64)
    #expect(Base64URL.encode(bytes) == unpadded)
    #expect(Base32.encode(bytes) == base32)
    for form in [base64, unpadded] {
      #expect(Base64.decode(form) == bytes)
      #expect(Base64URL.decode(form) == bytes)
    }
    for form in [base32, String(base32.prefix { $0 != "=" }), base32.lowercased()] {
      #expect(Base32.decode(form) == bytes)
    }
  }

  @Test("Bytes of every value and length come back from each base")
  func roundTrips() {
    for count in 0..<64 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      #expect(Base32.decode(Base32.encode(bytes)) == bytes)
    }
  }

  @Test("The two alphabets of base 64 differ only in their last two digits")
  func alphabets() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
    #expect(Base64.encode(bytes) == "++//")
    #expect(Base64URL.encode(bytes) == "--__")
    #expect(Base64.decode("--__") == bytes)
    #expect(Base64URL.decode("++//") == bytes)
  }

  @Test(
    "Text that isn't base 64 is refused",
    arguments: [
      "A", "AAAAA", "====", "A===", "AA=", "=AAA", "AA=A", "AAA=AAAA", "Zh==", "Zm9=", "Zm9 v",
      "Zm9\nv", "Zm9v=", "Zé==", "Zm9v====",
    ])
  func badBase64(text: String) {
    #expect(Base64.decode(text) == nil)
    #expect(Base64URL.decode(text) == nil)
  }

  @Test(
    "Text that isn't base 32 is refused",
    arguments: [
      "A", "AAA", "AAAAAA", "MY=", "MY=====", "M1", "M0", "M8", "MY MY", "========", "MÿMY",
    ])
  func badBase32(text: String) {
    #expect(Base32.decode(text) == nil)
  }

  @Test("A base 32 key of random letters is read, whatever bits remain")
  func baggyBase32() {
    #expect(Base32.decode("MZ") == Base32.decode("MY"))
  }

  @Test("A form is written as the URL standard requires")
  func formEncoding() {
    let pairs = [
      FormPair("scope", "openid profile"), FormPair("a*-._~", "1+1=2&x"), FormPair("", "é€"),
      FormPair("redirect_uri", "com.app:/callback"),
    ]
    #expect(
      FormEncoding.encode(pairs)
        == "scope=openid+profile&a*-._%7E=1%2B1%3D2%26x&=%C3%A9%E2%82%AC"
        + "&redirect_uri=com.app%3A%2Fcallback")
    #expect(FormEncoding.encode([]) == "")
  }

  @Test(
    "A form is read as the URL standard requires",
    arguments: [
      ("", []),
      ("&&", []),
      ("a=1&b=2", [FormPair("a", "1"), FormPair("b", "2")]),
      ("a", [FormPair("a", "")]),
      ("=", [FormPair("", "")]),
      ("a=b=c", [FormPair("a", "b=c")]),
      ("a+b=c%20d", [FormPair("a b", "c d")]),
      ("a=%", [FormPair("a", "%")]),
      ("a=%4", [FormPair("a", "%4")]),
      ("a=%zz%41", [FormPair("a", "%zzA")]),
      ("a=é<>\"", [FormPair("a", "é<>\"")]),
      ("a=1&a=2", [FormPair("a", "1"), FormPair("a", "2")]),
      ("a=%00", [FormPair("a", "\u{0}")]),
    ] as [(String, [FormPair])])
  func formDecoding(text: String, pairs: [FormPair]) {
    #expect(FormEncoding.decode(Array(text.utf8)) == pairs)
  }

  @Test("A form whose values aren't UTF-8 is refused")
  func formNotUTF8() {
    #expect(FormEncoding.decode(Array("a=%ff".utf8)) == nil)
    #expect(FormEncoding.decode([0x61, 0x3D, 0xC0, 0x80]) == nil)
  }

  @Test("Every form comes back as it was written")
  func formRoundTrip() {
    let pairs = (0..<128).map { FormPair("n\($0)", String(Character(Unicode.Scalar(UInt8($0))))) }
    #expect(FormEncoding.decode(Array(FormEncoding.encode(pairs).utf8)) == pairs)
  }
}

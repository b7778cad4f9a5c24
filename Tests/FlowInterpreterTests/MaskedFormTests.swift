import FlowEngine
import Testing

@testable import FlowInterpreter

@Suite("Forms of secrets")
struct MaskedFormTests {
  static let secrets = [
    "Pa'ss<w>&=x/+é", "Correct-Horse-1", "481516", "correct horse 9", "🔑key🗝️ 1", "x9&4", "tök/1",
    "a\\n%41&amp;b", "one\ttwo\n3", "mac\u{0B}7\u{1B}x",
    "\"quoted\" 1", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
  ]

  private static func masker(_ secret: String) -> Masker {
    let masker = Masker()
    masker.add(Secret(secret))
    return masker
  }

  @Test("A secret is masked however a server writes it", arguments: secrets, Encoder.all)
  func table(_ secret: String, _ encoder: Encoder) {
    let echo = encoder.encode(secret)
    let masked = MaskedFormTests.masker(secret).masked("<b>\(echo)</b> said the server")
    // None of it remains; invisible characters at its end may.
    let rest = masked.unicodeScalars.filter {
      !"\u{200B}\u{AD}\u{FFFD}".unicodeScalars.contains($0)
    }
    #expect(String(String.UnicodeScalarView(rest)) == "<b>\(Secret.mask)</b> said the server")
  }

  @Test(
    "A secret is masked in a server's case, if it is long and not a word",
    arguments: ["Correct-Horse-1", "Pa'ss<w>&=x/+é", "ÉCLAIR-9-straße"])
  func cases(_ secret: String) {
    let masker = MaskedFormTests.masker(secret)
    for form in [secret.uppercased(), secret.lowercased()] {
      #expect(masker.masked("no \(form)!") == "no \(Secret.mask)!")
      for encoder in Encoder.addresses + Encoder.pages.prefix(4) {
        #expect(masker.masked("no \(encoder.encode(form))!") == "no \(Secret.mask)!")
      }
    }
  }

  @Test(
    "A password is masked in Base64 of Base64", arguments: secrets.filter { $0.utf8.count <= 32 })
  func twice(_ secret: String) {
    let masked = MaskedFormTests.masker(secret).masked("<\(Encoder.twiceBase64.encode(secret))>")
    #expect(masked == "<\(Secret.mask)>")
  }

  @Test("Latin letters in an old address are masked")
  func latin() {
    let masker = MaskedFormTests.masker("Pâté-77")
    #expect(masker.masked("?q=P%E2t%E9-77&x") == "?q=\(Secret.mask)&x")
    #expect(masker.masked("P\\xe2t\\xe9-77") == Secret.mask)
  }

  @Test("A secret is masked with its quotation marks doubled")
  func doubled() {
    #expect(MaskedFormTests.masker("it's-9\"").masked("'it''s-9\"'") == "'\(Secret.mask)'")
  }

  @Test("Base32 leaves at most its last character, which is padding", arguments: secrets)
  func base32(_ secret: String) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var bits = secret.utf8.map { Encoder.padded(UInt32($0), 2, 8) }.joined()
    while !bits.count.isMultiple(of: 5) { bits += "0" }
    var made = ""
    while !bits.isEmpty {
      if let index = Int(bits.prefix(5), radix: 2) { made.append(letters[index]) }
      bits.removeFirst(5)
    }
    for form in [made, made.lowercased()] {
      let masked = MaskedFormTests.masker(secret).masked("<\(form)>")
      #expect(masked.contains(Secret.mask))
      #expect(masked.count <= Secret.mask.count + 3)
    }
  }

  // MARK: Texts that aren't secret

  @Test("Words that resemble a secret's name, or a part of it, stay")
  func names() {
    let masker = MaskedFormTests.masker("Correct-Horse-1")
    for text in [
      "JANE_PASSWORD", "the password is wrong", "Correct-Horse", "correct horse 1", "orse-1",
      "100% &amp; more \\n \u{200B}", "%43%6F%72", "Correct-Horse-%32",
    ] {
      #expect(masker.masked(text) == text)
    }
  }

  @Test("A secret that is a word is masked only as it is written")
  func word() {
    let masker = MaskedFormTests.masker("password")
    #expect(masker.masked("Password, PASSWORD, password") == "Password, PASSWORD, \(Secret.mask)")
  }

  @Test("Short secrets and secrets of blanks leave a report unchanged")
  func short() {
    let masker = Masker()
    for secret in ["1", "ab", "yes", "%20%20%20%20", "\\n\\n\\n\\n", "    ", "\t\t\t\t\t"] {
      masker.add(Secret(secret))
    }
    let report = "yes, ab is 1 of 3\n\n\n\n\n        {\n            \"a\": 1\n        }\n"
    #expect(masker.masked(report) == report)
  }

  @Test("The text around an escaped secret stays as written")
  func around() {
    let masker = MaskedFormTests.masker("Pa'ss<w>")
    #expect(
      masker.masked("%20&lt;Pa&#39;ss&lt;w&gt;&gt;\\n%") == "%20&lt;\(Secret.mask)&gt;\\n%")
    #expect(masker.masked("é%50a'ss\\u003cw>é") == "é\(Secret.mask)é")
  }

  @Test("Two overlapping secrets are both masked completely")
  func overlap() {
    let masker = Masker()
    masker.add(Secret("abcdef"))
    masker.add(Secret("defghi"))
    #expect(masker.masked("<abcdefghi>") == "<\(Secret.mask)>")
  }

  @Test("Texts of only escapes, broken or endlessly nested, take no longer and stay")
  func hostile() {
    let masker = MaskedFormTests.masker("Correct-Horse-1")
    for part in [
      "%", "&", "\\", "&#", "&#x", "\\u", "%25", "&amp;", "\\\\", "\\u{", "&#99999999999999999999;",
      "\u{200B}", "\\ud83d", "\\udd11", "%u", "&abcdefghijk;", "\u{1B}",
    ] {
      let text = String(repeating: part, count: 20_000)
      #expect(masker.masked(text) == text)
    }
  }
}

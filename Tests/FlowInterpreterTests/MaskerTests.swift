import FlowEngine
import FlowLock
import Testing

@testable import FlowInterpreter

@Suite("Masking")
struct MaskerTests {
  static let secret = "p&ss \"wörd\"/<1>'+"

  static let forms: [String] = [
    secret,
    "p%26ss%20%22w%C3%B6rd%22%2F%3C1%3E%27%2B",
    "p%26ss%20%22w%c3%b6rd%22%2f%3c1%3e%27%2b",
    "p%26ss+%22w%C3%B6rd%22%2F%3C1%3E%27%2B",
    "p%26ss%20%22w%C3%B6rd%22%2F%3C1%3E'%2B",
    "p&ss \\\"wörd\\\"/<1>'+",
    "p&ss \\\"wörd\\\"\\/<1>'+",
    "p&ss \\\"w\\u00f6rd\\\"/<1>'+",
    "p&ss \\\"w\\u00F6rd\\\"\\/<1>'+",
    "p&amp;ss &quot;wörd&quot;/&lt;1&gt;&#39;+",
    "p&amp;ss &quot;wörd&quot;/&lt;1&gt;&apos;+",
    "p%26ss%20%22w%C3%B6rd%22/%3C1%3E%27%2B",
    "p&ss%20%22w%c3%b6rd%22/%3c1%3e'+",
    "%70%26%73%73%20%22%77%C3%B6%72%64%22%2F%3C%31%3E%27%2B",
    "%70%26%73%73%20%22%77%c3%b6%72%64%22%2f%3c%31%3e%27%2b",
    "p&amp;ss &quot;wörd&quot;/&lt;1&gt;&#x27;+",
    "p&amp;ss &#34;wörd&#34;/&lt;1&gt;&#39;+",
    "p&amp;ss \"wörd\"/&lt;1&gt;'+",
    "p&ss \\\\\\\"wörd\\\\\\\"/<1>'+",
    "p&ss \\\\\\\"w\\\\u00f6rd\\\\\\\"/<1>'+",
    "cCZzcyAid8O2cmQiLzwxPicr",
  ]

  @Test("A secret is masked in every form in which a text can contain it", arguments: forms)
  func form(_ form: String) {
    let masker = Masker()
    masker.add(Secret(MaskerTests.secret))
    #expect(masker.masked("before \(form) after") == "before \(Secret.mask) after")
  }

  @Test(
    "A secret is masked in the form that a terminal shows", arguments: ["a\tb\u{1B}c", "one\ntwo"])
  func onTerminal(_ secret: String) {
    let masker = Masker()
    masker.add(Secret(secret))
    for shown in [secret, secret.replacing("\t", with: " ").replacing("\u{1B}", with: "␛")] {
      #expect(masker.masked("<\(shown.replacing("\n", with: " "))>") == "<\(Secret.mask)>")
    }
  }

  static func base64(_ bytes: [UInt8], _ last: String) -> String {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
    var bits: [UInt8] = bytes.flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
    while !bits.count.isMultiple(of: 6) { bits.append(0) }
    let characters = stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[Int(bits[start..<start + 6].reduce(0) { $0 << 1 | $1 })]
    }
    return String(decoding: characters, as: UTF8.self)
  }

  @Test(
    "Nothing of a secret is readable from the base64 around it", arguments: ["+/", "-_"], 0..<6)
  func aroundBase64(_ last: String, _ before: Int) {
    let masker = Masker()
    let secret = "Correct?>Horse~~1"
    masker.add(Secret(secret))
    for after in 0..<4 {
      let padding = { (count: Int) in [UInt8](repeating: UInt8(ascii: ":"), count: count) }
      let whole = MaskerTests.base64(padding(before) + Array(secret.utf8) + padding(after), last)
      let masked = masker.masked(whole)
      #expect(masked.contains("\(Secret.mask)"))
      // A character or two at either end contain bits of both the secret and its surroundings.
      let left = masked.split(separator: Substring(Secret.mask), omittingEmptySubsequences: false)
      #expect(left.count == 2)
      #expect(left.map(\.count).reduce(0, +) <= (before + after) * 4 / 3 + 4)
    }
  }

  @Test("The longest secret is masked first, and adjacent secrets are both masked")
  func longest() {
    let masker = Masker()
    for secret in ["secret", "secret-longer", "other"] { masker.add(Secret(secret)) }
    #expect(masker.masked("secret-longer") == Secret.mask)
    #expect(masker.masked("secretother secre") == Secret.mask + Secret.mask + " secre")
  }

  @Test("A short secret is masked only by its type")
  func short() {
    let masker = Masker()
    masker.add(Secret("123"))
    #expect(masker.masked("step 123") == "step 123")
    masker.add(Secret("1234"))
    #expect(masker.masked("step 1234") == "step \(Secret.mask)")
  }

  @Test("The lines of a secret are masked one by one")
  func lines() {
    let masker = Masker()
    masker.add(Secret("-----BEGIN-----\r\nMIIEvQIBADANBg\n"))
    #expect(masker.masked("3 | MIIEvQIBADANBg") == "3 | \(Secret.mask)")
  }

  @Test("A form too long for a short text is found in a longer one, whatever came before")
  func lengths() {
    let masker = Masker()
    masker.add(Secret("a-token-that-is-long"))
    #expect(masker.masked("a-token") == "a-token")
    masker.add(Secret("code77"))
    #expect(masker.masked("code77 it is") == "\(Secret.mask) it is")
    masker.add(Secret("a-token-that-is-longer"))
    #expect(masker.masked("a-token-that-is-long") == Secret.mask)
    #expect(masker.masked("say a-token-that-is-longer") == "say \(Secret.mask)")
    masker.add(Secret("two\nlines-of-it"))
    #expect(masker.masked("lines-of-it") == Secret.mask)
  }

  @Test("No form of a secret fits into a text that is too short for it")
  func shortest() {
    for length in Masker.lengthMin...40 {
      for secret in [
        String(repeating: "a", count: length), String(repeating: "é\n", count: length),
      ] {
        let least = SecretForm.lengthMin(of: secret)
        let forms = SecretForm.all(of: Array(secret.utf8)).map(\.bytes)
        if let form = forms.first(where: { $0.count < least }) {
          Issue.record("\(length): \(String(decoding: form, as: UTF8.self))")
        }
      }
    }
  }

  @Test("Hundreds of secrets are learned and masked one after the other")
  func many() {
    let masker = Masker()
    for number in 0..<400 {
      masker.add(Secret("secret-\(number)-of-many"))
      #expect(masker.masked("<secret-\(number)-of-many>") == "<\(Secret.mask)>")
    }
    #expect(masker.masked("secret-7-of-many, secret-399-of-many") == "••••••, ••••••")
  }

  @Test("A text without secrets is returned unchanged")
  func untouched() {
    let masker = Masker()
    #expect(masker.masked("nothing") == "nothing")
    masker.add(Secret("secret"))
    #expect(masker.masked("") == "")
    #expect(masker.masked("wörd") == "wörd")
  }

  @Test("A sink masks everything that is written to it")
  func sink() {
    struct Kept: OutputSink {
      let said: Said
      func write(_ text: String) { said.add(text) }
    }
    let said = Said()
    let masker = Masker()
    let sink = MaskingSink(Kept(said: said), masker: masker)
    masker.add(.list([.secret(Secret("s3cret"))]))
    masker.add(
      Tokens(
        accessToken: Secret("access"), tokenType: "Bearer", idToken: Secret("header.body"),
        refreshToken: Secret("refresh")))
    sink.write("s3cret access header.body refresh")
    #expect(said.texts == [Array(repeating: Secret.mask, count: 4).joined(separator: " ")])
  }

  @Test("Every secret of a run is learned, and shown by none of its results")
  func run() async throws {
    let canaries = ["canary-env", "canary-file", "canary-typed", "canary-literal", "canary-code"]
    let inbox = ScriptedInbox()
    let showing = Step(
      "enroll-authenticator",
      fields: [Field("credentials.passcode", isRequired: true, isSecret: true)],
      showing: [Fact("sharedSecret", .secret(Secret("canary-shown")))])
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      if index == 1 { inbox.deliver("canary-code") }
      return [Response.password, .email, .phone, .password, Response(steps: [showing]), .success][
        index]
    }
    let text = """
      on enroll answer passcode = "\\(kept)\\(kept)"
      on challenge password once answer passcode = secret ENV
      on challenge email answer code = inbox email
      on challenge phone prompt code
      on challenge answer passcode = "canary-literal"
      let kept = secret FILE
      """
    let environment = RunEnvironment.test(
      prompter: ScriptedPrompter(.filled(["canary-typed"])), inbox: inbox,
      variables: ["ENV": "canary-env"], secrets: ["FILE": "canary-file"])
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    for canary in canaries + ["canary-shown", "access-token-value", "canary-filecanary-file"] {
      #expect(environment.masker.masked("<\(canary)>") == "<\(Secret.mask)>")
    }
    let shown = "\(result.records.map { "\($0.response) \(String(describing: $0.taken?.move))" })"
    for canary in canaries { #expect(!shown.contains(canary)) }
  }
}

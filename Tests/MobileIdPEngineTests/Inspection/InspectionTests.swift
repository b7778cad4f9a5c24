import FlowEngine
import MobileIdPEngine
import TestSupport
import Testing

/// The findings of `MessageInspection`, and their locations.
@Suite("Mistakes of messages, with their locations")
struct InspectionTests {
  /// A request with some parameters replaced.
  private static func inspect(_ changes: [(String, String?)]) -> MessageInspection {
    var pairs = Known.request
    for (name, value) in changes {
      let index = pairs.firstIndex { $0.0 == name }
      if let index, let value {
        pairs[index].1 = value
      } else if let index {
        pairs.remove(at: index)
      } else if let value {
        pairs.append((name, value))
      }
    }
    return MessageInspection(Known.url("authrequest", pairs))
  }

  private static func marked(_ finding: MessageInspection.Finding, in all: MessageInspection)
    -> String
  {
    String(decoding: all.bytes[finding.range], as: UTF8.self)
  }

  @Test("A message without a mistake has no finding, in any form")
  func sound() throws {
    let all = Self.inspect([])
    #expect(all.findings.isEmpty, "\(all.findings)")
    #expect(all.command == .authRequest)
    #expect(all.scheme == URLScheme("sampleidpapp"))
    #expect(all.parameters.map(\.known).count == 7)
    #expect(MessageInspection(Known.url("authresponse", Known.response)).findings.isEmpty)
    let bundle = try AppMessage(Known.url("authrequest", Known.request)).bundle()
    let lines = ([bundle.command] + bundle.entries.map { "\($0.name)=\($0.value.reveal())" })
    for text in [lines, Array(lines.dropFirst()), ["command=authrequest"] + lines.dropFirst()] {
      let read = MessageInspection(bundle: Array(text.joined(separator: "\r\n").utf8))
      #expect(read.findings.isEmpty, "\(read.findings)")
      #expect(read.command == .authRequest)
      #expect(read.parameters.count == 7)
    }
  }

  /// A parameter, its value, the marked part, a part of the help, and the profile that refuses it.
  static let values: [(String, String, marked: String, help: String, Set<MessageProfile>)] = {
    let both: Set<MessageProfile> = [.strict, .ios]
    let digest = "13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3"
    let verifier = String(repeating: "a", count: 128)
    return [
      ("code_challenge", digest, digest, Known.challenge, both),
      (
        "code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw%2BcM%3D",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw%2BcM%3D", Known.challenge, [.strict]
      ),
      (
        "code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM=",
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM=", "standard base64", [.strict]
      ),
      (
        "code_challenge", "RTlNZWxob2EyT3d2RnJFTVRKZ3VDSGFvZUsxdDhVUldidUdKU3N0dy1jTQ==",
        "RTlNZWxob2EyT3d2RnJFTVRKZ3VDSGFvZUsxdDhVUldidUdKU3N0dy1jTQ==",
        "base64 of the challenge's text; write the text itself, `\(Known.challenge)`", both
      ),
      (
        "code_challenge", String(Known.challenge.dropLast()),
        String(Known.challenge.dropLast()), "it has 42 characters", both
      ),
      ("code_challenge", verifier, verifier, "like a verifier", both),
      ("code_challenge_method", "plain", "plain", "`plain` protects nothing", both),
      (
        "user_hint", "\(Known.ada)%3A\(Known.org)", "\(Known.ada)%3A\(Known.org)",
        "`\(Known.adaHint)`", [.strict]
      ),
      ("user_hint", "abc", "abc", "the org's id, a colon", both),
      ("user_hint", "00D1%3A005", "00D1%3A005", "the org's id has 4 characters", both),
      ("user_hint", "x%3Ay", "x%3Ay", "the id of an org begins with `00D`", both),
      ("scopes", "api%20web%20refresh_token", "%20", "`api,web,refresh_token`", both),
      ("scopes", "api+web", "+", "`api,web`", both),
      (
        "login_host", "https%3A%2F%2Flogin.salesforce.com%2F", "https%3A%2F%2F",
        "`login.salesforce.com`", both
      ),
      ("login_host", "login.salesforce.com:443", ":443", "`login.salesforce.com`", both),
      ("login_host", "a%20b", "a%20b", "a name such as", both),
      ("oauth_redirect_uri", "https%3A%2F%2Fa%2Fb", "https", "must be the app's own", both),
      ("oauth_redirect_uri", "sampleapp", "sampleapp", "begins with a scheme", both),
      ("oauth_redirect_uri", "a%3A%2Fb%23c", "%23c", "no fragment", both),
    ]
  }()

  @Test("A wrong value is marked at its wrong part, with the intended form", arguments: values)
  func value(
    parameter: String, value: String, marked: String, help: String,
    profiles: Set<MessageProfile>
  ) throws {
    let all = Self.inspect([(parameter, value)])
    let finding = try #require(all.findings.first, "\(value)")
    #expect(all.findings.count == 1, "\(all.findings)")
    #expect(finding.parameter?.rawValue == parameter)
    #expect(Self.marked(finding, in: all) == marked)
    #expect(finding.help?.contains(help) == true, "\(finding.help ?? "")")
    #expect(finding.profiles == profiles)
    #expect(!finding.rule.isEmpty)
  }

  @Test("Every independent mistake is found at once, each at its location")
  func all() {
    let all = Self.inspect([
      ("code_challenge", "abc"), ("scopes", "api%20web"), ("user_hint", "x"),
      ("login_host", "http%3A%2F%2Fa"), ("state", nil), ("oauth_client_id", "%zz"),
      ("app_name", "a"), ("oauth_redirect_uri", nil),
    ])
    #expect(
      Set(all.faults(.strict).map { $0.parameter?.rawValue ?? "" }) == [
        "code_challenge", "scopes", "user_hint", "login_host", "state", "oauth_client_id",
        "oauth_redirect_uri",
      ])
    #expect(all.faults(.ios).map(\.parameter).count == 6)
    let broken = all.findings.first { $0.parameter == .clientID }
    #expect(broken.map { Self.marked($0, in: all) } == "%zz")
    let missing = all.findings.first { $0.parameter == .state }
    #expect(missing.map { Self.marked($0, in: all) } == "authrequest")
  }

  @Test("A duplicate is marked at its repetition")
  func repeated() {
    let all = MessageInspection(
      Known.url("authresponse", Known.response + [("state", "other"), ("x", "1"), ("x", "2")]))
    let faults = all.faults(.strict)
    #expect(faults.map { Self.marked($0, in: all) } == ["state=other", "x=2"])
    #expect(all.isMessage(.ios))
  }

  static let forms: [(url: String, marked: String, text: String)] = [
    ("hello", "hello", "it has no scheme"), ("1a://oauth2/v1.0/error?", "1a", "isn't a scheme"),
    ("a:oauth2/v1.0/error", ":", "`//` is missing"),
    ("a://oauth/v1.0/error", "oauth", "the host of a message is `oauth2`"),
    ("a://oauth2/error", "error", "the version `v1.0` is missing"),
    ("a://oauth2/v2.0/error", "v2.0", "the version of a message is `v1.0`"),
    ("a://oauth2/v1.0", "", "the command is missing"),
    ("a://oauth2/v1.0/", "", "the command is missing"),
    ("a://oauth2/v1.0/eror", "eror", "there is no command `eror`"),
    ("a://oauth2/v1.0/error/x", "error/x", "there is no command"),
    ("a://oauth2/v1.0/error?error_code=a b", " ", "an unescaped space"),
    (
      "a://oauth2/v1.0/error?error_code=a\u{0}\u{0}", "\u{0}\u{0}", "an unescaped control character"
    ),
    ("a://oauth2/v1.0/error?error_code=a#b", "#", "an unescaped `#`"),
    ("a://oauth2/v1.0/error?error_code=\u{E9}", "\u{E9}", "an unescaped character outside ASCII"),
  ]

  @Test("Mistakes in the form are marked, too", arguments: forms)
  func form(url: String, marked: String, text: String) {
    let all = MessageInspection(url: Array(url.utf8))
    let found = all.faults(.strict).first { $0.parameter == nil }
    #expect(found.map { Self.marked($0, in: all) } == marked, "\(all.findings)")
    #expect(found?.message.contains(text) == true, "\(found?.message ?? "")")
    #expect(!all.isMessage(.ios))
  }

  @Test("A command in another case is a mistake only under strict; a typo has its candidates")
  func commands() {
    let upper = MessageInspection(Known.url("AuthResponse", Known.response))
    #expect(!upper.isMessage(.strict))
    #expect(upper.isMessage(.ios))
    let slip = MessageInspection(Known.url("authrespons", Known.response))
    #expect(slip.command == .authResponse, "recognized by its parameters")
    #expect(slip.findings.first?.word == "authrespons")
    #expect(slip.findings.first?.candidates.contains("authresponse") == true)
  }

  @Test("An accepted but probably unintended form is a note, not a fault")
  func notes() {
    let all = Self.inspect([
      ("stat", "x"), ("code", "y"), ("code_verifier", "z"), ("calling_app_url", "a:b"),
    ])
    #expect(all.isMessage(.strict))
    #expect(
      all.findings.map { Self.marked($0, in: all) } == ["stat", "code", "code_verifier=z"])
    let error = MessageInspection(
      Known.url("error", [("errorCode", "0"), ("errorReason", "no")], scheme: "sampleapp"))
    #expect(error.isMessage(.strict))
    #expect(error.findings.map(\.help).contains("write `error_code`"))
    #expect(error.findings.contains { $0.parameter == nil && $0.message.contains("`state`") })
    let response = MessageInspection(Known.url("authresponse", [("code", "a"), ("state", "b")]))
    #expect(response.findings.map(\.message).contains { $0.contains("`login_host` is missing") })
  }

  @Test("A URL of a megabyte and a thousand parameters are mistakes, and take little time")
  func limits() {
    let long = MessageInspection(
      url: Array("a://oauth2/v1.0/error?state=".utf8) + [UInt8](repeating: 0x61, count: 1 << 20))
    #expect(long.faults(.strict).map(\.kind) == [.tooLong])
    let many = MessageInspection(
      url: Array("a://oauth2/v1.0/error?".utf8)
        + Array((0..<1000).map { "p\($0)=1" }.joined(separator: "&").utf8))
    #expect(many.faults(.strict).map(\.kind) == [.tooMany])
    let bytes = MessageInspection(url: [0xFF, 0x00, 0x3A, 0x2F, 0x2F, 0xC3])
    #expect(!bytes.isMessage(.strict))
    #expect(!MessageInspection(bundle: [0x61, 0x3D, 0xFF, 0x0A, 0xFF]).isMessage(.strict))
    for empty in [MessageInspection(url: []), MessageInspection(bundle: [])] {
      #expect(!empty.isMessage(.strict))
    }
  }

  @Test("In 1,500 damaged URLs a mistake is found exactly where the reader refuses them")
  func agrees() throws {
    let scheme = try #require(URLScheme("sampleapp"))
    var refused = 0
    for seed in Known.seed..<Known.seed + 1_500 {
      var random = SeededGenerator(seed: seed)
      let message = try #require(AppMessage.random(&random))
      let written: MessageProfile = Bool.random(using: &random) ? .strict : .ios
      var bytes = Array(try message.url(to: scheme, written).reveal().utf8)
      for _ in 0..<Int.random(in: 0...4, using: &random) { bytes.damage(&random) }
      let text = String(decoding: bytes, as: UTF8.self)
      let all = MessageInspection(url: Array(text.utf8))
      for profile in MessageProfile.allCases {
        let isRead = (try? AppMessage(MessageURL(text), profile)) != nil
        if !isRead { refused += 1 }
        guard all.isMessage(profile) == isRead else {
          Issue.record("FLOW_MOBILE_IDP_SEED=\(seed) \(profile) \(text) \(all.findings)")
          return
        }
      }
      for finding in all.findings {
        let isInside = finding.range.lowerBound >= 0 && finding.range.upperBound <= all.bytes.count
        if !isInside { Issue.record("FLOW_MOBILE_IDP_SEED=\(seed)") }
      }
    }
    #expect(refused > 400)
  }
}

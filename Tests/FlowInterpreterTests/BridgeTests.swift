import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Between the tree and the engines")
struct BridgeTests {
  static let org = """
    org acme {
      authenticators password, phone via sms or voice
      user "jane@example.com" {
        password secret PW
        phone env PHONE
        key file "key.txt"
      }
      lockout { after 5 attempts for 15m; require (any >= 2) }
    }
    on any stop
    """

  static func settings(
    _ environment: RunEnvironment
  ) throws -> (settings: [Setting], diagnostics: [Diagnostic]) {
    let org = try #require(try program(org).orgs["acme"])
    return org.settings(sources: environment.sources)
  }

  @Test("An org's settings are read as written, with values looked up")
  func settings() throws {
    let environment = RunEnvironment.test(
      variables: ["PHONE": "+15551234567"], secrets: ["PW": "Correct-Horse-1"],
      files: ["key.txt": "abc\n"])
    let (settings, diagnostics) = try BridgeTests.settings(environment)
    #expect(diagnostics.isEmpty)
    #expect(settings.map(\.name) == ["authenticators", "user", "lockout"])
    #expect(
      settings[0].values.map { $0.map(\.kind) } == [
        [.word("password")],
        [.word("phone"), .word("via"), .word("sms"), .word("or"), .word("voice")],
      ])
    #expect(settings[1].values.map { $0.map(\.kind) } == [[.text("jane@example.com")]])
    #expect(
      settings[1].block?.map { $0.values[0][0].kind } == [
        .secret(Secret("Correct-Horse-1")), .secret(Secret("+15551234567")), .secret(Secret("abc")),
      ])
    let lockout = try #require(settings[2].block)
    #expect(
      lockout[0].values[0].map(\.kind)
        == [.number(5), .word("attempts"), .word("for"), .duration(.seconds(900))])
    #expect(
      lockout[1].values[0].map(\.kind)
        == [.mark("("), .word("any"), .mark(">="), .number(2), .mark(")")])
    let place = lockout[0].place
    let bytes = Array(BridgeTests.org.utf8)[Int(place.start)..<Int(place.end)]
    #expect(String(decoding: bytes, as: UTF8.self) == "after")
  }

  @Test("A value of an org that can't be looked up is a problem at its location")
  func missing() throws {
    let (_, diagnostics) = try BridgeTests.settings(.test())
    #expect(
      diagnostics.map(\.problem) == [
        .missingValues(["secret PW"]), .missingValues(["env PHONE"]),
        .missingValues(["file `key.txt`: not found"]),
      ])
    #expect(diagnostics.map { $0.place?.text } == ["secret PW", "env PHONE", "file \"key.txt\""])
  }

  static let kindTable: [(SettingProblem.Kind, Problem)] = [
    (.unknown, .unknownSetting(message: "m", nearest: ["lockout"])),
    (.value, .settingValue(message: "m")), (.duplicate, .settingDuplicate(message: "m")),
    (.missing, .settingMissing(message: "m")), (.later, .notYet(form: "m")),
  ]

  @Test("A schema's complaint becomes a problem at its location", arguments: kindTable)
  func problem(_ row: (kind: SettingProblem.Kind, problem: Problem)) {
    let source = SourceFile(name: "o.flow", text: "lockuot 1 lockout 2")
    let problem = SettingProblem(
      row.kind, "m", at: SourceRange(0, 7), help: "h", word: "lockuot",
      candidates: ["lockout", "recovery"], other: SourceRange(10, 17))
    let diagnostic = Diagnostic(problem, in: source)
    #expect(diagnostic.problem == row.problem)
    #expect(diagnostic.place?.text == "lockuot")
    #expect(diagnostic.labels.map(\.place.text) == ["lockout"])
    #expect(diagnostic.help == (row.kind == .value ? "did you mean `lockout`? h" : "h"))
  }
}

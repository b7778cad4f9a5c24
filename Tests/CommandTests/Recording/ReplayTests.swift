import FlowDiagnostics
import CommandSupport
import FlowCLI
import FlowInterpreter
import FlowRecorder
import FlowSyntax
import FlowHTTP
import FlowTerminal
import TestSupport
import Testing

@Suite("flow replay")
struct ReplayTests {
  private static let script = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer password = secret JANE_PASSWORD
    on select-authenticator choose email
    on challenge email      answer code = inbox email

    """

  /// A folder with the script and its cassette.
  private static func recorded() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", ReplayTests.script)
    let run = await Shell()("run", script, "--cassette", folder.path + "/a.json")
    try #require(run.status == .success, "\(run.all)")
    return folder
  }

  private static func replay(
    _ folder: TemporaryFolder, _ script: String = script, _ more: String...
  ) async throws -> Shell.Outcome {
    let path = try folder.write("b.flow", script)
    return await Shell(seed: 5)(["replay", path, "--cassette", folder.path + "/a.json"] + more)
  }

  @Test("A difference is reported at its line, member by member, with the recorded value")
  func differences() async throws {
    let folder = try await ReplayTests.recorded()
    #expect(try await ReplayTests.replay(folder).status == .success)
    let changes: [(old: String, new: String, told: [String])] = [
      (
        "\"jane@example.com\"", "\"sam@example.com\"",
        ["b.flow:1:", "`identifier`: sent \"sam@example.com\", recorded \"jane@example.com\""]
      ),
      (
        "choose email", "choose phone via sms",
        ["b.flow:3:", "(Phone), recorded", "(Email)", "`authenticator.methodType`: sent \"sms\""]
      ),
      (
        "choose email", "choose email then cancel",
        ["goes to another address", "sent: POST /idp/idx/cancel"]
      ),
      ("answer code = inbox email", "stop", ["error[expectation-failed]"]),
      (
        "answer code = inbox email", "stop\nexpect stopped",
        ["POST /idp/idx/cancel", "recorded: POST /idp/idx/challenge/answer"]
      ),
    ]
    for change in changes {
      let script = ReplayTests.script.split(separator: change.old, omittingEmptySubsequences: false)
        .joined(separator: change.new)
      let run = try await ReplayTests.replay(folder, script)
      #expect(run.status == .failed, "\(run.all)")
      for text in change.told { #expect(run.errors.contains(text), "\(text): \(run.all)") }
      let json = try await ReplayTests.replay(folder, script, "--json")
      let ids = try JSON(parsing: Array(json.output.utf8))["problems"]?.array
      let id = ids?.first?["id"]?.string
      #expect(
        id == ProblemKind.replayDiffers.id || id == ProblemKind.expectationFailed.id,
        "\(json.all)")
    }
  }

  @Test("A secret that a server uses as a member name is in no cassette, and is replayed")
  func secretNames() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", Pages.script)
    let field: JSON = ["name": "Correct-Horse-1", "value": "x", "mutable": false]
    let challenge = Pages.form(
      "challenge-authenticator", Pages.origin + "/idp/idx/challenge/answer",
      [Pages.passcode, field], ["relatesTo": ["$.currentAuthenticatorEnrollment"]])
    var page = Pages.page([challenge], Pages.password).object ?? [:]
    page["Correct-Horse-1"] = ["Correct-Horse-1": 1]
    var answers = Pages.signIn
    answers[2] = .page(.object(page))
    let environment = ["PASSWORD": "Correct-Horse-1"]
    let cassette = folder.path + "/a.json"
    let shell = Shell(transport: ScriptedTransport(answers), environment: environment)
    let run = await shell(["run", script, "--cassette", cassette] + Pages.options)
    #expect(run.status == .success, "\(run.all)")
    let text = try RecordTests.read(cassette)
    #expect(!text.contains("Correct-Horse-1"), "\(text)")
    #expect(text.count(of: "\"••••••\":") == 3, "\(text)")
    for environment in [environment, [:]] {
      let replayed = await Shell(environment: environment)(
        "replay", script, "--cassette", cassette)
      #expect(replayed.status == .success, "\(replayed.all)")
    }
  }

  @Test("A recording that is longer or shorter than the flow differs")
  func lengths() async throws {
    let folder = try await ReplayTests.recorded()
    let whole = try JSON(parsing: Array(RecordTests.read(folder.path + "/a.json").utf8))
    let exchanges = try #require(whole["exchanges"]?.array)
    func replay(_ exchanges: [JSON]) async throws -> Shell.Outcome {
      guard case .object(var object) = whole else { throw CancellationError() }
      object["exchanges"] = .array(exchanges)
      _ = try folder.write("a.json", bytes: JSON.object(object).bytes())
      return try await ReplayTests.replay(folder)
    }
    let longer = try await replay(exchanges + exchanges.suffix(1))
    #expect(longer.errors.contains("1 more request was recorded"), "\(longer.all)")
    for count in 0..<exchanges.count {
      let shorter = try await replay(Array(exchanges.prefix(count)))
      #expect(shorter.status == .failed, "\(shorter.all)")
      #expect(shorter.errors.contains("the recording ends before request \(count + 1)"))
    }
  }

  @Test(
    "An invalid cassette is refused with its location",
    arguments: [
      ("{\n  \"version\": 1,\n  ]", "a.json:3:3: an unexpected byte"),
      ("{}", "this isn't a cassette"), ("[]", "this isn't a cassette"),
      ("", "a.json:1:1: the text ends"),
      (#"{"version": 2, "exchanges": []}"#, "another version"),
      (
        #"{"version": 1, "exchanges": [], "issuer": "http://a.b"}"#,
        "a.json:issuer: expected an issuer's"
      ),
      (
        #"{"version": 1, "exchanges": [7], "issuer": "https://a.b"}"#,
        "a.json:exchanges[0].request: expected a `method` and a `path`"
      ),
      (
        #"{"version": 1, "exchanges": [{"request": {"method": "GET", "path": "/"}, "response": {"status": 7}}], "issuer": "https://a.b"}"#,
        "a.json:exchanges[0].response: expected a `status`"
      ),
    ])
  func unreadable(text: String, told: String) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a.json", text)
    let run = try await ReplayTests.replay(folder)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.errors.contains(told), "\(run.all)")
  }

  @Test("A manipulated cassette fails clearly, whatever it contains")
  func mutants() async throws {
    let folder = try await ReplayTests.recorded()
    let whole = try JSON(parsing: Array(RecordTests.read(folder.path + "/a.json").utf8))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      var mutant = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        mutant = ReplayTests.mutated(mutant, &random)
      }
      _ = try folder.write("a.json", bytes: mutant.bytes())
      let run = try await ReplayTests.replay(folder)
      #expect(
        [.success, .failed, .serverFailed, .wrongScript].contains(run.status), "\(run.all)")
      #expect(!run.all.contains("\u{1B}[2J"), "\(run.all.debugDescription)")
    }
  }

  private static let intruders: [JSON] = [
    .null, 7, -1, true, "", "\u{1B}[2J\u{202E}", .array([]), .object([:]), .bigNumber("1e400"),
    .string(String(repeating: "•", count: 3000)), ["claims": 1], "https://other.example/x",
  ]

  /// A document with one value replaced, removed or repeated.
  private static func mutated(_ json: JSON, _ random: inout SeededGenerator) -> JSON {
    let goesOn = Int.random(in: 0..<8, using: &random) > 0
    switch json {
    case .object(var object) where goesOn && !object.members.isEmpty:
      let index = Int.random(in: 0..<object.members.count, using: &random)
      if Int.random(in: 0..<20, using: &random) == 0 {
        object.members.remove(at: index)
      } else {
        object.members[index].value = mutated(object.members[index].value, &random)
      }
      return .object(object)
    case .array(var elements) where goesOn && !elements.isEmpty:
      let index = Int.random(in: 0..<elements.count, using: &random)
      if Int.random(in: 0..<20, using: &random) == 0 {
        elements.append(elements[index])
      } else {
        elements[index] = mutated(elements[index], &random)
      }
      return .array(elements)
    default: return intruders[Int.random(in: 0..<intruders.count, using: &random)]
    }
  }

  @Test("Only flows of an issuer are recorded and replayed, one per cassette")
  func limits() async throws {
    let folder = try await ReplayTests.recorded()
    let two = ReplayTests.script + "flow \"other\" { otherwise stop; expect stopped }\n"
    let path = try folder.write("two.flow", two)
    let run = await Shell()("run", path, "--cassette", folder.path + "/two.json")
    #expect(run.status == .usage && run.errors.contains("saves only one flow"), "\(run.all)")
    #expect(!folder.holds("two.json"))
    let other = try await ReplayTests.replay(folder, "engine nextauth\non ready submit\n")
    #expect(other.status == .usage, "\(other.all)")
    let only = try await ReplayTests.replay(folder, ReplayTests.script, "--only", "c")
    #expect(only.status == .usage && only.errors.contains("no flow is named `c`"), "\(only.all)")
  }
}

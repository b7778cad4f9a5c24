import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("flow run --json")
struct RunJSONTests {
  static func objects(_ run: Shell.Outcome) throws -> [JSONObject] {
    try run.lines.map { line in
      try #require(try JSON(parsing: Array(line.utf8)).object)
    }
  }

  @Test("One object per line for each flow, with its documented members")
  func passing() async throws {
    let run = await Shell()("run", "--json", Project.example("second-factor.flow"))
    #expect(run.status == .success)
    #expect(run.errors.isEmpty)
    let objects = try Self.objects(run)
    #expect(
      objects.map { $0["flow"]?.string ?? "" }
        == [
          "email", "phone", "google-otp", "security-question",
        ].map { "second factor [\($0)]" })
    for object in objects {
      #expect(
        object.members.map(\.name) == [
          "version", "flow", "file", "passed", "outcome", "milliseconds", "steps", "messages",
          "rule", "sessionRule", "factors", "expectations", "tokens", "problems",
        ])
      #expect(object["version"] == 1)
      #expect(object["passed"] == true)
      #expect(object["outcome"] == "success")
      #expect(object["problems"]?.array?.isEmpty == true)
      #expect(object["tokens"]?["accessToken"] == "••••••")
      #expect(object["expectations"]?.array?.count == 2)
      let step = object["steps"]?.array?.first
      #expect(step?["step"] == "identify")
      #expect(step?["did"] == "answer identifier = jane@example.com")
      #expect(step?["rule"]?.string?.hasSuffix("second-factor.flow:17") == true, "\(run.all)")
    }
  }

  @Test("A failure has its messages, its expectations and its problems")
  func failing() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "wrong.flow",
      """
      on identify answer identifier = "jane@example.com"
      on challenge password answer passcode = "not it"
      """)
    let run = await Shell()("run", "--json", script)
    #expect(run.status == .failed)
    #expect(run.errors.isEmpty, "\(run.all)")
    let objects = try Self.objects(run)
    let result = try #require(objects.last)
    #expect(result["passed"] == false)
    #expect(result["outcome"] == "failure")
    #expect(result["messages"]?.array?.first?["key"] == "incorrectPassword")
    #expect(result["problems"]?.array?.first?["id"] == "server-message")
  }

  @Test("Problems of a script that isn't run are a separate object")
  func wrongScript() async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("run", "--json", try folder.write("wrong.flow", "nonsense"))
    #expect(run.status == .wrongScript)
    let objects = try Self.objects(run)
    #expect(objects.count == 1)
    #expect(objects.first?.members.map(\.name) == ["version", "problems"])
    #expect(objects.first?["problems"]?.array?.isEmpty == false)
  }
}

import CommandSupport
import FlowCLI
import FlowSyntax
import FlowHTTP
import FlowTerminal
import Testing

@Suite("flow ast") struct TreeCommandTests {
  @Test("A tree has a node per line, with lines, columns and bytes, then the comments")
  func tree() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.flow",
      "# who\non identify up to 2 times answer é? = \"a\\(b)\"\nexpect steps < 3 and amr is x\n")
    for arguments in [["ast", file], ["ast", "--tree", file]] {
      let run = await Shell()(arguments)
      #expect(run.status == .success)
      #expect(
        run.output == """
          script 1:1-4:1 [0..<83]
            rule 2:1-2:46 [6..<52]
              pattern 2:4-2:12 [9..<17]
                step: name "identify" 2:4-2:12 [9..<17]
              limit times=2 2:13-2:26 [18..<31]
              answer 2:27-2:46 [32..<52]
                field optional=true 2:34-2:46 [39..<52]
                  name: name "é" 2:34-2:35 [39..<41]
                  text "a" + b 2:39-2:46 [45..<52]
                    interpolation: name "b" 2:43-2:44 [49..<50]
            expect 3:1-3:30 [53..<82]
              condition: and 3:8-3:30 [60..<82]
                test 3:8-3:17 [60..<69]
                  fact: name "steps" 3:8-3:13 [60..<65]
                  comparison operator="<" 3:14-3:17 [66..<69]
                    number 3 3:16-3:17 [68..<69]
                test 3:22-3:30 [74..<82]
                  fact: name "amr" 3:22-3:25 [74..<77]
                  comparison operator="is" 3:26-3:30 [78..<82]
                    name "x" 3:29-3:30 [81..<82]
          comment "# who" 1:1-1:6 [0..<5]

          """)
    }
  }

  @Test("JSON has a version, and each node has its kind, location and value")
  func json() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", "let a = 5s # \"five\"\n")
    let run = await Shell()("ast", "--json", file)
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["version"] == 1)
    #expect(json["file"] == .string(file))
    #expect(json["diagnostics"] == [])
    #expect(json["comments"]?.array?.first?["text"] == "# \"five\"")
    let node = try #require(json["tree"]?["children"]?.array?.first)
    #expect(node["kind"] == "let")
    let value = try #require(node["children"]?.array?.last)
    #expect(value["kind"] == "duration")
    #expect(value["value"] == ["milliseconds": 5000])
    #expect(value["start"] == ["offset": 8, "line": 1, "column": 9])
    #expect(value["end"] == ["offset": 10, "line": 1, "column": 11])
  }

  @Test("A secret in the script is shown nowhere", arguments: ["--tree", "--json"])
  func secrets(form: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.flow",
      """
      profile p { password = "hunter-two"; pin = "98" }
      # it is hunter-two
      on challenge answer code = totp "SEEDSEEDSEED"
      say "hunter-two"

      """)
    let run = await Shell()("ast", form, file)
    #expect(run.status == .wrongScript)
    for secret in ["hunter", "\"98\"", "SEED"] { #expect(!run.all.contains(secret), "\(run.all)") }
    #expect(run.output.contains("••••••"))
  }

  @Test("A script with mistakes has a tree, its mistakes, and the status of an invalid script")
  func mistakes() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.flow", "on a !\nexpect success\n")
    let text = await Shell()("ast", file)
    #expect(text.status == .wrongScript)
    #expect(text.output.contains("outcome: name \"success\""))
    #expect(text.errors.contains("error[unknown-character]"))
    let run = await Shell()("ast", "--json", file)
    #expect(run.status == .wrongScript && run.errors.isEmpty)
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["diagnostics"]?.array?.first?["id"] == "unknown-character")
    let missing = await Shell()("ast", folder.path + "/b.flow")
    #expect(missing.status == .wrongScript && missing.output.isEmpty)
  }

  @Test("A line of 400,000 bytes takes almost no time", .timeLimit(.minutes(5)))
  func longLine() async throws {
    let folder = try TemporaryFolder()
    let count = 32_000
    let statements = String(repeating: "let a = \"b\";", count: count)
    let run = await Shell()("ast", try folder.write("a.flow", statements))
    #expect(run.status == .success)
    let lines = 3 * count + 1
    #expect(run.lines.count == lines)
  }

  @Test("Both forms at once are refused")
  func both() async {
    let run = await Shell()("ast", "--json", "--tree", "a.flow")
    #expect(run.status == .usage)
  }
}

import CommandSupport
import FlowEngine
import FlowTerminal
import FlowTestRunner
import FlowLock
import Testing

@testable import FlowCLI

@Suite("flow test")
struct TestCommandTests {
  /// A line that is run in a folder, and its result.
  struct Line: Sendable, CustomTestStringConvertible {
    var arguments: String
    var status: FlowTerminal.ExitStatus = .success
    /// The texts in the output.
    var told: [String] = []
    var untold: [String] = []
    /// A text in the error output, which must be empty if this is empty.
    var errors = ""

    var testDescription: String { arguments }
  }

  static let files = [
    "a/one.flow": Suites.passing("first", tags: "tagged smoke, slow") + Suites.passing("second"),
    "a/two.flow": "flow \"rows\" for word in \"x\", \"y\" {\n  otherwise stop\n"
      + "  expect stopped\n}\n",
    "a/jane.flow": "profile jane {\n  identifier = \"jane@example.com\"\n}\n",
    "bad/wrong.flow": "flow \"wrong\" {\n  expct success\n}\n",
    "bad/right.flow": Suites.passing("right"),
    "fails/three.flow": Suites.failing("third") + Suites.passing("fourth"),
    "person.flow": "flow \"asks\" {\n  otherwise prompt\n}\n",
    "known/twice.flow": "flow \"twice\" {\n  known \"ticket 7\" until \"2099-12-31\"\n"
      + "  on identify answer identifier = \"jane@example.com\"\n"
      + "  on challenge password answer passcode = random password,\n"
      + "    credentials.passcode = random password\n}\n",
    "none/orgs.flow": "org acme {\n  authenticators password\n}\n",
  ]

  static let lines = [
    Line(
      arguments: "a -j 1",
      told: [
        "4 flows\npass   a/one.flow: first", "pass   a/two.flow: rows [x]", "4 flows: 4 passed;",
      ], untold: ["jane", "at a time", "\u{1B}", "a/a"]),
    Line(arguments: "a -q", told: ["4 flows: 4 passed;"], untold: ["pass  "]),
    Line(
      arguments: "a -q --order random:5", told: ["in the order of `--order random:5`"],
      untold: ["pass  "]),
    Line(arguments: "a --only rows*", told: ["2 flows: 2 passed;"], untold: ["first"]),
    Line(arguments: "a --only rows", told: ["2 flows: 2 passed;"]),
    Line(arguments: "a --tag smoke", told: ["one.flow: first", "1 flow: 1 passed;"]),
    Line(arguments: "a --tag sm*k*", told: ["one.flow: first", "1 flow: 1 passed;"]),
    Line(arguments: "a --not-tag s*", told: ["3 flows: 3 passed;"]),
    Line(arguments: "a --tag xx*", status: .usage, errors: "no flow is tagged `xx*`"),
    Line(
      arguments: "known", status: .wrongScript, told: ["BROKEN", "duplicate-field"],
      untold: ["known  "]),
    Line(arguments: "a --tag smoke --not-tag slow", status: .usage, errors: "flows is selected"),
    Line(
      arguments: "a --not-tag slow --only *st", status: .usage, errors: "flows is selected"),
    Line(arguments: "a --only xx*", status: .usage, errors: "no flow is named `xx*`"),
    Line(
      arguments: "a --append --report tap:t.tap", status: .usage,
      errors: "adds to the file of a json report"),
    Line(arguments: "a a/one.flow a/../a/two.flow", told: ["4 flows: 4 passed;"]),
    Line(arguments: "a --only frist", status: .usage, errors: "did you mean `first`?"),
    Line(arguments: "a --tag smok", status: .usage, errors: "did you mean `smoke`?"),
    Line(arguments: "none", status: .usage, errors: "there is no flow to test"),
    Line(
      arguments: "a --var wrod=1", status: .usage, errors: "no script uses a value with this name"),
    Line(
      arguments: "bad -j 1", status: .wrongScript,
      told: [
        "BROKEN  bad/wrong.flow", "error[", "did you mean `expect`",
        "pass   bad/right.flow: right", "2 flows: 1 passed, 1 broken;", "not as expected:",
      ]),
    Line(
      arguments: "gone.flow a/two.flow", status: .wrongScript,
      told: ["BROKEN  gone.flow", "error[file-not-found]", "2 passed"]),
    Line(
      arguments: "fails -j 1", status: .failed,
      told: [
        "FAIL   fails/three.flow: third", "fails/three.flow:1",
        "expect success\n    |          ^^^",
        "expect path challenge\n    |          ^^^", "pass   fails/three.flow: fourth",
        "not as expected:\n  FAIL   fails/three.flow: third",
        "2 flows: 1 passed, 1 failed;",
      ]),
    Line(
      arguments: "fails -j 1 --fail-fast", status: .failed,
      told: ["`--fail-fast` is set: 1 flow did not run", "1 flow: 1 failed;"],
      untold: ["fourth"]),
    Line(
      arguments: "person.flow", status: .wrongScript,
      told: ["error[nobody-to-ask]", "`flow test` never prompts"]),
    Line(
      arguments: "fails --retry 2 -j 1", status: .failed, told: ["attempt 3", "1 failed"],
      untold: ["flaky"]),
    Line(arguments: "a --slow 2", told: ["slowest:\n  "]),
  ]

  @Test("It finds, runs and reports tests", arguments: lines)
  func line(line: Line) async throws {
    let folder = try Suites.folder(TestCommandTests.files)
    let arguments = line.arguments.split(separator: " ").map { word in
      word.contains("/") || folder.holds(String(word)) ? folder.path + "/" + word : String(word)
    }
    let run = await Shell()(["test"] + arguments)
    let told = run.output.split(separator: folder.path + "/", omittingEmptySubsequences: false)
      .joined()
    #expect(run.status == line.status, "\(run.all)")
    for text in line.told { #expect(told.contains(text), "\(told)") }
    for text in line.untold { #expect(!told.contains(text), "\(told)") }
    #expect(line.errors.isEmpty ? run.errors.isEmpty : run.errors.contains(line.errors))
  }

  @Test(
    "An invalid option is reported before anything runs",
    arguments: [
      (["--only", "rows [x]", "--tag", "smok"], "did you mean `smoke`?"),
      (["--shard", "1/2", "--only", "frist"], "did you mean `first`?"),
      (["--shard", "1/2", "--tag", "smok"], "did you mean `smoke`?"),
      (
        ["--report", "json:DIR/r.x", "--report", "tap:DIR/./r.x"],
        "would be written to the same place"
      ),
      (["--report", "junit", "--report", "console"], "`--report junit:PATH`"),
      (["--report", "console", "--report", "tap"], "`--report tap:PATH`"),
      (["--report", "json:DIR/a/./two.flow"], "/a/./two.flow`, which the command reads"),
      (["--report", "junit:DIR/a/people.flow"], "/a/people.flow`, which the command reads"),
      (
        ["--secrets", "DIR/s.env", "--report", "tap:DIR/./s.env"],
        "/./s.env`, which the command reads"
      ),
    ])
  func usage(options: [String], told: String) async throws {
    let folder = try Suites.folder(TestCommandTests.files)
    _ = try folder.write("a/people.flow", "profile jane { identifier = \"jane@example.com\" }\n")
    _ = try folder.write(
      "a/imports.flow",
      "import \"people.flow\"\nflow \"imports\" { use jane; on identify stop; expect stopped }\n")
    _ = try folder.write("s.env", "A_SECRET=Canary-In-The-Mine-7\n")
    let run = await Shell()(
      ["test", folder.path + "/a"] + options.map { $0.replacing("DIR", with: folder.path) })
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains(told), "\(run.all)")
    #expect(run.output.isEmpty && !folder.holds("r.x"), "\(run.all)")
  }

  @Test("An expectation that can't be tested is the script's mistake, not a known failure")
  func untestable() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      """
      flow "known" {
        known "ticket 1" until "2999-12-31"
        on identify answer identifier = "sam@example.com"
        on select-authenticator choose password
        on challenge password answer passcode = secret SAM_PASSWORD
        on skip skip
        expect success and token.sub < 3
      }
      """)
    let run = await Shell()("test", script)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.output.contains("BROKEN") && run.output.contains("type-mismatch"), "\(run.all)")
  }

  @Test("A misspelling in a passing flow is reported with it, in reports, too")
  func warned() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      """
      flow "rows" for zone in a, b {
        on identify stop
        expect stopped and path never chalenge email
      }
      """)
    let run = await Shell()("test", script)
    #expect(run.status == .success, "\(run.all)")
    let told = run.output.split(separator: "warning[unknown-step]: unknown step")
    #expect(told.count == 2, "once for all rows: \(run.all)")
    #expect(run.output.contains("2 flows: 2 passed; 1 warning; "), "\(run.all)")
    let quiet = await Shell()("test", script, "-q")
    #expect(!quiet.output.contains("warning["), "\(quiet.all)")
    #expect(quiet.output.hasPrefix("2 flows: 2 passed; 1 warning; "), "\(quiet.all)")
    let lines = await Shell()("test", script, "--report", "json")
    #expect(lines.output.contains("\"id\":\"unknown-step\""), "\(lines.all)")
  }

  @Test("The shards of a suite make up the whole, with each flow in one of them")
  func shards() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "many.flow", (1...20).map { Suites.passing("flow \($0)") }.joined())
    var ids: [String] = []
    for part in 1...3 {
      let run = await Shell(environment: ["FLOW_SHARD": "\(part)/3"])("test", script, "-j", "1")
      #expect(run.status == .success, "\(run.all)")
      #expect(run.output.hasPrefix("shard \(part) of 3 of the suite, from FLOW_SHARD\n"))
      ids += run.lines.filter { $0.hasPrefix("pass ") }
        .compactMap {
          $0.split(separator: ": ").last?.split(separator: "  ").first.map(String.init)
        }
    }
    #expect(ids.sorted() == (1...20).map { "flow \($0)" }.sorted())
  }

  @Test("A random order depends only on its seed, which is printed")
  func order() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "many.flow", (1...12).map { Suites.passing("flow \($0)") }.joined())
    func names(_ order: String) async -> [String] {
      let run = await Shell()("test", script, "-j", "1", "--order", order)
      return run.lines.compactMap { $0.split(separator: ": ").dropFirst().first }
        .compactMap { $0.split(separator: "  ").first.map(String.init) }
    }
    let drawn = await names("random:7")
    #expect(drawn.count > 12)
    #expect(await names("random:7") == drawn)
    #expect(await names("random:8") != drawn)
    #expect(await names("files").prefix(12) == (1...12).map { "flow \($0)" }.prefix(12))
    let run = await Shell()("test", script, "--order", "random")
    #expect(run.output.contains("in the order of `--order random:"), "\(run.all)")
  }

  @Test("A terminal shows the progress on one line, which disappears")
  func progress() async throws {
    let folder = try Suites.folder(TestCommandTests.files)
    let run = await Shell(environment: ["NO_COLOR": "1"], isTerminal: true)(
      "test", folder.path + "/fails", "-j", "1")
    #expect(run.output.contains("[........................] 0/2"))
    #expect(run.output.contains("[############............] 1/2, 1 failed"))
    // An overwritten line leaves the text after its last erasure.
    let shown = run.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\u{1B}[2K", omittingEmptySubsequences: false).last ?? ""
    }.joined(separator: "\n")
    let piped = await Shell()("test", folder.path + "/fails", "-j", "1")
    #expect(TestCommandTests.timeless(shown) == TestCommandTests.timeless(piped.output))
  }

  /// A text without the times in it.
  private static func timeless(_ text: String) -> String {
    text.split(separator: " ").filter { Double($0) == nil && $0 != "ms" }.joined(separator: " ")
  }

  @Test("A run that takes too long ends, and lists what it left out")
  func runTimeout() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", Suites.passing("a") + Suites.passing("b"))
    // Its clock advances as soon as anyone waits, and the org never answers.
    let run = await Shell(transport: ScriptedTransport([.nothing, .nothing]))(
      ["test", script, "--run-timeout", "1m", "--live", "org.example", "-j", "1"] + Pages.options)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains("the run timed out after 1 m 0 s"), "\(run.all)")
  }
}

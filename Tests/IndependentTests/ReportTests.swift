import FlowTestRunner
import FlowHTTP
import Foundation
import CommandSupport
import TestSupport
import Testing

/// The reports of test runs, read by `reports.py` with external libraries, and by a browser.
@Suite struct ReportTests {
  /// Flows of every status, and some in which every text has broken other tools' reports.
  private static func flows() -> [FlowReport] {
    var samples = SampleEvents(seed: 5)
    var flows = (0..<70).map { number in
      SampleRun.flow(number, FlowReport.Status.allCases[number % 6])
    }
    flows += (70..<140).map { number in
      var flow = samples.flow()
      flow.id = "\(number)"
      let sound = SampleRun.flow(number, FlowReport.Status.allCases[number % 7])
      (flow.status, flow.line, flow.file) = (sound.status, sound.line, sound.file)
      // The reports compare statuses and attempts with one another.
      if sound.attempts.isEmpty {
        flow.attempts = []
      } else if flow.attempts.isEmpty {
        flow.attempts = sound.attempts
      }
      for index in flow.attempts.indices {
        let isLast = index == flow.attempts.count - 1
        let passes = [.passed, .unexpected, .flaky].contains(flow.status) && isLast
        flow.attempts[index].passed = passes
        flow.attempts[index].began = SampleRun.began
      }
      return flow
    }
    return flows
  }

  /// A folder with a run and all reports of it.
  private func folder(of flows: [FlowReport]) throws -> URL {
    let flow = try #require(Tool.flow)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "flow-reports-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lines = SampleRun.events(flows).map { String(decoding: $0.json.bytes(), as: UTF8.self) }
    let run = folder.appending(path: "run.jsonl").path()
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: run, atomically: false, encoding: .utf8)
    let reports = [("junit", "xml"), ("tap", "tap"), ("sarif", "sarif"), ("html", "html")]
      .flatMap { ["--report", "\($0.0):\(folder.path())/run.\($0.1)"] }
    let merge = try Tool.run([flow, "report", "merge", run] + reports, showsErrors: true)
    #expect([0, 1, 3].contains(merge.status), "\(String(decoding: merge.output, as: UTF8.self))")
    let schema = try Tool.run([flow, "report", "schema"]).output
    try Data(schema).write(to: folder.appending(path: "schema.json"))
    return folder
  }

  private func expectDone(_ kind: String, of flows: [FlowReport] = flows()) throws {
    let folder = try folder(of: flows)
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try Tool.python("reports.py", [kind, folder.path()])
    let output = String(decoding: run.output, as: UTF8.self)
    #expect(run.status == 0 && output.hasSuffix("done\n"), "\(output.suffix(3000))")
  }

  @Test(
    "JUnit's readers accept the report, and find the run's results",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.hasPython("junitparser"), "no junitparser for Python here"),
    .enabled(if: Tool.answers(["xmllint", "--version"]), "no xmllint here"))
  func junit() throws {
    try expectDone("junit")
    try expectDone("junit", of: [SampleRun.flow(0, .passed)])
  }

  @Test(
    "Readers of the Test Anything Protocol accept the report, and find the run's results",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.hasPython("tap.parser"), "no tap.py for Python here"),
    // Without these it skips the lines below a result.
    .enabled(if: Tool.hasPython("yaml"), "no yaml for Python here"),
    .enabled(if: Tool.hasPython("more_itertools"), "no more_itertools for Python here"),
    .enabled(if: Tool.answers(["prove", "--version"]), "no prove here"))
  func tap() throws {
    try expectDone("tap")
    try expectDone("tap", of: (0..<6).map { SampleRun.flow($0, FlowReport.Status.allCases[$0]) })
    try expectDone("tap", of: [SampleRun.flow(0, .passed), SampleRun.flow(1, .known)])
  }

  @Test(
    "The schema of SARIF 2.1.0 accepts the report",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.hasPython("jsonschema"), "no jsonschema for Python here"),
    .enabled(
      if: ProcessInfo.processInfo.environment["FLOW_SARIF_SCHEMA"] != nil,
      "FLOW_SARIF_SCHEMA names no schema"))
  func sarif() throws { try expectDone("sarif") }

  @Test(
    "The published schema of an event accepts every event",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.hasPython("jsonschema"), "no jsonschema for Python here"))
  func json() throws { try expectDone("json") }

  @Test(
    "The page works in a browser: rows open, the filter works, and no text is executed",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: BrowserTests.browser != nil, "no browser here"),
    .enabled(if: Tool.hasPython("playwright"), "no playwright for Python here"))
  func page() throws {
    let folder = try folder(of: ReportTests.flows())
    defer { try? FileManager.default.removeItem(at: folder) }
    let browser = try #require(BrowserTests.browser)
    let run = try Tool.python("report_page.py", [folder.path() + "/run.html", browser])
    let output = String(decoding: run.output, as: UTF8.self)
    #expect(run.status == 0 && output.hasSuffix("done\n"), "\(output.suffix(3000))")
  }

  @Test(
    "`patch` applies the output of `flow fmt --diff`, even to a file with blanks in its name",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.answers(["patch", "--version"]), "no patch here"),
    arguments: ["plain.flow", "with a blank.flow"])
  func patch(name: String) throws {
    let flow = try #require(Tool.flow)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "flow-patch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try "flow \"x\" {\nexpect   success\n}\n".write(to: file, atomically: false, encoding: .utf8)
    let shell = "cd \"$0\" && \"$1\" fmt --diff \"$2\" | patch -p0"
    let run = try Tool.run(
      ["sh", "-c", shell, folder.path(percentEncoded: false), flow, name], showsErrors: true)
    #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self))")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == "flow \"x\" {\n  expect success\n}\n")
  }

  @Test(
    "A shell runs the command beside a failure and nothing else, in any locale",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    arguments: [
      "a\u{2019};touch pwned;\u{2019}", "a…b", "f\u{2192}g", "a'b", "$(touch pwned)",
      "`touch pwned`", "a\u{A0}b", "a\u{201C}; touch pwned; \u{201D}", "x [a…b]",
    ], ["C", "C.UTF-8"])
  func again(name: String, locale: String) throws {
    let flow = try #require(Tool.flow)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "flow-again-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      flow "\(name)" { on identify stop; expect success }
      flow "other" { on identify stop; expect stopped }

      """
    let file = "x\u{2019};touch pwned;\u{2019}.flow"
    try script.write(
      to: folder.appending(path: file), atomically: false, encoding: .utf8)
    func run(_ shell: String, _ words: String...) throws -> String {
      let begin = "cd \"$0\"; LC_ALL=\(locale); export LC_ALL; "
      let run = try Tool.run(
        ["sh", "-c", begin + shell, folder.path(percentEncoded: false), flow] + words)
      return String(decoding: run.output, as: UTF8.self)
    }
    let first = try run("\"$1\" test \"$2\"", file)
    let mark = try #require(first.firstRange(of: "run it again: flow "), "\(first)")
    let command = String(first[mark.upperBound...].prefix { $0 != "\n" })
    let again = try run("eval \"\\\"\\$1\\\" $2\"", command)
    #expect(again.contains("1 flow: 1 failed; "), "\(command)\n\(again)")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "pwned").path))
  }
}

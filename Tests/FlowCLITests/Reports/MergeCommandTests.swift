import CommandSupport
import FlowTerminal
import FlowTestRunner
import FlowHTTP
import TestSupport
import Testing

@testable import FlowCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("flow report merge") struct MergeCommandTests {
  private func text(_ events: [TestEvent]) -> String {
    events.map { String(decoding: $0.json.bytes(), as: UTF8.self) + "\n" }.joined()
  }

  private let passing = [SampleRun.flow(0, .passed), SampleRun.flow(1, .known)]

  @Test("Shards become one report of every kind, and a summary")
  func shards() async throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for index in 1...2 {
      let shard = Shard(index, of: 2)
      let flows = SampleRun.ofEachStatus.filter { shard?.holds($0.id) == true }
      files.append(
        try folder.write("\(index).jsonl", text(SampleRun.events(flows, shard: shard))))
    }
    let kinds = ReportKind.allCases.filter { $0 != .console }
    let reports = kinds.flatMap { ["--report", "\($0):\(folder.path)/out/\($0)"] }
    let run = await Shell()(["report", "merge"] + files + reports)
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.errors.isEmpty)
    #expect(
      run.lines.last == "7 flows: 1 passed, 1 flaky, 1 known to fail, 1 failed, "
        + "1 unexpected, 1 broken, 1 not run")
    #expect(run.lines.contains("incomplete: 1 flow did not run"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
    #expect(left.sorted() == kinds.map(\.rawValue).sorted())
    // A merged report can be merged again.
    let again = await Shell()("report", "merge", folder.path + "/out/json")
    #expect(again.output == run.output)
  }

  @Test("The status reflects failed flows and missing parts")
  func status() async throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("good", text(SampleRun.events(passing)))
    let failed = SampleRun.events(passing + [SampleRun.flow(2, .failed)])
    let bad = try folder.write("bad", text(failed))
    let killed = try folder.write("killed", text(SampleRun.events(passing, ended: false)))
    // The last line of a killed run may be incomplete, followed by a later run.
    let half = try folder.write(
      "half", String(text(SampleRun.events(passing)).dropLast(30)) + "\n")
    let mended = try folder.write(
      "mended",
      String(text(SampleRun.events(passing)).dropLast(30)) + "\n\r\n"
        + text(SampleRun.events(passing, began: SampleRun.began + 1)))
    for (file, status) in [
      (good, ExitStatus.success), (bad, .failed), (killed, .serverFailed), (half, .serverFailed),
      (mended, .success),
    ] {
      let run = await Shell()("report", "merge", file)
      #expect(run.status == status, "\(file) \(run.all)")
      #expect(run.output.contains("has no end") == (status == .serverFailed))
    }
  }

  @Test("A missing shard's file is reported, and the other shards are merged")
  func absent() async throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("good", text(SampleRun.events(passing)))
    let report = folder.path + "/all.xml"
    let gone = folder.path + "/gone.jsonl"
    let run = await Shell()("report", "merge", good, gone, "--report", "junit:" + report)
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.output.contains("incomplete: \(gone) is missing"), "\(run.all)")
    #expect(FileManager.default.fileExists(atPath: report))
  }

  @Test("A shard that runs again beside the whole run lacks nothing")
  func again() async throws {
    let folder = try TemporaryFolder()
    let whole = try folder.write("whole", text(SampleRun.events(passing)))
    let events = SampleRun.events(
      [passing[0]], shard: Shard(1, of: 2), began: SampleRun.began + 1_000_000)
    let part = try folder.write("part", text(events))
    let run = await Shell()("report", "merge", whole, part)
    #expect(run.status == .success && !run.output.contains("missing"), "\(run.all)")
    #expect(await Shell()("report", "merge", part).status == .serverFailed)
  }

  @Test("The coverage of all shards is checked against the required one")
  func coverageMin() async throws {
    let folder = try TemporaryFolder()
    var first = SampleRun.events(passing)
    if case .ended(var end)? = first.last {
      end.coverage?.items[0].hits = 0
      first[first.count - 1] = .ended(end)
    }
    let covered = try folder.write("covered", text(first))
    #expect(
      await Shell()("report", "merge", covered, "--coverage-min", "100").status == .belowCoverage)
    #expect(await Shell()("report", "merge", covered, "--coverage-min", "1").status == .success)
    var events = SampleRun.events(passing, began: SampleRun.began + 1_000_000)
    if case .ended(var end)? = events.last {
      end.coverage = nil
      events[events.count - 1] = .ended(end)
    }
    let plain = try folder.write("plain", text(events))
    let run = await Shell()("report", "merge", plain, "--coverage-min", "1")
    #expect(run.status == .wrongScript && run.errors.contains("none of these reports has coverage"))
    let both = await Shell()("report", "merge", covered, plain)
    #expect(both.output.contains("the coverage is from 1 of 2 runs"), "\(both.all)")
  }

  @Test("A file that isn't a report is reported with its line")
  func faults() async throws {
    let folder = try TemporaryFolder()
    let event = text(SampleRun.events(passing))
    let cases = [
      ("", ":1: there is no run in this file"),
      ("\n\nflow\n", ":3: this isn't JSON: an unexpected byte (byte 1)"),
      (event + "{}\n", ":5: the event doesn't have `version`"),
      (event + text([.flow(passing[0])]), ":5: a flow is outside a run"),
      // Half a line in the middle of a run isn't the end of the run.
      (
        event.replacing(
          "\"event\":\"flow\",\"id\"", with: "\"event\":\"flow\",,\"id\"", maxReplacements: 1),
        ":2: this isn't JSON"
      ),
      (
        event.replacing("\"version\":1", with: "\"version\":2"),
        ":1: the version of this event is 2"
      ),
      (String(repeating: " ", count: 9 << 20), ":1: this line has more than 8 MB"),
    ]
    for (text, message) in cases {
      let file = try folder.write("a.jsonl", text)
      let report = folder.path + "/never.xml"
      let run = await Shell()("report", "merge", file, "--report", "junit:" + report)
      #expect(run.status == .wrongScript && run.output.isEmpty, "\(run.all)")
      #expect(run.errors.contains(file + message), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: report))
    }
    for (path, words) in [
      (folder.path + "/none", "no such file"), (folder.path, "this is a folder"),
      ("-", "only a file can be merged"), ("/dev/null", "only a file can be merged"),
    ] {
      let run = await Shell()("report", "merge", path)
      #expect(run.status == .wrongScript && run.errors.contains(words), "\(run.all)")
    }
  }

  @Test(
    "A wrong command line is refused",
    arguments: [
      (["walk"], "takes merge or schema, not `walk`"),
      (["merge"], "no report to merge"), (["schema", "a"], "takes nothing else"),
      (["merge", "a", "--report", "xml:b"], "`--report` is one of console, json, junit, tap"),
      (["merge", "a", "--report", "html:"], "needs a file"),
      (["merge", "a", "--report", "console:a"], "doesn't take a file"),
      (["merge", "a", "--report", "tap:x", "--report", "json:x"], "to the same place"),
      (["merge", "a", "--report", "tap", "--report", "json"], "to the same place"),
    ])
  func usage(words: [String], message: String) async {
    let run = await Shell()(["report"] + words)
    #expect(run.status == .usage && run.errors.contains(message), "\(run.all)")
  }

  @Test("The output has only the report, and the summary is printed separately")
  func output() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("good", text(SampleRun.events(passing)))
    for kind in ["json", "tap", "junit", "html", "sarif"] {
      let run = await Shell()("report", "merge", file, "--report", kind)
      #expect(run.status == .success)
      #expect(run.errors == "coverage: 100.0 %\n2 flows: 1 passed, 1 known to fail\n")
      #expect(!run.output.contains("2 flows: 1 passed, 1 known to fail\n") || kind == "tap")
      #expect(run.output.utf8.count > 300)
    }
  }

  @Test("The schema is printed as JSON")
  func schema() async throws {
    let run = await Shell()("report", "schema")
    #expect(run.status == .success)
    #expect(try JSON(parsing: Array(run.output.utf8)) == EventSchema.json)
  }

  @Test("A report that can't be written is reported, and the others are complete")
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("good", text(SampleRun.events(passing)))
    let tap = folder.path + "/a.tap"
    let folderReport = await Shell()(
      "report", "merge", file, "--report", "tap:\(tap)", "--report", "html:\(folder.path)")
    #expect(folderReport.status == .serverFailed)
    #expect(folderReport.errors.contains("the report \(folder.path) can't be written: this is a"))
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    for kind in ReportKind.allCases where kind != .console {
      let run = await Shell()(
        "report", "merge", file, "--report", "\(kind):/dev/full", "--report", "tap:\(tap)")
      #expect(run.status == .serverFailed || kind == .github, "\(kind) \(run.all)")
      let isTold = run.errors.contains("the report /dev/full can't be written: no space left")
      #expect(isTold || kind == .github, "\(kind) \(run.all)")
      let text = try String(contentsOfFile: tap, encoding: .utf8)
      #expect(text.hasSuffix("1..2\n# 2 flows: 1 passed, 1 known to fail\n"))
    }
  }
}

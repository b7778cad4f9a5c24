import FlowText
import CommandSupport
import FlowEngine
import FlowHost
import FlowHTTP
import TestSupport
import Testing

@testable import FlowTestRunner

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite("The files of reports") struct ReportFileTests {
  private func host(_ environment: [String: String] = [:]) -> Host {
    Host(
      output: Recorder(), errors: Recorder(), terminal: nil, environment: environment,
      clock: ManualClock(now: .zero), randomBytes: { [UInt8](repeating: 1, count: $0) })
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let marks = [
    "junit": "type=\"incomplete\"", "sarif": "\"executionSuccessful\":false",
    "html": "it was killed, or it is still running",
  ]

  @Test(
    "Until its run has ended, a report is marked as incomplete, whatever an older one says",
    arguments: ["junit", "sarif", "html"])
  func killed(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.report", "an older one")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let mark = try #require(ReportFileTests.marks[kind])
    do {
      var reporter = try #require(try ReportOption("\(kind):\(path)").open(host()))
      for event in SampleRun.events(SampleRun.ofEachStatus).dropLast() { try reporter.take(event) }
      #expect(try text(path).contains(mark))
      // Here the process ends without a report.
    }
    #expect(try text(path).contains(mark))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    var reporter = try #require(try ReportOption("\(kind):\(path)").open(host()))
    for event in SampleRun.events([SampleRun.flow(0, .passed)]) { try reporter.take(event) }
    try reporter.finish()
    #expect(try !text(path).contains(mark))
    #expect(try folder.permissions(of: "a.report") == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test(
    "No report is written through a link, even a dangling one",
    arguments: ReportKind.allCases.filter { $0 != .console && $0 != .github },
    ["precious.jsonl", "nothing.jsonl"])
  func links(kind: ReportKind, target: String) throws {
    let folder = try TemporaryFolder()
    let precious = try folder.write("precious.jsonl", "precious")
    try folder.link("link", to: target)
    let option = try ReportOption("\(kind):\(folder.path)/link")
    for appends in kind == .json ? [false, true] : [false] {
      #expect {
        _ = try option.open(host(), appends: appends)
      } throws: {
        ($0 as? PlainFailure)?.message.contains("link") == true
          || target == "precious.jsonl" && appends
      }
    }
    #expect(try text(precious) == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test("A link to a device, and the system's link to a file that a shell has opened, are followed")
  func systemLinks() throws {
    let folder = try TemporaryFolder()
    try folder.link("null", to: "/dev/null")
    _ = try ReportOption("json:\(folder.path)/null").open(host())
    #if os(Linux)
    let file = try folder.write("out.jsonl", "old")
    let descriptor = unsafe open(file, O_WRONLY)
    defer { close(descriptor) }
    _ = try ReportOption("json:/proc/self/fd/\(descriptor)").open(host())
    #expect(try text(file).isEmpty)
    #endif
  }

  @Test("A report by the line is written during the run, and can be appended to an older one")
  func lines() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/new/a.jsonl"
    let option = try ReportOption("json:" + path)
    let events = SampleRun.events(SampleRun.ofEachStatus)
    do {
      var reporter = try #require(try option.open(host()))
      for (index, event) in events.dropLast().enumerated() {
        try reporter.take(event)
        #expect(try text(path).split(separator: "\n").count == index + 1)
      }
      // Two concurrent runs would mix their lines; nothing of the first is lost.
      for appends in [false, true] {
        #expect {
          _ = try option.open(host(), appends: appends)
        } throws: {
          ($0 as? PlainFailure)?.message.contains("another run is writing to it") == true
        }
      }
      #expect(try text(path).split(separator: "\n").count == events.count - 1)
    }
    let cut = try text(path).dropLast(7)
    try String(cut).write(toFile: path, atomically: false, encoding: .utf8)
    do {
      var second = try #require(try option.open(host(), appends: true))
      try second.take(events[0])
      #expect(try text(path).hasPrefix(cut + "\n{\"version\":1,\"event\":\"run\""))
    }
    _ = try option.open(host())
    #expect(try text(path).isEmpty)
  }

  @Test(
    "Nothing is appended to a file that isn't such a report", arguments: ["notes\n", "{}\n", "[1]"])
  func others(content: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.jsonl", content)
    let option = try ReportOption("json:" + path)
    #expect {
      _ = try option.open(host(), appends: true)
    } throws: {
      ($0 as? PlainFailure)?.message.contains("nothing is appended") == true
    }
    #expect(try text(path) == content)
    let empty = try ReportOption("json:" + folder.write("empty.jsonl", ""))
    #expect(throws: Never.self) { _ = try empty.open(host(), appends: true) }
  }

  @Test("The summary of a job is appended to other steps' output")
  func summary() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("summary.md", "before")
    let host = host(["GITHUB_STEP_SUMMARY": page])
    var reporter = try #require(try ReportOption("github").open(host))
    for event in SampleRun.events(SampleRun.ofEachStatus) { try reporter.take(event) }
    try reporter.finish()
    #expect(try text(page).hasPrefix("before\n## ❌ flow test: 7 flows: 1 passed, "))
    #expect((host.output as? Recorder)?.text.hasPrefix("::warning file=tests/guests.flow") == true)
  }

  @Test("A report that can't be written is reported before a run")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "")
    for kind in ReportKind.allCases where kind != .console {
      for path in [file + "/below", folder.path] {
        #expect(throws: PlainFailure.self) {
          try ReportOption("\(kind):\(path)").open(host())
        }
      }
    }
  }
}

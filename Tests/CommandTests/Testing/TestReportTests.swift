import CommandSupport
import FlowCLI
import FlowEngine
import FlowTerminal
import FlowTestRunner
import FlowHTTP
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("The reports of flow test")
struct TestReportTests {
  @Test("Every flow with its steps, expectations and problems, without secrets")
  func events() async throws {
    let canary = Canary.sample
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      """
      org acme {
        authenticators password
        user "jane@example.com" { password secret PW }
        sign-on { require password }
      }
      flow "signs in" tagged smoke {
        on identify           answer identifier = "jane@example.com"
        on challenge password answer passcode = secret PW
        expect success
        expect factors is 1
      }
      flow "refused" for word in "Wrong-Word-1" {
        on identify           answer identifier = "jane@example.com"
        on challenge password answer passcode = word
      }
      """)
    let report = folder.path + "/report.jsonl"
    let run = await Shell(environment: ["PW": canary.text])(
      "test", script, "--report", "json:\(report)", "--report", "json", "-j", "1")
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output == text)
    for shown in [text, run.errors] { #expect(canary.found(in: shown).isEmpty, "\(shown)") }
    // The answer to a field that hides it is a secret, whatever the row's column is called.
    #expect(!run.errors.contains("[Wrong-Word-1]"))
    let events = try Suites.events(text)
    let flows = events.flows
    #expect(events.count == 4)
    #expect(flows.map(\.status) == [.passed, .failed])
    let passed = try #require(flows.first)
    #expect(passed.name == "signs in")
    #expect(passed.id == script + ": signs in")
    #expect(passed.line == 6)
    #expect(passed.tags == ["smoke"])
    #expect(passed.org == "acme")
    let attempt = try #require(passed.attempts.first)
    #expect(attempt.steps.map(\.taken) == ["identify", "challenge-authenticator password", nil])
    #expect(attempt.steps.first?.did == "answer identifier = jane@example.com")
    #expect(attempt.steps.first?.line == 7)
    #expect(attempt.expectations.map(\.line) == [9, 10])
    #expect(attempt.decided.contains(Attempt.Decided("factors", "1")))
    let failed = try #require(flows.last?.attempts.last)
    #expect(failed.problems.map { $0.object["id"]?.string } == ["server-message"])
    #expect(failed.problems.first?.drawn.contains("a.flow:14:") == true)
    guard case .began(let head)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(head.flows == 2)
    #expect(events.end?.stopped == nil)
  }

  @Test("No secret is in any report, in whatever form", arguments: [true, false])
  func secrets(isRight: Bool) async throws {
    let canary = Canary.sample
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      """
      org acme {
        authenticators password
        user "jane@example.com" { password "\(isRight ? canary.text : "Another-Horse-1")" }
        sign-on { require password }
      }
      flow "signs in" for word in secret PW {
        on identify           answer identifier = "jane@example.com"
        on challenge password say "it is \\(word)" then answer passcode = word
        expect success and message contains word
        expect path never challenge
      }
      """)
    let kinds = ReportKind.forPrograms
    let files = kinds.map { folder.path + "/report." + $0 }
    let reports = zip(kinds, files).flatMap { ["--report", "\($0):\($1)"] }
    let run = await Shell(environment: ["PW": canary.text])(
      ["test", script, "-j", "1", "--coverage", "--color", "always"] + reports)
    #expect(run.status == .failed, "\(run.all)")
    for (kind, file) in zip(kinds, files) {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("signs in"), "\(kind)")
      #expect(canary.found(in: text).isEmpty, "\(kind): \(text)")
    }
    #expect(canary.found(in: run.all).isEmpty, "\(run.all)")
  }

  @Test("A report that can't be written is reported before anything runs")
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", Suites.passing("a"))
    let run = await Shell()("test", script, "--report", "json:\(folder.path)")
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("can't be written"), "\(run.all)")
  }

  #if os(Linux)
  @Test("A full disk ends the run; the other reports are complete, and give the reason")
  func full() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", (1...5).map { Suites.passing("\($0)") }.joined())
    let other = folder.path + "/other.jsonl"
    let run = await Shell()(
      "test", script, "--report", "json:/dev/full", "--report", "json:\(other)", "-j", "1")
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.errors.contains("/dev/full can't be written: no space left on device"))
    let events = try Suites.events(String(contentsOfFile: other, encoding: .utf8))
    #expect(events.end?.stopped?.contains("/dev/full can't be written") == true, "\(events)")
    #expect(events.end?.stopped?.contains("5 flows did not run") == true)
  }
  #endif

  @Test("An interrupted run cancels what is in progress, and its reports say so")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", Suites.passing("a") + Suites.passing("b"))
    let report = folder.path + "/report.jsonl"
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let transport = ScriptedTransport([.page(Pages.interact), .nothing]) { signal.yield() }
    let arguments =
      ["test", script, "--live", "org.example", "-j", "1", "--report", "json:\(report)"]
      + Pages.options
    let task = Task { await Shell(transport: transport)(arguments) }
    for await _ in waiting { break }
    task.cancel()
    let run = await task.value
    #expect(run.status == .interrupted, "\(run.all)")
    let events = try Suites.events(String(contentsOfFile: report, encoding: .utf8))
    #expect(events.flows.map(\.status) == [.missed])
    #expect(events.end?.isInterrupted == true)
    #expect(events.end?.stopped == "interrupted: 1 flow did not run")
    #expect(run.output.contains("1 flow: 1 missed;"), "\(run.all)")
  }
}

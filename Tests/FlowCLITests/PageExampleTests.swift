import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowManual
import FlowScript
import FlowSyntax
import FlowHTTP
import Testing

@testable import FlowCLI

/// The examples that `flow explain` prints produce the problems that they explain.
@Suite struct PageExampleTests {
  static let settings = pages.compactMap { page in
    if case .settings(let script) = page.example { (id: page.id, script: script) } else { nil }
  }

  static let runs = pages.compactMap { page in
    if case .run(let script) = page.example { (id: page.id, script: script) } else { nil }
  }

  private static let pages = Manual.problems.compactMap(Manual.page)

  /// The ids of the problems that a command prints as JSON.
  private func problems(_ arguments: [String], _ script: String) async throws -> [String] {
    let path = try TemporaryScript.write(script)
    defer { TemporaryScript.remove(path) }
    let output = OverHTTPTests.Sink()
    let host = Host(
      output: output, errors: OverHTTPTests.Sink(), terminal: nil, environment: [:],
      clock: ManualClock(now: .seconds(1_800_000_000)), randomBytes: ThisMachine.randomBytes)
    _ = await FlowCLI.run(arguments: arguments + [path, "--json"], host: host)
    var ids: [String] = []
    for line in output.text.split(separator: "\n") {
      let object = try JSON(parsing: Array(line.utf8))
      ids += [object["id"]?.string].compactMap { $0 }
      ids += (object["problems"]?.array ?? []).compactMap { $0["id"]?.string }
    }
    return ids
  }

  @Test(
    "A script with a wrong org has the problem of its example", arguments: settings)
  func orgExamples(example: (id: String, script: String)) async throws {
    let found = try await problems(["check"], example.script)
    #expect(found.contains(example.id), "\(found)")
  }

  @Test("A script runs into the problem of its example", arguments: runs)
  func runExamples(example: (id: String, script: String)) async throws {
    let found = try await problems(["run"], example.script)
    #expect(found.contains(example.id), "\(found)")
  }

  @Test("There are examples of both classes")
  func kinds() {
    #expect(PageExampleTests.settings.count >= 3)
    #expect(PageExampleTests.runs.count >= 6)
  }
}

import CommandSupport
import FlowCLI
import FlowScript
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Scripts that change after their tests were found, and links among them.
@Suite struct ChangedFileTests {
  /// A suite whose first flow replaces the text of the last file.
  private func run(_ before: String, _ after: String) async throws -> Shell.Outcome {
    let folder = try Suites.folder([
      "b.flow": Suites.passing("b"), "c.flow": Suites.passing("c"), "d.flow": Suites.passing("d"),
      "z.flow": before, "z.new": after,
    ])
    let move = "mv \(folder.path)/z.new \(folder.path)/z.flow"
    _ = try folder.write(
      "a.flow",
      "flow \"a\" {\n  let moved = run \"sh -c '\(move); echo x'\"\n"
        + "  on identify say \"moved: \\(moved)\" then stop\n  expect stopped\n}\n")
    return await Shell()("test", folder.path, "-j", "1", "--allow-run")
  }

  @Test("A test that has moved in its file still runs")
  func moved() async throws {
    let (one, two) = (Suites.passing("one"), Suites.passing("two"))
    let run = try await run(one + two, Suites.failing("other") + two + one)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("z.flow: one") && run.output.contains("z.flow: two"))
    #expect(!run.output.contains("other"), "\(run.all)")
  }

  @Test("A test that no longer exists is reported, and no other runs in its place")
  func gone() async throws {
    let run = try await run(
      Suites.passing("one") + Suites.passing("two"), Suites.passing("one"))
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.output.contains("it changed, and one of its tests is gone"), "\(run.all)")
    #expect(run.output.contains("6 flows: 5 passed, 1 broken"), "\(run.all)")
  }

  @Test("A script that is no longer readable is reported with its problems")
  func broken() async throws {
    let run = try await run(Suites.passing("one"), "flow \"one\" {\n  expct success\n}\n")
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.output.contains("expct"), "\(run.all)")
  }

  @Test("A link to a parent folder isn't followed")
  func links() async throws {
    let folder = try Suites.folder(["sub/a.flow": Suites.passing("a")])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/sub/up", withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/sub/b.flow", withDestinationPath: "a.flow")
    let run = await Shell()("test", folder.path, folder.path + "/sub")
    #expect(run.output.contains("1 flow: 1 passed"), "\(run.all)")
  }

  @Test("Every test has a unique id, whatever its flows and rows are called")
  func ids() async throws {
    let rows = "flow \"r\" for x in a, a {\n  otherwise stop\n  expect stopped\n}\n"
    for text in [Suites.failing("r [a] #2") + rows, rows + Suites.failing("r [a] #2")] {
      let folder = try Suites.folder(["a.flow": text])
      let report = folder.path + "/r.jsonl"
      let run = await Shell()("test", folder.path, "--report", "json:\(report)")
      #expect(run.status == .failed)
      let merged = await Shell()("report", "merge", report)
      #expect(merged.status == .failed, "\(merged.all)")
      #expect(merged.output.contains("3 flows: 2 passed, 1 failed"), "\(merged.all)")
    }
  }

  @Test("A merge overwrites none of its inputs")
  func merges() async throws {
    let folder = try Suites.folder(["a.flow": Suites.passing("a")])
    let report = folder.path + "/r.jsonl"
    _ = await Shell()("test", folder.path, "--report", "json:\(report)")
    let before = try FileReader.read(report, limit: 1 << 20)
    for kind in ["json", "tap", "junit"] {
      let run = await Shell()(
        "report", "merge", report, "--report", "\(kind):\(folder.path)/./r.jsonl")
      #expect(run.status == .usage, "\(run.all)")
      #expect(try FileReader.read(report, limit: 1 << 20) == before)
    }
  }

  @Test("A secret from the environment is in no coverage")
  func coverage() async throws {
    let folder = try Suites.folder([
      "a.flow": """
      org o {
        authenticators password
        user "jane@example.com" { password secret CANARY_PASSWORD }
        sign-on { require password }
      }
      flow "a" {
        on identify answer identifier = "jane@example.com"
        on select-authenticator choose "Canary-In-The-Mine-7"
        otherwise stop
        expect stopped
      }
      """
    ])
    let report = folder.path + "/r.jsonl"
    let run = await Shell(environment: ["CANARY_PASSWORD": "Canary-In-The-Mine-7"])(
      "test", folder.path, "--coverage", "--report", "json:\(report)")
    #expect(run.output.contains("coverage"), "\(run.all)")
    let written = String(decoding: try FileReader.read(report, limit: 1 << 20), as: UTF8.self)
    #expect(!(run.all + written).contains("Canary-In-The-Mine-7"), "\(run.all)")
  }
}

import CommandSupport
import FlowTerminal
import FlowTestRunner
import TestSupport
import Testing

@Suite("The warnings about the files of flow test")
struct FileWarningTests {
  /// An org with a misspelled group: its rule decides for no one.
  private static let org = """
    org acme {
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1"; groups finance }
      sign-on "strict" { when group financ; deny }
      sign-on { require password }
    }

    """

  private static func flow(_ name: String, expecting: String = "stopped") -> String {
    "flow \"\(name)\" {\n  on identify stop\n  expect \(expecting)\n}\n"
  }

  private static func folder() throws -> TemporaryFolder {
    try Suites.folder([
      "org.flow": org,
      "a.flow": "import \"org.flow\"\n" + flow("one"),
      "b.flow": "import \"org.flow\"\n" + flow("two") + flow("three"),
    ])
  }

  @Test("A rule for a misspelled group is reported once, though all flows of all importers pass")
  func once() async throws {
    let folder = try Self.folder()
    let run = await Shell()("test", folder.path, "-j", "1")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.count(of: "warning[not-in-org]") == 1, "\(run.all)")
    #expect(run.output.contains("org.flow:4:33\n"), "\(run.all)")
    #expect(run.output.contains("\n\n3 flows: 3 passed; 1 warning; "), "\(run.all)")
    // It comes after the flows, where a reader sees it.
    let parts = run.output.split(separator: "warning[")
    #expect(parts.count == 2 && !parts[1].contains("pass  "), "\(run.all)")
    let quiet = await Shell()("test", folder.path, "-q")
    #expect(quiet.output.hasPrefix("3 flows: 3 passed; 1 warning; "), "\(quiet.all)")
  }

  @Test("Only files that run are reported, and an org without a mistake isn't")
  func selected() async throws {
    let folder = try Self.folder()
    _ = try folder.write("c.flow", Self.flow("four"))
    let run = await Shell()("test", folder.path, "--only", "four")
    #expect(run.status == .success && run.output.contains("1 flow: 1 passed; "), "\(run.all)")
    #expect(!run.output.contains("warning"), "\(run.all)")
  }

  @Test("The file of `--org` is one of them")
  func otherOrg() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", Self.org)
    let script = try folder.write("a.flow", Self.flow("one"))
    let run = await Shell()("test", script, "--org", org)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.count(of: "warning[not-in-org]") == 1, "\(run.all)")
    #expect(run.output.contains("1 flow: 1 passed; 1 warning; "), "\(run.all)")
  }

  @Test("They change neither the status of a failed run nor the report for a CI system")
  func reports() async throws {
    let folder = try Self.folder()
    let script = try folder.write(
      "d.flow", "import \"org.flow\"\n" + Self.flow("wrong", expecting: "success"))
    let failed = await Shell()("test", script)
    #expect(failed.status == .failed, "\(failed.all)")
    #expect(failed.output.contains("1 flow: 1 failed; 1 warning; "), "\(failed.all)")
    let junit = await Shell()("test", folder.path + "/a.flow", "--report", "junit")
    #expect(junit.status == .success && junit.output.contains("failures=\"0\" errors=\"0\""))
    #expect(junit.errors.contains("warning[not-in-org]"), "\(junit.all)")
    let tap = await Shell()("test", folder.path + "/a.flow", "--report", "tap")
    #expect(tap.output.contains("# warning: ") && !tap.output.contains("not ok"), "\(tap.all)")
  }

  @Test("Merged shards have each warning once")
  func merged() async throws {
    let folder = try Self.folder()
    var reports: [String] = []
    for part in 1...2 {
      let report = folder.path + "/\(part).jsonl"
      reports.append(report)
      _ = await Shell()(
        "test", folder.path, "--shard", "\(part)/2", "--report", "json:\(report)")
    }
    let merged = await Shell()(["report", "merge", "--report", "github"] + reports)
    #expect(merged.output.count(of: "::warning ") == 1, "\(merged.all)")
    let told = "1 warning about the files\n3 flows: 3 passed\n"
    #expect(merged.output.contains(told), "\(merged.all)")
  }

  @Test("Of very many, the first are drawn and the rest is counted")
  func many() async throws {
    let folder = try TemporaryFolder()
    let rules = (0..<40).map { "  sign-on \"r\($0)\" { when group financ; deny }\n" }.joined()
    let org = Self.org.replacing("  sign-on \"strict\"", with: rules + "  sign-on \"strict\"")
    let script = try folder.write("a.flow", org + Self.flow("one"))
    let run = await Shell()("test", script)
    #expect(run.output.count(of: "warning[not-in-org]") == 20, "\(run.output.prefix(2000))")
    #expect(run.output.contains("and 21 more warnings; `flow check` lists all\n"))
    #expect(run.output.contains("1 flow: 1 passed; 41 warnings; "))
  }
}

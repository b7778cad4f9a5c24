import CommandSupport
import FlowTerminal
import FlowTestRunner
import Testing

@Suite("The failures of flow test, as people read them")
struct FailureListTests {
  private static func rows(_ count: Int, expecting: String) -> String {
    let rows = (0..<count).map { "w\($0)" }.joined(separator: ", ")
    return "flow \"it's x\" for word in \(rows) {\n  on identify stop\n  expect \(expecting)\n}\n"
  }

  @Test("Forty rows with one error print it once, with the names of the flows")
  func equal() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", Self.rows(40, expecting: "success"))
    let run = await Shell()("test", script, "-j", "1")
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.count(of: "error[expectation-failed]") == 1, "\(run.output)")
    let first = "\(script): it's x [w0]"
    #expect(run.output.count(of: ", the same error as in \(first)\n") == 39, "\(run.output)")
    #expect(
      run.output.contains("  FAIL   40 flows: expected success, found outcome is stopped"),
      "\(run.output)")
    #expect(run.output.contains("         \(first)  \(script):1\n"), "\(run.output)")
    #expect(run.output.contains("         and 20 more\n"), "\(run.output)")
  }

  @Test("Equal errors of several flows and files are one, and rows keep their values")
  func wherever() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("one.flow", Suites.failing("one") + Suites.failing("two"))
    _ = try folder.write("three.flow", Suites.failing("three"))
    let run = await Shell()("test", folder.path, "-j", "1")
    #expect(run.output.count(of: "error[expectation-failed]") == 2, "\(run.output)")
    #expect(run.output.contains("  FAIL   3 flows: "), "\(run.output)")
    let rows = try folder.write("rows.flow", Self.rows(3, expecting: "stopped and step is word"))
    let other = await Shell()("test", rows, "-j", "1")
    #expect(other.output.count(of: "error[expectation-failed]") == 1, "\(other.output)")
    for word in ["w0", "w1", "w2"] {
      #expect(other.output.contains("= note: `word` is \"\(word)\"\n"), "\(other.output)")
    }
  }

  @Test("A value that is missing everywhere is explained once")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let flows = (0..<30).map { number in
      "flow \"f\(number)\" {\n  on identify answer identifier = secret MISSING_PW\n}\n"
    }
    let run = await Shell()("test", try folder.write("a.flow", flows.joined()))
    #expect(run.output.count(of: "error[missing-values]") == 1, "\(run.output)")
  }

  @Test("Different errors stay apart")
  func different() async throws {
    let folder = try TemporaryFolder()
    let varied = try folder.write(
      "b.flow",
      """
      flow "x" for login in "jane@example.com", "nobody@example.com" {
        on identify answer identifier = login
        on challenge password stop
        expect success
      }

      """)
    let other = await Shell()("test", varied, "-j", "1")
    // A line for each flow, one in the table of rows, and one for each at the end.
    #expect(other.output.count(of: "FAIL ") == 5, "\(other.output)")
    #expect(other.output.contains("not as expected:\n  FAIL   \(varied): x [jane@example.com]"))
    #expect(!other.output.contains("the same error"), "\(other.output)")
  }

  @Test("The command beside a failure runs only that flow, with the same org")
  func command() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "my org.flow",
      "org acme {\n  user \"jane@example.com\" { password \"Correct-Horse-1\" }\n  sign-on { require password }\n}\n"
    )
    let script = try folder.write("a.flow", Self.rows(2, expecting: "success"))
    let run = await Shell()("test", script, "--org", org, "-j", "1")
    let command = "flow test \(script) --only 'it'\\''s x [w0]' --org '\(org)'"
    #expect(run.output.contains("run it again: \(command)\n"), "\(run.output)")
    #expect(run.output.count(of: command) == 2, "\(run.output)")
    let again = await Shell()("test", script, "--only", "it's x [w0]", "--org", org)
    #expect(again.output.contains("1 flow: 1 failed; "), "\(again.all)")
    let page = await Shell()("test", script, "--org", org, "--report", "html")
    #expect(page.output.contains("--only &#39;it&#39;\\&#39;&#39;s x [w1]&#39;"), "\(page.output)")
  }

  @Test("If rows fail, it lists which failed and which passed")
  func table() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      "a.flow",
      "flow \"x\" for step in identify, challenge, enroll {\n  on identify stop\n  expect step is step\n}\n"
        + Self.rows(3, expecting: "stopped"))
    let run = await Shell()("test", script, "-j", "1")
    let told =
      "rows:\n  \(script): x: 2 of 3 failed\n    FAIL   [challenge] [enroll]\n    pass   [identify]\n"
    #expect(run.output.contains(told), "\(run.output)")
    #expect(!run.output.contains("it's x: "), "\(run.output)")
  }

  @Test("Files that can't be read aren't rows")
  func broken() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { _ = try folder.write("\(name).flow", "flow \"x\" { zork }\n") }
    let run = await Shell()("test", folder.path)
    #expect(run.output.count(of: "\nBROKEN ") == 2, "\(run.output)")
    #expect(!run.output.contains("rows:"), "\(run.output)")
    let events = await Shell()("test", folder.path, "--report", "json")
    #expect(!events.output.contains("\"row\""), "\(events.output)")
  }

  @Test(
    "The paths of the standard output write to it, and people's text goes elsewhere",
    arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func standardOutput(path: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", Self.rows(1, expecting: "stopped"))
    for (kind, start) in [("junit", "<?xml"), ("json", "{\"version\"")] {
      let run = await Shell()("test", script, "--report", "\(kind):\(path)")
      #expect(run.status == .success && run.output.hasPrefix(start), "\(run.all)")
    }
    let both = await Shell()(
      "test", script, "--report", "junit:\(path)", "--report", "html:/dev/stdout")
    #expect(both.status == .usage && both.errors.contains("the same place"), "\(both.all)")
  }

  @Test("Problems have the colors of flow check", arguments: ["expct success", "use nobody"])
  func colors(statement: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("a.flow", "flow \"x\" {\n  \(statement)\n}\n")
    let check = await Shell()("check", script, "-q", "--color", "always")
    let test = await Shell()("test", script, "--color", "always")
    #expect(check.output.contains("\u{1B}[1;31merror["), "\(check.all)")
    for line in check.lines where !line.isEmpty {
      #expect(test.output.contains("  \(line)\n"), "\(line) \(test.output)")
    }
    let plain = await Shell()("test", script)
    #expect(!plain.output.contains("\u{1B}"))
  }
}

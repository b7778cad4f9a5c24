import CommandSupport
import FlowCLI
import FlowTerminal
import FlowTestRunner
import TestSupport
import Testing

/// Things that a suite's runs must not lose, show or overwrite.
@Suite("Edge cases of flow test")
struct SuiteCareTests {
  private static let org = """
    org o {
      authenticators password
      user "ann@acme.example" { password "Correct-Horse-1" }
      user "bob@acme.example" { password "Correct-Horse-1" }
      sign-on { require password }
    }

    """

  private static let rows =
    org + """
      let pw = "Correct-Horse-1"
      flow "v" tagged smoke for who in "ann@acme.example", "bob@acme.example" {
        on identify answer identifier = who
        on challenge password answer passcode = pw
        expect user.identifier is who
      }

      """

  // MARK: Shards

  @Test("A shard has the same flows wherever its suite is, so that no flow is lost")
  func shards() async throws {
    let flows = (1...40).map { "flow \"f\($0)\" {\n  on identify stop\n  expect stopped\n}\n" }
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    var names: [String] = []
    for (index, folder) in folders.enumerated() {
      _ = try folder.write("sub/a.flow", flows.prefix(20).joined())
      _ = try folder.write("sub/b.flow", flows.suffix(20).joined())
      let path = index == 0 ? folder.path : folder.path + "/sub"
      let run = await Shell()("test", path, "--shard", "\(index + 1)/2", "--report", "tap")
      #expect(run.status == .success, "\(run.all)")
      names += run.output.split(separator: "\n").filter { $0.hasPrefix("ok ") }
        .map { String($0.split(separator: ": ").last ?? "") }
    }
    #expect(names.sorted() == (1...40).map { "f\($0)" }.sorted())
  }

  // MARK: Requested tests

  @Test(
    "A requested flow that doesn't exist is reported, whatever else is left to run",
    arguments: [
      (["--only", "v", "--only", "typo"], "no flow is named `typo`"),
      (["--tag", "smoke", "--tag", "slow"], "no flow is tagged `slow`"),
      (["--not-tag", "smokee"], "no flow is tagged `smokee`, so `--not-tag` excludes nothing"),
      (["--var", "who=ann@acme.example"], "no script uses a value with this name"),
    ])
  func misnamed(options: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()(["test", try folder.write("a.flow", Self.rows)] + options)
    #expect(run.status == .usage && run.errors.contains(message), "\(run.all)")
  }

  @Test("A tag unlike any other excludes nothing, and a `let` takes a value")
  func fitting() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.flow", Self.rows)
    let run = await Shell()("test", path, "--not-tag", "destructive", "--var", "pw=Correct-Horse-1")
    #expect(run.status == .success && run.output.contains("2 flows: 2 passed"), "\(run.all)")
  }

  // MARK: Secrets

  @Test("A row's password is in no name, however far the flow gets, and the name stays the same")
  func rowSecrets() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.flow",
      Self.org + """
        flow "refused" for pw, who in ("Canary-Guess-1", "ann@acme.example") {
          on identify answer identifier = who
          on challenge password answer passcode = pw
          expect failure message.key is "incorrectPassword"
        }
        """)
    let name = "refused [••••••, ann@acme.example] #1"
    for faults in [[], ["--fault", "introspect: 503"]] {
      for kind in ReportKind.forPrograms {
        let run = await Shell()(["test", path, "--report", kind] + faults)
        #expect(!run.all.contains("Canary"), "\(run.all)")
        if kind == "json" { #expect(run.output.contains("\"name\":\"\(name)\""), "\(run.all)") }
      }
    }
    let only = await Shell()("test", path, "--only", "refused #1")
    #expect(only.status == .success && only.output.contains("1 flow: 1 passed"), "\(only.all)")
  }

  @Test(
    "A secret is masked from the start, including the org's, before any rule has used it",
    arguments: ["run", "test"], ["secret ORGPW", "secret RAW"])
  func early(command: String, answer: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.flow",
      """
      org o {
        authenticators password
        user "ann@acme.example" { password secret ORGPW }
        sign-on { require password }
      }
      flow "raw" {
        against o
        on identify once answer identifier = env RAW
        on identify fail "not Canary-Simple-77"
        on challenge password answer passcode = \(answer)
      }
      """)
    let environment = ["ORGPW": "Canary-Simple-77", "RAW": "Canary-Simple-77"]
    let run = await Shell(environment: environment)(command, path)
    #expect(run.status == .failed && !run.all.contains("Canary"), "\(run.all)")
  }

  // MARK: Reports

  @Test(
    "No report overwrites a file that the command line has read", arguments: ["config", "ca-file"])
  func spared(option: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.flow", Self.rows)
    let certificate = "-----BEGIN CERTIFICATE-----\nMAMC\nAQE=\n-----END CERTIFICATE-----\n"
    let file = try folder.write("kept", option == "config" ? "{}" : certificate)
    let run = await Shell()("test", path, "--\(option)", file, "--report", "junit:" + file)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains("would overwrite"), "\(run.all)")
  }

  @Test("Equal rows are distinguished by their number in every report")
  func equalRows() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.flow", "flow \"dup\" for x in \"a\", \"b\", \"a\" {\n  on any stop\n  expect stopped\n}\n")
    let run = await Shell()("test", path, "--report", "junit")
    for name in ["dup [a]", "dup [b]", "dup [a] #3"] {
      #expect(run.output.contains("name=\"\(name)\""), "\(run.all)")
    }
    let both = await Shell()("test", path, "--only", "dup [a]", "--report", "tap")
    #expect(both.output.contains("1..2"), "\(both.all)")
    let one = await Shell()("test", path, "--only", "dup [a] #3", "--report", "junit")
    #expect(one.output.contains("tests=\"1\""), "\(one.all)")
    #expect(one.output.contains("name=\"dup [a] #3\""), "\(one.all)")
  }
}

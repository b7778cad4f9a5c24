import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `flow shrink`.
@Suite struct ShrinkTests {
  /// An org with many unused parts, and its users.
  static let org = """
    # An org.
    org acme {
      authenticators password, email, phone via sms or voice, google-otp
      codes { expire 5m; attempts 4 }
      zone "office" { ip "10.0.0.0/8" }
      zone "home" { ip "198.51.100.0/24" }
      sign-on "guests" { when group guests; require password }
      sign-on "staff" { when group staff and zone "office"; require password then email }
      sign-on { deny }
      user "jane@example.com" { password "Correct-Horse-1"; groups staff, guests; phone "+15551234567" }
      user "sam@example.com" { password "Correct-Horse-2"; groups staff }
      user "eve@example.com" { password secret EVE_PASSWORD }
    }
    let right = "Correct-Horse-1"
    profile jane {
      identifier = "jane@example.com"
      on challenge password answer passcode = right
      on challenge email answer code = inbox email
      on challenge phone answer code = inbox sms
    }
    flow "of the org's own file" { use jane; expect failure }
    """

  /// Flows of which one fails.
  static let flows = """
    import "parts/org.flow"
    profile sam {
      identifier = "sam@example.com"; password = "Correct-Horse-2"
      on challenge email answer code = inbox email
    }
    flow "good" { start sign-in with zone = office; use jane; expect success }
    flow "bad" tagged slow for zone, decided in (office, "guests"), (home, "staff") {
      start sign-in with zone = zone
      on select-authenticator choose email
      use jane, sam
      # What should be.
      expect success and rule is decided
      expect steps < 20
    }
    """

  /// The same in small, in one file.
  static let little = """
    org acme {
      authenticators password, email
      sign-on "some" { when risk medium; require password }
      sign-on "all" { require password }
      user "jane@example.com" { password "Correct-Horse-1"; groups staff }
    }
    profile jane {
      identifier = "jane@example.com"
      on challenge password answer passcode = "Correct-Horse-1"
    }
    flow "good" { use jane; expect success }
    flow "bad" for risk, decided in (low, "all"), (high, "some") {
      start sign-in with risk = risk
      use jane
      expect success and rule is decided
    }
    """

  static let environment = ["EVE_PASSWORD": "C@nary-of-Eve-77"]

  private func files(_ folder: TemporaryFolder) throws -> String {
    _ = try folder.write("parts/org.flow", Self.org)
    return try folder.write("flows.flow", Self.flows)
  }

  private func shrink(_ arguments: String...) async -> Shell.Outcome {
    await Shell(environment: Self.environment, drawsAnew: true)(["shrink"] + arguments)
  }

  private func contents(of path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private func run(_ path: String) async -> Shell.Outcome {
    await Shell(environment: Self.environment, drawsAnew: true)("run", path)
  }

  @Test("A flow, its org and its imports become one small file, which fails in the same way")
  func imports() async throws {
    let folder = try TemporaryFolder()
    let small = folder.path + "/small.flow"
    let shrunk = await shrink(try files(folder), "-o", small)
    #expect(shrunk.status == .success, "\(shrunk.all)")
    let text = try #require(contents(of: small))
    #expect(text.split(separator: "\n").count < 25, "\(text)")
    for gone in ["import", "sam", "eve", "EVE", "email", "phone", "steps", "tagged", "codes", "#"] {
      #expect(!text.contains(gone), "\(gone) in \(text)")
    }
    #expect(text.contains("expect rule is decided"), "\(text)")
    #expect(shrunk.errors.contains("of 2 files reduced to"), "\(shrunk.all)")
    #expect(shrunk.errors.contains("error[expectation-failed]"), "\(shrunk.all)")
    let again = await run(small)
    #expect(again.status == .failed && again.errors.contains("error[expectation-failed]"))
    #expect(again.errors.contains("found rule is \"guests\""), "\(again.all)")
    let checked = await Shell(environment: Self.environment)("check", "--strict", small)
    #expect(checked.status == .success, "\(checked.all)")
    let formatted = await Shell()("fmt", "--check", small)
    #expect(formatted.status == .success)
    // It can't be made smaller, whatever the name of its flow.
    let twice = await shrink(small)
    #expect(twice.status == .success && twice.output == text, "\(twice.all)")
  }

  @Test(
    "No line of the printed script can be removed",
    arguments: [
      "on identify answer identifier = \"jane@example.com\"\non challenge password answer "
        + "passcode = \"Wrong-Horse-1\"\non skip skip",
      "on identify answer identifier = \"jane@example.com\"\nuse other\nexpect failure",
      "on challenge password wait 1m then say \"now\" then answer passcode = \"x\"\nuse jane, other",
    ])
  func minimal(body: String) async throws {
    let folder = try TemporaryFolder()
    let head = Self.little.split(separator: "flow \"")[0]
    let file = try folder.write(
      "all.flow", head + "profile other { on skip skip }\nflow \"it\" {\n\(body)\n}\n")
    let before = await run(file)
    #expect(before.status == .failed, "\(before.all)")
    let shrunk = await shrink(file)
    #expect(shrunk.status == .success, "\(shrunk.all)")
    let told = try #require(shrunk.errors.split(separator: "\n").last { $0.hasPrefix("error[") })
    let id = told.prefix { $0 != ":" }
    #expect(before.errors.contains(id), "\(shrunk.all)")
    let lines = shrunk.output.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices where !lines[index].isEmpty {
      var rest = lines
      rest.remove(at: index)
      let cut = await run(try folder.write("cut.flow", rest.joined(separator: "\n")))
      // Without a line it isn't a script, passes, fails otherwise, or has a new mistake.
      let isAlike = cut.errors.contains(told) && warnings(cut).isSubset(of: warnings(before))
      #expect(!isAlike, "without \(lines[index]):\n\(cut.all)")
    }
  }

  /// The ids of the reported warnings, except warnings about unused parts.
  private func warnings(_ outcome: Shell.Outcome) -> Set<Substring> {
    let heads = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("warning[") }
    return Set(heads.map { $0.prefix { $0 != ":" } })
      .subtracting(["warning[unused-name]", "warning[unreachable-rule]"])
  }

  @Test("An expectation that reports the failure stays, and so does the org of the failure")
  func alike() async throws {
    let folder = try TemporaryFolder()
    let head = Self.little.split(separator: "flow \"")[0]
    let file = try folder.write(
      "all.flow",
      head + """
        flow "it" {
          on identify answer identifier = "jane@example.com"
          on challenge password answer passcode = "Wrong-Horse-1"
          expect failure and message.key is "other" and not steps > 9
        }

        """)
    let shrunk = await shrink(file)
    #expect(shrunk.status == .success, "\(shrunk.all)")
    // Without it only the refusal would fail the flow, with another report.
    #expect(shrunk.output.contains("expect message.key is \"other\"\n"), "\(shrunk.all)")
    // The built-in org has such a user too, and refuses them in the same words.
    #expect(shrunk.output.contains("org acme {"), "\(shrunk.all)")
  }

  @Test("The requested flow is used, by its name or a row's name")
  func only() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("flows.flow", Self.little)
    let row = await shrink(file, "--only", "bad [high*")
    let other = await shrink(file, "--only", "god")
    #expect(other.status == .wrongScript && other.errors.contains("did you mean `good`?"))
    let good = await shrink(file, "--only", "good")
    #expect(good.status == .failed && good.output.isEmpty, "\(good.all)")
    #expect(good.errors.contains("there is nothing to shrink in"), "\(good.all)")
    #expect(good.errors.contains("`good` passes"), "\(good.all)")
    #expect(row.status == .success && row.output.contains("in \"some\""), "\(row.all)")
  }

  @Test("The printed script has the org and the profile of the command line")
  func commandLine() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write("parts/org.flow", Self.little)
    let file = try folder.write("one.flow", "start sign-in with risk = low\nexpect failure\n")
    let small = folder.path + "/deep/small.flow"
    _ = try folder.makeFolder("deep")
    let shrunk = await shrink(
      file, "--org", org, "--use", org + ":jane", "--fault", "challenge once: latency 1s", "-o",
      small)
    #expect(shrunk.status == .success, "\(shrunk.all)")
    let text = try #require(contents(of: small))
    #expect(text.contains("org acme {") && text.contains("use jane"), "\(text)")
    #expect(
      shrunk.errors.contains("small.flow --fault 'challenge once: latency 1s'`"), "\(shrunk.all)")
    let again = await run(small)
    #expect(
      again.status == .failed && again.errors.contains("found outcome is success"), "\(again.all)")
  }

  @Test("An org on the command line has its secrets, as in a run, and they stay references")
  func orgSecret() async throws {
    let folder = try TemporaryFolder()
    let text = Self.little.replacing("\"Correct-Horse-1\"; groups", with: "secret JANE; groups")
    let org = try folder.write("org.flow", text)
    let file = try folder.write(
      "one.flow",
      "on identify answer identifier = \"jane@example.com\"\n"
        + "on challenge password answer passcode = secret JANE\nexpect failure\n")
    let shell = Shell(environment: ["JANE": "C@nary-of-Jane-77"])
    let run = await shell("run", file, "--org", org)
    #expect(run.status == .failed && !run.errors.contains("missing-values"), "\(run.all)")
    let shrunk = await shell("shrink", file, "--org", org)
    #expect(shrunk.status == .success, "\(shrunk.all)")
    #expect(shrunk.output.contains("password secret JANE"), "\(shrunk.all)")
    #expect(shrunk.output.contains("passcode = secret JANE"), "\(shrunk.all)")
    #expect(!shrunk.all.contains("C@nary"), "\(shrunk.all)")
  }

  @Test("A value's file is named relative to the small flow")
  func valueFile() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("parts/name.txt", "nobody@example.com")
    _ = try folder.write("parts/who.flow", "profile who { identifier = file \"name.txt\" }\n")
    let file = try folder.write(
      "main.flow",
      "import \"parts/who.flow\"\nuse who\non challenge password answer passcode = \"x\"\n")
    let shrunk = await shrink(file)
    #expect(shrunk.status == .success, "\(shrunk.all)")
    #expect(shrunk.output.contains("file \"parts/name.txt\""), "\(shrunk.all)")
  }

  @Test("Secrets stay references, and appear nowhere")
  func secrets() async throws {
    let folder = try TemporaryFolder()
    let canary = Canary.sample
    let text = """
      org acme {
        authenticators password
        user "jane@example.com" { password secret JANE_PASSWORD }
        sign-on { require password }
      }
      on identify answer identifier = "jane@example.com"
      on challenge password answer passcode = secret JANE_PASSWORD
      expect failure
      """
    let file = try folder.write("main.flow", text)
    let secrets = try folder.write("secrets", "JANE_PASSWORD='\(canary.text)'\n")
    for more in [["-q", "--runs", "1"], ["--color", "always"]] {
      let shrunk = await Shell()(["shrink", file, "--secrets", secrets] + more)
      #expect(shrunk.status == .success, "\(shrunk.all)")
      #expect(shrunk.output.contains("answer passcode = secret JANE_PASSWORD"))
      #expect(canary.found(in: shrunk.all).isEmpty, "\(shrunk.all)")
    }
    let without = await Shell()("shrink", file)
    #expect(without.status == .wrongScript, "\(without.all)")
    #expect(without.errors.contains("error[missing-values]") && without.output.isEmpty)
  }

  @Test("Anything but a failed flow is refused with an explanation")
  func faults() async throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write("broken.flow", "flow \"x\" { on identify answer = }\n")
    let mistakes = await shrink(broken)
    #expect(mistakes.status == .wrongScript && mistakes.errors.contains("error[unexpected]"))
    #expect(mistakes.errors.contains("a file with errors can't be shrunk"))
    let missing = await shrink(folder.path + "/none.flow")
    #expect(missing.status == .wrongScript && missing.errors.contains("file-not-found"))
    let file = try folder.write("ask.flow", "on identify prompt identifier\n")
    let asks = await shrink(file)
    #expect(
      asks.status == .wrongScript && asks.errors.contains("no one can be asked for"), "\(asks.all)")
    let live = try folder.write(
      "live.flow",
      "org real at \"https://acme.okta.com\" { client-id \"a\"; redirect-uri \"a:/b\" }\n"
        + "against real\non identify answer identifier = \"a\"\n")
    let refused = await shrink(live)
    #expect(refused.status == .usage && refused.errors.contains("acme.okta.com"), "\(refused.all)")
    #expect(refused.errors.contains("hundreds of times"))
    let runs = await shrink(file, "--runs", "many")
    #expect(runs.status == .usage && runs.errors.contains("takes a number from 1"))
    let inTheWay = await shrink(file, "-o", file)
    #expect(inTheWay.status == .usage && inTheWay.errors.contains("already exists"))
    let nowhere = await shrink(file, "-o", folder.path + "/no/such/folder.flow")
    #expect(nowhere.status == .usage && nowhere.errors.contains("can't be written"))
    let variable = await shrink(file, "--var", "nme=x")
    #expect(variable.status == .usage && variable.errors.contains("--var nme"))
    let profiles = try folder.write("profiles.flow", "profile a { code = \"1\" }\n")
    let noFlow = await shrink(profiles)
    #expect(
      noFlow.status == .wrongScript && noFlow.errors.contains("doesn't have a flow"),
      "\(noFlow.all)")
  }

  @Test("A limit ends it, and the output says so", arguments: [1, 4])
  func limit(runs: Int) async throws {
    let folder = try TemporaryFolder()
    let shrunk = await shrink(
      try folder.write("flows.flow", Self.little), "--runs", "\(runs)", "-q")
    #expect(shrunk.status == .success, "\(shrunk.all)")
    #expect(
      shrunk.errors
        == "flow: not complete: --runs limits it to \(runs); more could be removed\n")
    let small = try folder.write("small.flow", shrunk.output)
    let again = await run(small)
    #expect(again.status == .failed && again.errors.contains("error[expectation-failed]"))
  }

  @Test("Ctrl-C ends it with 130, and prints what was found by then")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("flows.flow", Self.little)
    let outcome = await InterruptedShell(environment: Self.environment).shrink(
      file, after: "shrinking: run 9")
    #expect(outcome.status == .interrupted, "\(outcome.errors)")
    #expect(outcome.errors.contains("not complete: it was interrupted"), "\(outcome.errors)")
    #expect(outcome.output.contains("flow \"bad\""), "\(outcome.output)")
    let small = try folder.write("small.flow", outcome.output)
    let again = await run(small)
    #expect(again.status == .failed && again.errors.contains("error[expectation-failed]"))
  }

  @Test("A terminal shows the progress, and none of it stays")
  func progress() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("flows.flow", Self.little)
    let shell = Shell(environment: Self.environment, isTerminal: true, drawsAnew: true)
    let seen = await shell("shrink", file)
    #expect(seen.errors.contains("shrinking: run 1"), "\(seen.all)")
    #expect(seen.errors.contains("\r\u{1B}[2Kflow: `bad"), "\(seen.all)")
    let quiet = await shell("shrink", file, "-q", "--runs", "1")
    #expect(!quiet.errors.contains("shrinking"), "\(quiet.all)")
  }
}

import CommandSupport
import FlowCLI
import FlowEngine
import FlowHTTP
import FlowTerminal
import FlowLock
import Testing

/// Limits of `explore`, `audit` and `diff`.
@Suite("An answer that a limit has cut short is never a success")
struct LimitTests {
  /// An org whose rule can be met in 286 ways, with 8,000 sets of earlier verifications.
  static let wide = """
    org wide {
      authenticators password, email, phone, google-otp, okta-verify, security-question, webauthn,
        custom-otp, duo, onprem-mfa, rsa-token, symantec-vip, yubikey
      user "ada@x.test" {
        password "Correct-Horse-1"; email "ada@x.test"; phone "+15550100"
        google-otp "JBSWY3DPEHPK3PXP"; okta-verify "JBSWY3DPEHPK3PXP"; passkey key
        security-question "disliked_food" answer "beans"; custom-otp "123456"; duo "123456"
        onprem-mfa "123456"; rsa-token "123456"; symantec-vip "123456"; yubikey "123456"
      }
      sign-on { require any 10 }
    }

    """

  private static func run(
    _ command: String, _ arguments: [String], memory: @escaping @Sendable () -> Int? = { nil }
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", wide)
    var shell = Shell()
    shell.memoryInUse = memory
    let orgs = command == "diff" ? [org, org] : [org]
    return await shell([command] + orgs + arguments)
  }

  @Test(
    "By memory: the exploration ends in the middle of a position",
    arguments: ["explore", "audit", "diff"])
  func memory(command: String) async throws {
    // A process that uses 1 MB more at each query.
    let used = Mutex(0)
    let run = try await Self.run(command, ["--memory", "100MB"]) {
      used.withLock { used in
        used += 1 << 20
        return used
      }
    }
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.errors.contains("the memory was used up"), "\(run.all)")
    #expect(run.errors.contains("`--memory` gives more"), "\(run.all)")
    #expect(run.output.contains("not complete") && !run.output.contains("no difference: "))
    // Findings are printed in the last quarter, without exploration.
    #expect(used.withLock { $0 } == 75 << 20)
  }

  @Test("The default limit is 1 GB")
  func usual() async throws {
    let run = try await Self.run("explore", ["--states", "50"]) { 700 << 20 }
    #expect(run.errors.contains("`--states` keeps more"), "\(run.all)")
    let full = try await Self.run("explore", ["--states", "50"]) { 800 << 20 }
    #expect(full.errors.contains("the memory was used up"), "\(full.all)")
  }

  @Test(
    "An invalid size is refused with an explanation",
    arguments: ["", "5", "5 XB", "-1MB", "0MB", "nanMB", "infGB", "1e400MB", "MB"])
  func sizes(size: String) async {
    let run = await Shell()("explore", "--memory", size)
    #expect(run.status == .usage && run.errors.contains("`500MB`"), "\(run.all)")
  }

  @Test("Sizes have units of 1024", arguments: ["0.5GB", "512MB", "524288kb"])
  func units(size: String) async throws {
    let below = try await Self.run("explore", ["--states", "9", "--memory", size]) {
      (384 << 20) - 1
    }
    #expect(below.errors.contains("`--states`"), "\(below.all)")
    let above = try await Self.run("explore", ["--states", "9", "--memory", size]) { 384 << 20 }
    #expect(above.errors.contains("`--memory`"), "\(above.all)")
  }

  @Test("By time, before the explorations are planned", arguments: ["explore", "audit", "diff"])
  func time(command: String) async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", Self.wide)
    let shell = Shell(clock: ManualClock(now: .seconds(1_700_000_000)))
    let orgs = command == "diff" ? [org, org] : [org]
    let run = await shell([command] + orgs + ["--time", "1ms", "--states", "5"])
    #expect(run.status == .failed && run.errors.contains("not complete"), "\(run.all)")
  }

  @Test("JSON of an exploration that was cut short is valid, and says that it isn't complete")
  func json() async throws {
    let run = try await Self.run("explore", ["--states", "3000", "--format", "json"])
    let json = try JSON(parsing: Array(run.output.utf8))
    #expect(json["complete"] == false && json["walks"]?.array?.count == 1, "\(run.all)")
    #expect(run.status == .failed)
  }

  // MARK: Formats

  private static let reason = "an exploration has more states than are kept; `--states` keeps more"

  @Test("SARIF says that the run wasn't successful, and why")
  func sarif() async throws {
    let run = try await Self.run("audit", ["--states", "5", "--format", "sarif"])
    #expect(run.status == .failed)
    let log = try JSON(parsing: Array(run.output.utf8))
    let invocation = log["runs"]?.array?.first?["invocations"]?.array?.first
    #expect(invocation?["executionSuccessful"]?.bool == false, "\(run.all)")
    let note = invocation?["toolExecutionNotifications"]?.array?.first
    #expect(note?["level"]?.string == "error")
    #expect(note?["message"]?["text"]?.string == "not complete: " + Self.reason, "\(run.all)")
  }

  @Test("A complete audit in SARIF has no such entry")
  func wholeSARIF() async throws {
    let run = await Shell()("audit", "--format", "sarif")
    let log = try JSON(parsing: Array(run.output.utf8))
    #expect(log["runs"]?.array?.first?["invocations"] == nil, "\(run.all)")
  }

  @Test("JSON has a member with the reasons", arguments: ["explore", "audit", "diff"])
  func json(command: String) async throws {
    let run = try await Self.run(command, ["--states", "5", "--format", "json"])
    #expect(run.status == .failed)
    let json = try JSON(parsing: Array((try #require(run.lines.last)).utf8))
    #expect(json["complete"]?.bool == false, "\(run.all)")
    #expect(json["incomplete"]?.array?.first?.string == Self.reason, "\(run.all)")
    let short = try await Self.run("audit", ["--states", "5", "--json"])
    #expect(short.lines.last == "{\"complete\":false,\"incomplete\":[\"\(Self.reason)\"]}")
  }

  @Test("GitHub gets an error, Markdown a line, and each picture a box")
  func others() async throws {
    let audit = try await Self.run("audit", ["--states", "5", "--format", "github"])
    #expect(
      audit.lines.last == "::error title=not complete::not complete: \(Self.reason)",
      "\(audit.all)")
    let diff = try await Self.run("diff", ["--states", "5", "--format", "markdown"])
    #expect(diff.output.contains("\nNot complete: an exploration has more states"), "\(diff.all)")
    for format in ["mermaid", "dot"] {
      let explore = try await Self.run("explore", ["--states", "5", "--format", format])
      #expect(explore.status == .failed)
      #expect(explore.output.contains("not complete"), "\(explore.all)")
      #expect(explore.output.contains("an exploration has more states"), "\(explore.all)")
    }
  }

  @Test("A matrix begins with the reason", arguments: ["explore", "audit", "diff"])
  func matrix(command: String) async throws {
    for format in ["html", "svg"] {
      let run = try await Self.run(command, ["--states", "5", "--format", format])
      #expect(run.status == .failed)
      #expect(run.output.contains("Not complete: an exploration has more states"), "\(run.all)")
    }
  }
}

import CommandSupport
import FlowHTTP
import FlowScript
import FlowTerminal
import Testing

/// The locations that `flow gate` reports for imported orgs and their claims.
@Suite("flow gate: places") struct GatePlaceTests {
  private static let claims = """
    # The claims of the tenant.

    claim "two" {
      always kinds >= 2
    }
    claim "typo" { for user in group stuff; always used password }

    """

  /// Two exports, and a file with claims that the newer one breaks.
  private struct Exports {
    let folder: TemporaryFolder
    let old: String
    let new: String
    let claims: String

    init(claims text: String = GatePlaceTests.claims) async throws {
      folder = try TemporaryFolder()
      claims = try folder.write("claims.flow", text)
      old = folder.path + "/a"
      new = folder.path + "/b"
      let orgs = [(old, "require password and phone"), (new, "require password")]
      for (path, staff) in orgs {
        let script = try folder.write("org.flow", StaffOrg.text(staff))
        let run = await Shell()("export", "okta", script, "--output", path)
        #expect(run.status == .success, "\(run.all)")
      }
    }

    func gate(_ options: String...) async -> Shell.Outcome {
      await Shell()(["gate", old, new, "--claims", claims] + options)
    }

    /// Writes the rules of the newer export with a line for each member.
    ///
    /// - Returns: The name of the file with the rule of the staff, and the line of its name.
    func spread() throws -> (file: String, line: Int) {
      for name in try FileReader.names(in: new) where name.hasPrefix("rules-") {
        let bytes = try FileReader.read("\(new)/\(name)", limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("\"staff\"") else { continue }
        let lines = text.replacing(",\"", with: ",\n\"")
        _ = try folder.write("b/\(name)", lines)
        let line = lines.split(separator: "\n").firstIndex { $0.contains("\"name\":\"staff\"") }
        return (name, try #require(line) + 1)
      }
      throw CancellationError()
    }
  }

  @Test("A claim is at its own line of its own file", arguments: ["", "\u{FEFF}"])
  func claims(mark: String) async throws {
    let exports = try await Exports(claims: mark + Self.claims)
    let text = await exports.gate()
    #expect(text.status == .failed, "\(text.all)")
    #expect(text.output.contains("claims.flow:3:1"), "\(text.all)")
    // The warning about the group, before the comparison.
    #expect(text.errors.contains("claims.flow:6:"), "\(text.all)")
    #expect(!text.all.contains("as a script"), "\(text.all)")
    let github = await exports.gate("--format", "github")
    #expect(github.output.contains("claims.flow,line=3,col=1,"), "\(github.all)")
    #expect(github.output.contains("claims.flow,line=6,col=1,"), "\(github.all)")
  }

  @Test("An error in the claims is at its own line")
  func error() async throws {
    let exports = try await Exports(claims: "\n\nclaim \"two\" { always kidns >= 2 }\n")
    let run = await exports.gate()
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.errors.contains("claims.flow:3:"), "\(run.all)")
  }

  @Test("The imports of the claims are beside their file")
  func imports() async throws {
    let exports = try await Exports()
    _ = try exports.folder.write("team/values.flow", "let least = 2\n")
    // A file with the same name beside the exports must not be read.
    _ = try exports.folder.write("values.flow", "let least = \n")
    let text = "import \"values.flow\"\nclaim \"two\" { always kinds >= 2 }\n"
    let claims = try exports.folder.write("team/claims.flow", text)
    let run = await Shell()("gate", exports.old, exports.old, "--claims", claims)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("claim \"two\" holds"), "\(run.all)")
    // The tree of the claims limits what they can import.
    let outside = try exports.folder.write(
      "team/wide.flow", text.replacing("values.flow", with: "../values.flow"))
    let refused = await Shell()("gate", exports.old, exports.old, "--claims", outside)
    #expect(refused.status == .wrongScript, "\(refused.all)")
    #expect(refused.errors.contains("import-outside"), "\(refused.all)")
    let missing = try exports.folder.write(
      "team/gone.flow", text.replacing("values.flow", with: "none.flow"))
    let gone = await Shell()("gate", exports.old, exports.old, "--claims", missing)
    #expect(gone.status == .wrongScript && gone.errors.contains("gone.flow:1:8"), "\(gone.all)")
  }

  @Test(
    "What a changed setting lets in is at that setting, not at the unchanged sign-on rule",
    arguments: [
      (
        "routing \"r\" { when login \"*@y.example\"; to idp \"P\" }",
        "routing \"r\" { when login \"*@x.example\"; to idp \"P\" }", "routing"
      ),
      ("", "routing \"r\" { when login \"*@x.example\"; to idp \"P\" }", "routing"),
      ("recovery { deny password }", "recovery { password by email }", "recovery"),
    ])
  func setting(old: String, new: String, word: String) async throws {
    let folder = try TemporaryFolder()
    func org(_ more: String) -> String {
      StaffOrg.text("require password and email").replacing(
        "sign-on \"staff\"",
        with: "idp \"P\" { signs-in everyone; offered off }\n  \(more)\n  sign-on \"staff\"")
    }
    let files = [try folder.write("old.flow", org(old)), try folder.write("new.flow", org(new))]
    let run = await Shell()(["gate"] + files + ["--format", "github"])
    let own = run.output.split(separator: "\n").filter { $0.contains("weaker-access") }
    let lines = org(new).split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("  \(word)") }) + 1
    #expect(!own.isEmpty && own.allSatisfy { $0.contains(",line=\(line),") }, "\(run.all)")
  }

  @Test("A sign-on rule that has changed is the location, whatever else has changed")
  func both() async throws {
    let folder = try TemporaryFolder()
    let old = StaffOrg.text("require password and email")
    let new = StaffOrg.text("require password").replacing(
      "sign-on \"staff\"", with: "session-policy { idle 1h }\n  sign-on \"staff\"")
    let files = [try folder.write("old.flow", old), try folder.write("new.flow", new)]
    let run = await Shell()(["gate"] + files + ["--format", "github"])
    let own = run.output.split(separator: "\n").filter { $0.contains("weaker-access") }
    let lines = new.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("sign-on \"staff\"") }) + 1
    #expect(!own.isEmpty && own.allSatisfy { $0.contains(",line=\(line),") }, "\(run.all)")
  }

  @Test("What became weaker is at the rule in the export")
  func rule() async throws {
    let exports = try await Exports()
    let (file, line) = try exports.spread()
    let github = await exports.gate("--format", "github")
    let own = github.output.split(separator: "\n").filter { $0.contains("weaker-access") }
    #expect(own.count == 1 && own[0].contains("\(file),line=\(line),"), "\(github.all)")
    #expect(own[0].contains("$[0]"), "\(github.all)")
    let sarif = await exports.gate("--format", "sarif")
    let log = try JSON(parsing: Array(sarif.output.utf8))
    let results = log["runs"]?.array?.first?["results"]?.array ?? []
    let uris = results.flatMap { result in
      (result["locations"]?.array ?? []) + (result["relatedLocations"]?.array ?? [])
    }.compactMap { $0["physicalLocation"]?["artifactLocation"]?["uri"]?.string }
    #expect(!uris.isEmpty, "\(sarif.all)")
    for uri in uris {
      #expect(uri.hasSuffix(".json") || uri.hasSuffix("claims.flow"), "\(uri)")
    }
  }

  @Test("A plan is named at the address of the resource")
  func plan() async throws {
    var plan = PlanFixture()
    plan.set(PlanFixture.rule, ["constraints": [], "factor_mode": "1FA"])
    let folder = try TemporaryFolder()
    let path = try folder.write("plan.json", plan.text)
    let run = await Shell()("gate", "--plan", path, "--accept-gaps", "--format", "github")
    #expect(run.status == .failed, "\(run.all)")
    let own = run.output.split(separator: "\n").filter { $0.contains("weaker-access") }
    #expect(!own.isEmpty, "\(run.all)")
    #expect(own.allSatisfy { $0.contains("plan.json,line=") }, "\(run.all)")
  }
}

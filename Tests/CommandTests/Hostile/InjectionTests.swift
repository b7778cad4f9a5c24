import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Names that look like script, in scripts that commands write.
@Suite("Generated scripts declare only what was intended")
struct InjectionTests {
  /// Logins that end a comment or a text, or that would parse as a declaration.
  static let logins = [
    "a\\nflow \\\"injected\\\" { on identify fail \\\"no\\\" }\\n#@x.test",
    "a\\norg evil at \\\"http://127.0.0.1:1\\\" { client-id \\\"x\\\" }\\n#@x.test",
    "a\\u{d}\\nimport \\\"evil.flow\\\"\\u{d}\\n#@x.test", "a\\u{2028}flow x {}\\u{85}@x.test",
    "\\\"\\u{301}, flow \\\"x\\\" {}@x.test", "*/ %% --> a@x.test", "../../etc/passwd",
    "-rf@x.test", "other-ways", "con", ".hidden",
  ]

  private static func org(_ login: String) -> String {
    """
    org a {
      authenticators password, email, phone
      zone "z" { ip "10.0.0.0/8" }
      user "\(login)" { password "Correct-Horse-1" }
      sign-on "r\(login)" { when zone "z"; require password }
      sign-on "s" { require password and phone }
    }

    """
  }

  @Test("From a login", arguments: logins, ["explore", "audit"])
  func login(login: String, command: String) async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write("org.flow", Self.org(login))
    let out = folder.path + "/out"
    let run = await Shell()(command, org, "--write", out)
    #expect(run.status == (command == "audit" ? .failed : .success), "\(run.all)")
    let names = try FileManager.default.contentsOfDirectory(atPath: out)
    #expect(!names.isEmpty, "\(run.all)")
    for name in names {
      #expect(!name.hasPrefix("-") && !name.hasPrefix("."), "\(name)")
      let text = try String(contentsOfFile: out + "/" + name, encoding: .utf8)
      let words = DeclaredWords(text).words
      #expect(words.first == "import" && words.count { $0 == "import" } == 1, "\(text)")
      #expect(words.dropFirst().allSatisfy { $0 == "flow" } && words.count > 1, "\(text)")
      #expect(text.split(separator: "\n").count { $0.hasPrefix("flow ") } == words.count - 1)
    }
    let check = await Shell()("check", out, "--root", folder.path)
    #expect(check.status == .success, "\(check.all)")
  }

  @Test("The longest possible login has a file name that systems accept")
  func longLogin() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow", Self.org(String(repeating: "a", count: 92) + "@x.test"))
    let run = await Shell()("explore", org, "--write", folder.path + "/out")
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("Comments of Mermaid stay comments, and start no directive")
  func mermaid() async throws {
    let folder = try TemporaryFolder()
    let org = try folder.write(
      "org.flow", Self.org("a\\n  evil --> [*]\\n%%{init: {}}%%@x.test"))
    let run = await Shell()("explore", org, "--format", "mermaid")
    #expect(run.status == .success, "\(run.all)")
    for line in run.lines.dropFirst() {
      let starts = ["  state \"", "  [*] --> ", "  rule_", "  r", "  %% ", "  s_", "  signed_in"]
      #expect(starts.contains { line.hasPrefix($0) }, "\(line)")
      #expect(!line.contains("%%{"), "\(line)")
    }
  }

  @Test("An export's name with a quote below a mark ends no text")
  func imported() async throws {
    let folder = try TemporaryFolder()
    let names = (0..<12).map {
      "{\"id\": \"00g\($0)x\", \"type\": \"OKTA_GROUP\"," + """
        "profile": {"name": "\\u0301 very long name number \($0), flow \\"x\\u0301, \\" {"}}
        """
    }
    let ids = (0..<12).map { "\"00g\($0)x\"" }.joined(separator: ", ")
    let export = ImportCommandTests.export
      .replacing("\"groups\": [", with: "\"groups\": [" + names.joined(separator: ",") + ",")
      .replacing("[\"00g1\"]}}},", with: "[\(ids)]}}},")
      .replacing("jane@example.com", with: "ja\\nflow \\\"x\\\" {}\\n#ne@example.com")
    let run = await Shell()("import", "okta", try folder.write("export.json", export))
    #expect(run.status == .success, "\(run.all)")
    #expect(DeclaredWords(run.output).words == ["org"], "\(run.output)")
  }

  @Test("The table of a comparison has its five columns, whatever the names are")
  func markdown() async throws {
    let folder = try TemporaryFolder()
    let login = "a|\\u{301}&#x202e; | b@x.test"
    let old = try folder.write("old.flow", Self.org(login))
    let new = try folder.write(
      "new.flow", Self.org(login).replacing("require password }", with: "deny }"))
    let run = await Shell()("diff", old, new, "--format", "markdown")
    let rows = run.lines.filter { $0.hasPrefix("| ") }
    #expect(rows.count >= 2, "\(run.all)")
    for row in rows {
      var (bars, isEscaped) = (0, false)
      for scalar in row.unicodeScalars {
        if scalar == "|", !isEscaped { bars += 1 }
        isEscaped = scalar == "\\" && !isEscaped
      }
      #expect(bars == 6, "\(row)")
      #expect(!row.contains(" &#") && !row.contains("\u{301}&#"), "\(row)")
    }
  }
}

import CommandSupport
import FlowCLI
import FlowScript
import FlowTerminal
import TestSupport
import Testing

/// A value from outside can be any secret of the machine, so no message quotes it.
@Suite("Values from outside in the settings of an issuer")
struct QuotedValueTests {
  private static let settings = [
    "redirect-uri secret MYSEC", "redirect-uri env MYSEC", "redirect-uri file \"value.txt\"",
    "redirect-uri env FLOW_OTHER", "redirect-uri secret FLOW_CLIENT_SECRET",
    "redirect-uri env FLOW_API_TOKEN", "client-id env MYSEC", "client-secret secret MYSEC",
    "scopes env MYSEC, \"\"",
  ]

  private static let commands = [
    ["run", "--no-input"], ["run", "--json", "--no-input"], ["run", "--live", "127.0.0.1:1"],
    ["run", "--env", "MYSEC", "--no-input"], ["run", "--env", "MYSEC", "--json", "--no-input"],
    ["run", "--trace", "--env", "MYSEC", "--no-input"], ["test"],
    ["test", "--env", "MYSEC", "--live", "127.0.0.1:1"], ["shrink"], ["explore"], ["audit"],
    ["diff"], ["serve"], ["explain"], ["replay"], ["check"],
  ]

  private static func folder(_ setting: String, _ value: String) throws -> (TemporaryFolder, String)
  {
    let folder = try TemporaryFolder()
    _ = try folder.write("value.txt", value)
    let others =
      ["client-id \"a\"", "redirect-uri \"x:/y\""]
      .filter { $0.split(separator: " ").first != setting.split(separator: " ").first }
    let path = try folder.write(
      "x.flow",
      """
      org p at "http://127.0.0.1:1/o" { \(([setting] + others).joined(separator: "; ")) }
      flow "a" { against p; on any stop }

      """)
    return (folder, path)
  }

  private static func environment(_ value: String) -> [String: String] {
    ["MYSEC", "FLOW_OTHER", "FLOW_CLIENT_SECRET", "FLOW_API_TOKEN"].reduce(into: [:]) {
      $0[$1] = value
    }
  }

  @Test("No command prints a value that is invalid for its setting", arguments: commands, settings)
  func unquoted(command: [String], setting: String) async throws {
    for value in ["mysec-canary", "mysec-canary{x}", "mysec canary"] {
      let (folder, path) = try Self.folder(setting, value)
      defer { withExtendedLifetime(folder) {} }
      let report = folder.path + "/report.xml"
      let more = command[0] == "test" ? ["--report", "junit:" + report] : []
      let shell = Shell(environment: Self.environment(value))
      let run = await shell([command[0], path] + command.dropFirst() + more)
      #expect(!run.all.contains("mysec"), "\(run.all)")
      let written = try? FileReader.read(report, limit: 1 << 20)
      #expect(!String(decoding: written ?? [], as: UTF8.self).contains("mysec"))
    }
  }

  @Test(
    "Permission is checked before a value is validated",
    arguments: ["redirect-uri secret MYSEC", "redirect-uri env MYSEC"])
  func order(setting: String) async throws {
    let (folder, path) = try Self.folder(setting, "mysec-canary")
    defer { withExtendedLifetime(folder) {} }
    let shell = Shell(environment: Self.environment("mysec-canary"))
    let refused = await shell("run", path, "--no-input")
    #expect(refused.errors.contains("error[env-not-allowed]"), "\(refused.all)")
    #expect(!refused.errors.contains("setting-value"), "\(refused.all)")
    let allowed = await shell("run", path, "--no-input", "--env", "MYSEC")
    #expect(allowed.errors.contains("error[setting-value]"), "\(allowed.all)")
    #expect(allowed.errors.contains("the value isn't a redirect URI"), "\(allowed.all)")
  }

  @Test("A value that is written in the script is quoted")
  func written() async throws {
    let (folder, path) = try Self.folder("redirect-uri \"callback\"", "")
    defer { withExtendedLifetime(folder) {} }
    let run = await Shell()("check", path)
    #expect(run.all.contains("`callback` isn't a redirect URI"), "\(run.all)")
  }
}

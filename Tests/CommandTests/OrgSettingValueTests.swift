import CommandSupport
import FlowCLI
import FlowTerminal
import OktaSimulator
import Testing
import SimulatorKit

@Suite("Odd values in an org's settings")
struct OrgSettingValueTests {
  private static let long = String(repeating: "x", count: 4 << 10)

  /// Possible but odd values after a setting's name.
  static let values = [
    "", "0", "-1", "0.5", "99999999999999999999", "1e400", "0s", "-5s", "9999999h",
    "99999999999999999999h", "after 9999999h", "opens after 9999999h", "after 0s", "\"\"",
    "\"\\u{0}\"", "\"\u{1F600}\u{202E}é\"", "\"\(long)\"", "secret NOWHERE", "on, off, on",
    "approve after 0s, deny after -1s", "by by by", "any 99999999999999999999", "{ }", "{ { } }",
    "\"a\" { b }", "via via or or", "\"=\"", "…",
  ]

  /// The values that a run is also tried with.
  static let run = ["0", "9999999h", "opens after 24h", "\"\"", "\"\(long)\"", "on"]

  /// A setting inside the blocks that it belongs to.
  private static func org(_ name: String, _ setting: SettingDescription, _ value: String) -> String
  {
    let blocks = setting.path.dropLast().map { block in
      ["user", "app", "idp"].contains(block) ? "\(block) \"j@example.com\" {" : "\(block) {"
    }
    let ends = String(repeating: " }", count: blocks.count)
    return """
      org \(name) {
        \(blocks.joined(separator: " ")) \(setting.path.last ?? "") \(value)
        \(ends)
      }

      """
  }

  @Test(
    "Each is accepted or reported briefly, and its org runs or says why not",
    arguments: Org.schema.map { $0.path.joined(separator: " ") })
  func odd(path: String) async throws {
    let folder = try TemporaryFolder()
    let setting = try #require(
      Org.schema.first { $0.path.joined(separator: " ") == path })
    let rule = "on identify answer identifier = \"j@example.com\"\n"
    let orgs = Self.values.enumerated().map { Self.org("o\($0)", setting, $1) }
    let script = try folder.write("script.flow", orgs.joined() + rule)
    let check = await Shell()("check", "--color", "never", script)
    #expect(check.status == .wrongScript, "\(check.all.prefix(1000))")
    #expect(check.all.utf8.count < 40_000, "\(check.all.prefix(1000))")
    for value in Self.run {
      _ = try folder.write("script.flow", Self.org("o", setting, value) + rule)
      let run = await Shell()("run", "--timeout", "5m", "--color", "never", script)
      #expect(run.status != .usage, "\(run.all.prefix(1000))")
      #expect(run.all.utf8.count < 4_000, "\(value.prefix(40)): \(run.all.prefix(1000))")
    }
  }
}

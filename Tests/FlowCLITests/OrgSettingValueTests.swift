import FlowCLI
import FlowSimulator
import Testing

@Suite("Odd values in an org's settings")
struct OrgSettingValueTests {
  private static let long = String(repeating: "x", count: 100 << 10)

  /// What may stand after a setting's name, and hardly ever should.
  static let values = [
    "", "0", "-1", "0.5", "99999999999999999999", "1e400", "0s", "-5s", "9999999h",
    "99999999999999999999h", "after 9999999h", "opens after 9999999h", "after 0s", "\"\"",
    "\"\\u{0}\"", "\"\u{1F600}\u{202E}é\"", "\"\(long)\"", "secret NOWHERE", "on, off, on",
    "approve after 0s, deny after -1s", "by by by", "any 99999999999999999999", "{ }", "{ { } }",
    "\"a\" { b }", "via via or or", "\"=\"", "…",
  ]

  /// A setting inside the blocks that it belongs to.
  private static func text(_ setting: SettingDescription, _ value: String) -> String {
    let blocks = setting.path.dropLast().map { block in
      block == "user" || block == "app" || block == "idp"
        ? "\(block) \"j@example.com\" {" : "\(block) {"
    }
    let ends = String(repeating: " }", count: blocks.count)
    return """
      org acme {
        \(blocks.joined(separator: " ")) \(setting.path.last ?? "") \(value)
        \(ends)
      }
      on identify answer identifier = "j@example.com"

      """
  }

  @Test(
    "Each is told in a line of a screen's width or taken, and an org of it runs or says why not",
    arguments: Org.schema.map { $0.path.joined(separator: " ") })
  func odd(path: String) async throws {
    let folder = try TemporaryFolder()
    let setting = try #require(
      Org.schema.first { $0.path.joined(separator: " ") == path })
    for value in Self.values {
      let script = try folder.write("script.flow", Self.text(setting, value))
      let check = await Shell()("check", "--color", "never", script)
      #expect(
        check.status == .success || check.status == .wrongScript, "\(path) \(value.prefix(40))")
      #expect(
        check.all.utf8.count < 20_000, "\(path) \(value.prefix(40)): \(check.all.prefix(1000))")
      guard check.status == .success else { continue }
      let run = await Shell()("run", "--timeout", "5m", "--color", "never", script)
      #expect(run.status != .usage, "\(path) \(value.prefix(40)): \(run.all.prefix(1000))")
      #expect(run.all.utf8.count < 20_000, "\(path) \(value.prefix(40)): \(run.all.prefix(1000))")
    }
  }
}

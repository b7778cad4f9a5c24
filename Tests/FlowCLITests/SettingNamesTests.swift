import CommandSupport
import FlowHTTP
import FlowScript
import FlowSimulation
import FlowTerminal
import SimulatorKit
import Testing

@testable import FlowCLI

/// The settings of an engine's orgs, as `flow names` lists them.
@Suite("flow names ENGINE settings")
struct SettingNamesTests {
  private static let engines = EngineKits.standard.kits.map(\.definition.name)

  @Test("Every setting is printed with its form, meaning, default and example", arguments: engines)
  func list(engine: String) async {
    let run = await Shell()("names", engine, "settings")
    #expect(run.status == .success)
    let all = EngineKits.standard.settings(of: engine).all
    #expect(!all.isEmpty)
    for setting in all {
      let text = """
        \(setting.name), a setting of \(setting.owner): \(setting.meaning)
          form     \(setting.form)
          default  \(setting.usual)
          example  \(setting.example)

        """
      #expect(run.output.contains(text), "\(setting.path)")
    }
  }

  @Test("A setting has the expected form")
  func one() async {
    let run = await Shell()("names", "idx", "settings", "min-length")
    #expect(
      run.output == """
        min-length, a setting of `passwords`: The minimum number of characters.
          form     `min-length 12`
          default  8
          example  min-length 12

        """)
  }

  @Test(
    "A word finds a setting, a block, their common names, or words of the documentation",
    arguments: [
      ("idx", "codes", ["codes", "expire", "attempts"]),
      ("idx", "kmsi", ["keep-me-signed-in"]),
      ("idx", "SMS", ["phone"]),
      ("idx", "Okta Verify", ["okta-verify", "number-challenge", "push"]),
      ("idx", "autoChallenge", ["push"]),
      ("nextauth", "visual", ["hide-visual-hash", "visual-hash"]),
      ("mobile-idp", "lifetimes", ["lifetimes", "code", "access-token", "refresh-token"]),
    ])
  func filter(engine: String, word: String, names: [String]) async {
    let run = await Shell()("names", engine, "settings", word)
    #expect(run.status == .success)
    for name in names { #expect(run.lines.contains { $0.hasPrefix("\(name), a setting of ") }) }
    #expect(run.output.count(of: ", a setting of ") < 20)
  }

  @Test("JSON has the same settings")
  func json() async throws {
    let run = await Shell()("names", "idx", "settings", "codes", "--json")
    let object = try JSON(parsing: Array(run.output.utf8))
    #expect(object["engine"] == "idx")
    let settings = object["settings"]?.array ?? []
    #expect(settings.map { $0["name"]?.string } == ["codes", "expire", "attempts"])
    #expect(settings.last?["path"] == ["codes", "attempts"])
    #expect(settings.last?["default"] == "5")
    #expect(settings.last?["example"] == "attempts 3")
    #expect(settings.first?["hasBlock"] == true)
  }

  @Test(
    "A word without a setting is refused",
    arguments: [
      (["names", "idx", "settings", "lockuot"], "did you mean `lockout`?"),
      (["names", "nextauth", "settings", "levitate"], "`flow names nextauth settings` lists them"),
      (["names", "idx", "settings", "a", "b"], "flow names --help"),
      (["names", "idx", "a", "b"], "flow names --help"),
    ])
  func unknown(arguments: [String], help: String) async {
    let run = await Shell()(arguments)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(help), "\(run.errors)")
  }

  @Test("Shells complete the word, and help and the manual page mention it")
  func mentioned() async {
    for shell in ["bash", "zsh", "fish"] {
      let completion = await Shell()("completions", shell)
      #expect(completion.output.contains("settings"), "\(shell)")
    }
    #expect(await Shell()("names", "--help").output.contains("flow names idx settings"))
    #expect(await Shell()("man").output.contains("names idx settings"))
  }
}

import FlowEngine
import SimulatorKit
import TestSupport
import Testing

@testable import NextAuthSimulator

@Suite("What each setting of a simulated nextAuth changes")
struct NextAuthSettingEffectTests {
  private static let blocks = [
    "server": SettingTrial.Block("server \"bank.example\""),
    "account": .init("account \"bob\""),
  ]

  private static func trial(of setting: SettingDescription) -> SettingTrial {
    let servers = "server \"first.example\"\nserver \"bank.example\"\n"
    let account = "account \"jane\""
    return SettingTrial(
      of: setting.path, base: setting.path[0] == "server" ? account : servers + account,
      blocks: blocks)
  }

  /// The model that an org's settings make, and what is wrong with them.
  private static func build(_ text: String) -> (model: String, problems: [String]) {
    var (org, problems) = NextAuthOrg.build(name: "bank", settings: SettingText.parse(text))
    org?.settings = []
    return (ModelDump.text(org as Any), problems.map { "\($0.message)" })
  }

  @Test("Its example changes the model", arguments: NextAuthOrg.schema)
  func change(_ setting: SettingDescription) {
    let trial = Self.trial(of: setting)
    let without = Self.build(trial.without)
    let text = trial.with(setting.example, insteadOf: [])
    let with = Self.build(text)
    #expect(without.problems == [], "\(trial.without)")
    #expect(with.problems == [], "\(text)")
    #expect(with.model != without.model, "\(text)")
  }
}

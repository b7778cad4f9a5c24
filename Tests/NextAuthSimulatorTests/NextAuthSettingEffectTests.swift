import FlowEngine
import SimulatorKit
import TestSupport
import Testing

@testable import NextAuthSimulator

@Suite("The effect of each setting of a simulated nextAuth")
struct NextAuthSettingEffectTests {
  /// The model from an org's settings, and its problems.
  private static func build(_ text: String) -> (model: String, problems: [String]) {
    var (org, problems) = NextAuthOrg.build(name: "bank", settings: SettingText.parse(text))
    org?.settings = []
    return (ModelDump.text(org as Any), problems.map { "\($0.message)" })
  }

  @Test("Its example changes the model", arguments: NextAuthOrg.schema)
  func change(_ setting: SettingDescription) {
    let trial = SettingTrial.nextAuth(setting.path)
    let text = trial.with(setting.example)
    let (without, with) = (Self.build(trial.without), Self.build(text))
    #expect(without.problems == [], "\(trial.without)")
    #expect(with.problems == [], "\(text)")
    #expect(with.model != without.model, "\(text)")
  }
}

import FlowCrypto
import FlowEngine
import SimulatorKit
import TestSupport
import Testing

@testable import OktaSimulator

@Suite("The effect of each setting of a simulated org")
struct OrgSettingEffectTests {
  /// The settings that change nothing, each with a line that it contradicts.
  ///
  /// They repeat a word's default, and a rule with both is refused.
  private static let contradicted = [
    // A method that a rule doesn't name can't recover.
    "recovery deny": "unlock by email",
    // Rules that no app uses.
    "sign-on-policy": "sign-on-policy \"strong\" { sign-on { deny } }",
  ]

  /// The model from an org's settings, and its problems.
  private static func build(_ text: String) -> (model: String, problems: [String]) {
    let (org, problems) = Org.build(name: "acme", settings: SettingText.parse(text)) {
      (name, _) throws(CryptoFailure) in
      let point = [4] + [UInt8](repeating: 1, count: 64)
      return Org.EnrolledPasskey(
        credential: Array(name.utf8), key: try P256.PublicKey(point: point))
    }
    var policy = org?.policy
    policy?.settings = []
    return (ModelDump.text((policy, org?.people)), problems.map { "\($0.message)" })
  }

  @Test("Coverage includes the rules of each policy, and no block with secrets")
  func covered() {
    let policies = OktaPoint.Policy.allCases.filter { $0 == $0.home }.map(\.rawValue)
    let others = ["user a", "app", "registration", "zone a", "okta-verify", "codes"]
    let text = (others + policies).map { "\($0) { x 1 }" }.joined(separator: "\n")
    let kept = OrgSettings.table.covered(SettingText.parse(text))
    #expect(kept.count == others.count + policies.count)
    #expect(kept.filter { $0.block != nil }.map(\.name) == policies)
  }

  @Test("Its example changes the model, or equals the default", arguments: Org.schema)
  func change(_ setting: SettingDescription) {
    let trial = SettingTrial.idx(setting.path)
    let text = trial.with(setting.example)
    let (without, with) = (Self.build(trial.without), Self.build(text))
    #expect(without.problems == [], "\(trial.without)")
    #expect(with.problems == [], "\(text)")
    let other = Self.contradicted[setting.path.joined(separator: " ")]
    #expect((with.model == without.model) == (other != nil), "\(text)")
    guard let other else { return }
    let both = trial.with("\(setting.example); \(other)")
    #expect(Self.build(both).problems.count == 1, "\(both)")
  }
}

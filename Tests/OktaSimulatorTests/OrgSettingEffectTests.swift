import FlowCrypto
import FlowEngine
import SimulatorKit
import TestSupport
import Testing

@testable import OktaSimulator

@Suite("What each setting of a simulated org changes")
struct OrgSettingEffectTests {
  /// The settings that change nothing, each with a line that it contradicts: they repeat what
  /// leaving a word out says, and a rule that says both is refused.
  private static let contradicted = [
    // An authenticator that a rule doesn't name can't be enrolled.
    "enrollment disabled": "required security-question",
    // What a rule doesn't name can't be recovered.
    "recovery deny": "unlock by email",
  ]

  private static let blocks = [
    "user": SettingTrial.Block("user \"bob@example.com\""),
    "user okta-verify": .init("okta-verify \"JBSWY3DPEHPK3PXPJBSWY3DP\""),
    "user passkey": .init("passkey bob"),
    "idp": .init("idp \"Acme\""),
    "sign-on": .init("sign-on \"all\"", "require password"),
    "session-policy": .init("session-policy \"all\""),
    "zone": .init("zone \"home\""),
    "keep-me-signed-in": .init("keep-me-signed-in asked"),
    "recovery": .init("recovery \"all\"", "password by phone", "unlock by phone"),
    "passwords": .init("passwords \"all\"", "expire after 60 days"),
    "lockout": .init("lockout", "after 3 attempts"),
  ]

  /// The settings of a block that one can't be next to.
  private static let conflicts = ["sign-on deny": ["require"]]

  private static func trial(of setting: SettingDescription) -> SettingTrial {
    let authenticators = Authenticator.allCases.map(\.rawValue).joined(separator: ", ")
    let base = "authenticators \(authenticators)\nuser \"jane@example.com\" { groups staff }"
    var blocks = blocks
    // A rule can't offer and deny the same.
    if setting.path == ["recovery", "deny"] { blocks["recovery"] = .init("recovery \"all\"") }
    return SettingTrial(
      of: setting.path, base: setting.name == "authenticators" ? "" : base, blocks: blocks)
  }

  /// The model that an org's settings make, and what is wrong with them.
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

  @Test("Its example changes the model, or says what leaving it out says", arguments: Org.schema)
  func change(_ setting: SettingDescription) {
    let trial = Self.trial(of: setting)
    let path = setting.path.joined(separator: " ")
    let without = Self.build(trial.without)
    let text = trial.with(setting.example, insteadOf: Self.conflicts[path] ?? [])
    let with = Self.build(text)
    #expect(without.problems == [], "\(trial.without)")
    #expect(with.problems == [], "\(text)")
    #expect((with.model == without.model) == (Self.contradicted[path] != nil), "\(text)")
    guard let other = Self.contradicted[path] else { return }
    let both = trial.with("\(setting.example); \(other)", insteadOf: [])
    #expect(Self.build(both).problems.count == 1, "\(both)")
  }
}

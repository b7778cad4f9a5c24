import FlowEngine
import SimulatorKit
import TestSupport
import Testing

@testable import MobileIdPSimulator

@Suite("What each setting of a simulated server with its apps changes")
struct MobileIdPSettingEffectTests {
  /// The settings that only providers have.
  private static let ofProviders = [
    "allow", "check-caller", "passcode", "unmatched-hint", "second-request", "refused-session",
    "passcode-attempts", "login-attempts", "login",
  ]

  private static func trial(of setting: SettingDescription) -> SettingTrial {
    let hosts = "login-hosts \"login.salesforce.com\", \"test.salesforce.com\""
    let provider = "app \"Authenticator\" { role provider; scheme auth; consumer-key IDP_KEY }"
    let client = "app \"Sample App\" { scheme sampleapp; consumer-key SP_KEY }"
    let user = "user \"ada@acme.test\""
    let base: [String] =
      switch setting.path.joined(separator: " ") {
      case "login-hosts": []
      // All apps run on one platform.
      case "app platform": []
      case let path where path.hasPrefix("app "): [hosts, provider, user]
      default: [hosts, provider, client, user]
      }
    let app =
      ofProviders.contains(setting.name)
      ? SettingTrial.Block(
        "app \"Sample App\"", "role provider", "scheme oldapp", "consumer-key OLD_KEY")
      : SettingTrial.Block("app \"Sample App\"", "scheme oldapp", "consumer-key OLD_KEY")
    return SettingTrial(
      of: setting.path, base: base.joined(separator: "\n"),
      blocks: [
        "app": app, "connected-app": .init("connected-app SP_KEY"),
        "user": .init("user \"ben@acme.test\""),
      ])
  }

  /// The model that an org's settings make, and what is wrong with them.
  private static func build(_ text: String) -> (model: String, problems: [String]) {
    var (org, problems) = MobileIdPOrg.build(name: "acme", settings: SettingText.parse(text))
    org?.settings = []
    return (ModelDump.text(org as Any), problems.map { "\($0.message)" })
  }

  @Test("Its example changes the model", arguments: MobileIdPOrg.schema)
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

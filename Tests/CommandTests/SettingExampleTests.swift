import CommandSupport
import FlowScript
import FlowSimulation
import FlowTerminal
import SimulatorKit
import TestSupport
import Testing

/// The examples of settings, in orgs that flows run against.
@Suite("The examples of settings")
struct SettingExampleTests {
  private static let trials = [
    "idx": SettingTrial.idx, "nextauth": SettingTrial.nextAuth,
    "mobile-idp": SettingTrial.mobileIdP,
  ]

  @Test(
    "Each is valid in an org, and a flow runs against it",
    arguments: EngineKits.standard.kits.map(\.definition.name))
  func run(engine: String) async throws {
    let trial = try #require(Self.trials[engine])
    // The org whose sign-in is a provider's login.
    var script = "org acme { }\n"
    for (index, setting) in EngineKits.standard.settings(of: engine).all.enumerated() {
      script += """
        org o\(index) for \(engine) {
          \(trial(setting.path).with(setting.example))
        }
        flow "\(setting.path.joined(separator: " "))" {
          engine \(engine)
          against o\(index)
          expect not success
          on any stop
        }

        """
    }
    let folder = try TemporaryFolder()
    let path = try folder.write("examples.flow", script)
    let check = await Shell()("check", path)
    #expect(check.status == .success, "\(check.all.prefix(3000))")
    let test = await Shell()("test", path)
    #expect(test.status == .success, "\(test.all.prefix(3000))")
  }
}

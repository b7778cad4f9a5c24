import FlowAuthenticators
import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowScript
import FlowSignIn
import FlowSimulation
import IDXEngine
import OktaSimulator

/// A simulated org that all runs of a configuration share.
struct LastingTarget: SignInTarget {
  let configuration: IDXConfiguration
  let server: OrgServer
  let keyring: Keyring
  /// Secrets that scripts may use in addition to the app's.
  let secrets: [String: Secret]

  func peer(
    of plan: RunPlan, in script: SignInScript, given: GivenValues, masker: Masker
  ) throws(SignInFailure) -> SignInPeer {
    guard plan.engine == EngineCatalog.usual else {
      throw .mismatch(
        of: "an org of the Identity Engine", for: plan,
        help: "sign in with `.simulated()`, whose org has the flow's engine")
    }
    var given = given
    given.secrets.merge(secrets) { given, _ in given }
    return SignInPeer(
      sources: script.sources(given), passkeys: keyring, resumable: configuration
    ) { run in
      var engine = engine(run.clock)
      engine.continuity = run.continuity
      return SimulatedOkta.connection(of: engine, to: server, clock: run.clock)
    }
  }

  func tokenService(clock: any RunClock, masker: Masker) -> any TokenService { engine(clock) }

  private func engine(_ clock: any RunClock) -> IDXEngine {
    IDXEngine(
      configuration: configuration, transport: server, clock: clock,
      randomBytes: ThisMachine.randomBytes)
  }
}

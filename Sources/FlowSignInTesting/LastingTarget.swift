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
    return SignInPeer(sources: script.sources(given), passkeys: keyring) { clock, _, _ in
      let engine = engine(clock)
      return Connection(
        engine: engine, tokens: engine, clock: clock, inbox: server,
        browser: SimulatedBrowser(server).follow, watchesRequests: false)
    }
  }

  func tokenService(clock: any RunClock, masker: Masker) -> any TokenService { engine(clock) }

  private func engine(_ clock: any RunClock) -> IDXEngine {
    IDXEngine(
      configuration: configuration, transport: server, clock: clock,
      randomBytes: ThisMachine.randomBytes)
  }
}

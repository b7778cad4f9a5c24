import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowScript
import IDXEngine
import MobileIdPEngine

/// Runs flows with a real issuer, of which the app is a client.
struct IssuerTarget: SignInTarget {
  let configuration: IDXConfiguration
  let transport: any Transport
  /// The issuer's description and keys, for all runs of the configuration.
  private let cache = IssuerCache()

  init(configuration: IDXConfiguration, transport: any Transport) {
    self.configuration = configuration
    self.transport = transport
  }

  func peer(
    of plan: RunPlan, in script: SignInScript, given: GivenValues, masker: Masker
  ) throws(SignInFailure) -> SignInPeer {
    guard plan.engine == EngineCatalog.usual else {
      let isApp = plan.engine == MobileIdPEngine.vocabulary.engine
      throw .mismatch(
        of: "an issuer", for: plan,
        help: isApp
          ? "sign in as one of the two apps: `SignInConfiguration(mobileIdP: world, links: links)`"
          : "sign in with the app's SDK: `SignInConfiguration(nextAuth: sdk)`")
    }
    if let secret = configuration.clientSecret { masker.add(secret) }
    return SignInPeer(sources: script.sources(given), resumable: configuration) { run in
      var engine = engine(run.clock)
      engine.continuity = run.continuity
      return Connection(engine: engine, tokens: engine, clock: run.clock, watchesRequests: true)
    }
  }

  func tokenService(clock: any RunClock, masker: Masker) -> any TokenService {
    if let secret = configuration.clientSecret { masker.add(secret) }
    return engine(clock)
  }

  private func engine(_ clock: any RunClock) -> IDXEngine {
    IDXEngine(
      configuration: configuration, transport: transport, clock: clock, cache: cache,
      randomBytes: ThisMachine.randomBytes)
  }
}

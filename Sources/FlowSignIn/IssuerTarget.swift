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
    return SignInPeer(sources: script.sources(given)) { clock, _, _ in
      .issuer(configuration, over: transport, clock: clock, randomBytes: ThisMachine.randomBytes)
    }
  }

  func tokenService(clock: any RunClock, masker: Masker) -> any TokenService {
    if let secret = configuration.clientSecret { masker.add(secret) }
    return IDXEngine(
      configuration: configuration, transport: transport, clock: clock,
      randomBytes: ThisMachine.randomBytes)
  }
}

import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowScript
import MobileIdPEngine

/// Runs flows in which the app is the client or the provider of a mobile identity provider.
struct MobileApps: SignInTarget {
  var world: MobileIdPWorld
  var router: any AppRouter
  var transport: any Transport
  var webLogin: WebLogin?

  func peer(
    of plan: RunPlan, in script: SignInScript, given: GivenValues, masker: Masker
  ) throws(SignInFailure) -> SignInPeer {
    guard plan.engine == MobileIdPEngine.vocabulary.engine else {
      throw .mismatch(
        of: "an app of a mobile identity provider", for: plan,
        help: "write `engine mobile-idp` in the flow, or name an issuer")
    }
    return SignInPeer(sources: script.sources(given)) { run in
      let carrier: any Transport =
        webLogin.map { WebLoginTransport(base: transport, limit: run.limit, login: $0) }
        ?? transport
      let engine = MobileIdPEngine(
        world: world, transport: carrier, router: router, randomBytes: ThisMachine.randomBytes,
        observer: run.callback)
      return Connection(engine: engine, clock: run.clock, watchesRequests: true)
    }
  }

  func tokenService(
    clock: any RunClock, masker: Masker
  ) throws(SignInFailure) -> any TokenService {
    throw .configuration(
      "the client's tokens are refreshed by a run",
      help: "put them into the world as the client's `accounts`, and start a run")
  }
}

import FlowEngine
import FlowInterpreter
import FlowScript
import NextAuthEngine

/// Runs flows with the app's own nextAuth SDK.
struct NextAuthTarget: SignInTarget {
  let sdk: any NextAuthBackend

  func peer(
    of plan: RunPlan, in script: SignInScript, given: GivenValues, masker: Masker
  ) throws(SignInFailure) -> SignInPeer {
    guard plan.engine == NextAuthEngine.vocabulary.engine else {
      throw .mismatch(
        of: "an SDK of nextAuth", for: plan,
        help: "write `engine nextauth` in the flow, or name an issuer")
    }
    return SignInPeer(sources: script.sources(given)) { run in
      .sdk(sdk, clock: run.clock, callback: run.callback)
    }
  }

  func tokenService(
    clock: any RunClock, masker: Masker
  ) throws(SignInFailure) -> any TokenService {
    throw .configuration(
      "a session of nextAuth doesn't have tokens", help: "end it with `stopSession` of the SDK")
  }
}

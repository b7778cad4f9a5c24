import FlowAuthenticators
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSignIn
import FlowSimulation

/// An org in this process, which each run begins as it is written.
struct SimulatedTarget: SignInTarget {
  /// The org's name; `nil` leaves it to the script.
  let org: String?
  /// When its clock begins; `nil` for now.
  let time: OrgTime?
  let scopes: [String]

  func peer(
    of plan: RunPlan, in script: SignInScript, given: GivenValues, masker: Masker
  ) throws(SignInFailure) -> SignInPeer {
    let keyring = Keyring(randomBytes: ThisMachine.randomBytes)
    var demo = given
    demo.secrets.merge(DemoOrg.secrets) { given, _ in given }
    let (found, diagnostics) = NamedOrg.find(
      named: org, for: plan, in: script.program, sources: script.sources(demo), keyring: keyring)
    guard let found else {
      let problems = SignInProblem.all(diagnostics, masker: masker)
      let isMissing = diagnostics.allSatisfy { $0.kind == .missingValues }
      if isMissing, let first = problems.first { throw .missingValues(first) }
      throw .script(problems)
    }
    guard let counterpart = found.counterpart(seed: .random(in: .min ... .max), at: time) else {
      throw .configuration(
        "the script's org is a real issuer",
        help: "sign in with the script's `configuration(of:)`, or name a simulated org: "
          + "`.simulated(org: \"demo\")`")
    }
    let scopes = scopes
    return SignInPeer(
      sources: script.sources(found.isDemo ? demo : given), passkeys: keyring
    ) { clock, _, callback in
      counterpart.connect(
        clock: clock, randomBytes: ThisMachine.randomBytes, scopes: scopes, callback: callback)
    }
  }

  func tokenService(
    clock: any RunClock, masker: Masker
  ) throws(SignInFailure) -> any TokenService {
    throw .configuration(
      "a simulated org ends with its run",
      help: "use `refresh` and `signOut` of the `SignInResult`")
  }
}

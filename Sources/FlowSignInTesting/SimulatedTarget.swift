import FlowAuthenticators
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
public import FlowSignIn
import FlowSimulation

/// An org in this process, which is new for each run.
struct SimulatedTarget: SignInTarget {
  /// The org's name; `nil` lets the script choose.
  let org: String?
  /// The time at which the org's clock starts; `nil` for the current time.
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
    guard let found else { throw SignInFailure(ofOrg: diagnostics, masker: masker) }
    guard let counterpart = found.counterpart(seed: .random(in: .min ... .max), at: time) else {
      throw .configuration(
        "the script's org is a real issuer",
        help: "sign in with the script's `configuration(of:)`, or name a simulated org: "
          + "`.simulated(org: \"demo\")`")
    }
    let scopes = scopes
    return SignInPeer(
      sources: script.sources(found.isDemo ? demo : given), passkeys: keyring
    ) { run in
      counterpart.connect(
        clock: run.clock, randomBytes: ThisMachine.randomBytes, scopes: scopes,
        callback: run.callback)
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

extension SignInFailure {
  /// Creates the failure of a script whose org can't be made.
  ///
  /// - Parameters:
  ///   - diagnostics: What is wrong with the org.
  ///   - masker: The masker with the run's secrets.
  init(ofOrg diagnostics: [Diagnostic], masker: Masker) {
    let problems = SignInProblem.all(diagnostics, masker: masker)
    let isMissing = diagnostics.allSatisfy { $0.kind == .missingValues }
    self =
      if isMissing, let first = problems.first { .missingValues(first) } else { .script(problems) }
  }
}

extension SignInConfiguration {
  /// Returns a configuration for an org in this process, for tests and previews: no account and no
  /// network.
  ///
  /// Every run starts with the original org, and no wait in it takes real time. A flow with
  /// `engine nextauth` also gets a device with an SDK.
  ///
  /// - Parameters:
  ///   - org: An org of the script, or `demo` for the built-in one. By default it is the org that
  ///     the flow names after `against`, else the only one of the script, else the demo. In the
  ///     demo, `jane@example.com` needs a second factor and has every one, `sam@example.com` needs
  ///     none and is offered a phone to enroll, and `lee@example.com` is locked out.
  ///   - time: The start of the org's clock, in time since the start of 1970, UTC; `nil` for the
  ///     current time. One-time codes, expiries and lockouts use it. It is limited to the years
  ///     1970 to 2199.
  ///   - scopes: The scopes to request, with `offline_access` for a refresh token. Only a flow of
  ///     the default engine requests scopes.
  ///   - timeout: The maximum time of a run, by the org's clock.
  /// - Returns: The configuration.
  public static func simulated(
    org: String? = nil, at time: Duration? = nil, scopes: [String] = ["openid", "profile"],
    timeout: Duration = usualTimeout
  ) -> SignInConfiguration {
    SignInConfiguration(
      target: SimulatedTarget(org: org, time: time.map { .moment($0) }, scopes: scopes),
      timeout: timeout)
  }
}

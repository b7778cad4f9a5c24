import FlowAuthenticators
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
public import FlowSignIn
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

extension SignInConfiguration {
  /// Runs against an org in this process, for tests and previews: no account and no network.
  ///
  /// Every run begins with the org as it is written, and nothing in it waits for real. A flow with
  /// `engine nextauth` gets a device with an SDK in it besides.
  ///
  /// - Parameters:
  ///   - org: An org that the script declares, or `demo` for the built-in one. Without a name it is
  ///     the one that the flow names after `against`, else the only one that the script declares,
  ///     else the demo, in which `jane@example.com` needs a second factor and has every one,
  ///     `sam@example.com` needs none and is offered a phone to enrol, and `lee@example.com` is
  ///     locked out.
  ///   - time: When the org's clock begins, in time since the start of 1970, UTC; `nil` for now.
  ///     One-time codes, expiries and lockouts go by it. It is kept within the years 1970 to 2199.
  ///   - scopes: The scopes to ask for; `offline_access` among them for a refresh token. Only a flow
  ///     of the usual engine asks for any.
  ///   - timeout: How long a run may take, in the org's time.
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

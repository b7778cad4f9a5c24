import FlowAuthenticators
import FlowDiagnostics
public import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowScript
public import FlowSignIn
import FlowSimulation
import FlowSyntax
import IDXEngine
import OktaSimulator

/// A simulated org of the Identity Engine that outlives a run, for tests and previews.
///
/// Its users, sessions, lockouts and tokens remain between the runs, as in a real org:
///
/// ```swift
/// let org = try SimulatedOrg("org acme { authenticators password; user \"jane@example.com\" { … } }")
/// let first = try await script.start(org.configuration).tokens()
/// org.clock.advance(by: .seconds(3600))
/// try await org.configuration.refresh(first)
/// ```
///
/// An org per test is cheap, and tests with orgs of their own can run at the same time.
public final class SimulatedOrg: Sendable {
  /// The configuration of the app's runs with this org.
  ///
  /// It also refreshes and revokes the org's tokens.
  public let configuration: SignInConfiguration
  /// The messages that the org has sent to its users.
  public let inbox: any Inbox
  /// The org's clock.
  public let clock: Clock
  /// The pushes that wait for an answer.
  public let pushes: Pushes
  /// The seed of the org's handles and codes, with which a failed test can be repeated.
  public let seed: UInt64
  let server: OrgServer
  let client: (id: String, redirectURI: String)

  /// Creates an org.
  ///
  /// - Parameters:
  ///   - text: A script with the org; empty for the built-in org, which
  ///     ``FlowSignIn/SignInConfiguration/simulated(org:at:scopes:timeout:)`` describes.
  ///   - name: The name of the org; `nil` for the script's only one.
  ///   - seed: The seed of the org's handles and codes; `nil` for a random one.
  ///   - time: The start of the org's clock, in time since the start of 1970, UTC; `nil` for the
  ///     current time.
  ///   - waits: How the waits of runs take time.
  ///   - secrets: The values for `secret` in the org's settings.
  ///   - scopes: The scopes to request, with `offline_access` for a refresh token.
  ///   - timeout: The maximum time of a run, by the org's clock.
  /// - Throws: `SignInFailure.script` if the org has a mistake, `missingValues` if a secret is
  ///   missing, and `configuration` if it isn't a simulated org of the Identity Engine.
  public convenience init(
    _ text: String = "", name: String? = nil, seed: UInt64? = nil, at time: Duration? = nil,
    waits: Clock.Waits = .skipped, secrets: [String: Secret] = [:],
    scopes: [String] = ["openid", "profile"],
    timeout: Duration = SignInConfiguration.usualTimeout
  ) throws(SignInFailure) {
    let script =
      text.isEmpty
      ? try SignInScript(
        String(decoding: DemoOrg.source.bytes, as: UTF8.self), name: DemoOrg.source.name)
      : try SignInScript(text)
    try self.init(
      script, name: name, seed: seed, at: time, waits: waits, secrets: secrets, scopes: scopes,
      timeout: timeout)
  }

  /// Creates an org from a loaded script, such as one of a file.
  ///
  /// - Parameters:
  ///   - script: The script with the org.
  ///   - name: The name of the org; `nil` for the script's only one.
  ///   - seed: The seed of the org's handles and codes; `nil` for a random one.
  ///   - time: The start of the org's clock, in time since the start of 1970, UTC; `nil` for the
  ///     current time.
  ///   - waits: How the waits of runs take time.
  ///   - secrets: The values for `secret` in the org's settings.
  ///   - scopes: The scopes to request, with `offline_access` for a refresh token.
  ///   - timeout: The maximum time of a run, by the org's clock.
  /// - Throws: `SignInFailure`, as for a text.
  public init(
    _ script: SignInScript, name: String? = nil, seed: UInt64? = nil, at time: Duration? = nil,
    waits: Clock.Waits = .skipped, secrets: [String: Secret] = [:],
    scopes: [String] = ["openid", "profile"],
    timeout: Duration = SignInConfiguration.usualTimeout
  ) throws(SignInFailure) {
    let keyring = Keyring(randomBytes: ThisMachine.randomBytes)
    let (okta, isDemo) = try SimulatedOrg.find(name, in: script, secrets, keyring)
    let org = waits == .manual ? okta.org.waitingForPhones() : okta.org
    let seed = seed ?? .random(in: .min ... .max)
    let clock = Clock(from: time, waits: waits)
    let server = OrgServer(org, clock: clock, seed: seed)
    let client = okta.configuration(asking: scopes)
    self.server = server
    self.seed = seed
    self.clock = clock
    inbox = server
    pushes = Pushes(server: server)
    self.client = (client.clientID, client.redirectURI)
    configuration = SignInConfiguration(
      target: LastingTarget(
        configuration: client, server: server, keyring: keyring,
        secrets: isDemo ? DemoOrg.secrets : [:]),
      clock: clock, timeout: timeout)
  }

  /// Resets the org to its initial state: users, sessions, lockouts, messages and tokens.
  ///
  /// The clock isn't changed.
  public func reset() { server.reset(seed: seed) }

  private static func find(
    _ name: String?, in script: SignInScript, _ secrets: [String: Secret], _ keyring: Keyring
  ) throws(SignInFailure) -> (org: SimulatedOkta, isDemo: Bool) {
    let orgs = script.program.orgs
    guard let name = name ?? (orgs.count == 1 ? orgs.keys.first : nil), let org = orgs[name] else {
      let names = orgs.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
      throw .configuration(
        name.map { "the script doesn't have the org `\($0)`" }
          ?? "the script has \(orgs.isEmpty ? "no org" : "several orgs")",
        help: orgs.isEmpty ? "write an org: `org acme { … }`" : "name one of \(names)")
    }
    let given = GivenValues(values: [:], secrets: secrets)
    let (found, diagnostics) = NamedOrg.make(
      org, in: script.program, script.sources(given), keyring)
    guard let found else { throw SignInFailure(ofOrg: diagnostics, masker: Masker()) }
    guard case .simulated(let simulated, _, _) = found, let okta = simulated as? SimulatedOkta
    else {
      throw .configuration(
        "the org `\(name)` isn't a simulated org of the Identity Engine",
        help: "sign in with `.simulated(org: \"\(name)\")`, which makes a new org for each run")
    }
    return (okta, org.script.source.name == DemoOrg.source.name)
  }
}

extension SimulatedOrg {
  /// The pushes of an org to its users' phones.
  ///
  /// A phone answers by itself as its settings say, after three seconds unless they say otherwise.
  /// With `push ignore`, or before that time, a test answers instead.
  public struct Pushes: Sendable {
    let server: OrgServer

    /// A push that waits for an answer.
    public struct Push: Sendable, Hashable {
      /// The login of its user.
      public let login: String
      /// The number that the user must find on the phone; `nil` if the push shows none.
      public let number: String?
      let signIn: Int
    }

    /// The pushes that wait, oldest first.
    public var waiting: [Push] {
      let state = server.state
      return server.org.view(of: state, now: server.now).pushes.map {
        Push(login: $0.login, number: $0.number, signIn: $0.signIn)
      }
    }

    /// Approves the waiting pushes.
    ///
    /// - Parameter login: The user; `nil` for every user.
    /// - Returns: The number of pushes that were approved.
    @discardableResult
    public func approve(_ login: String? = nil) -> Int { answer(login, approves: true) }

    /// Denies the waiting pushes.
    ///
    /// - Parameter login: The user; `nil` for every user.
    /// - Returns: The number of pushes that were denied.
    @discardableResult
    public func deny(_ login: String? = nil) -> Int { answer(login, approves: false) }

    private func answer(_ login: String?, approves: Bool) -> Int {
      let org = server.org
      return server.change { state, now in
        org.view(of: state, now: now).pushes
          .filter { login == nil || $0.login == login }
          .count { push in
            org.answerPush(of: push.signIn, approves: approves, state: &state, now: now)
          }
      }
    }
  }
}

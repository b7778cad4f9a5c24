package import FlowSimulation
import FlowText
package import FlowAuthenticators
package import FlowDiagnostics
package import FlowHTTP
import FlowEngine
package import FlowInterpreter
package import FlowScript
package import FlowSyntax
package import FlowTerminal
import OktaSimulator

/// The shared context of a command's flows, for `flow run` one by one and for `flow test` many at a
/// time.
package struct RunContext: Sendable {
  package typealias Fault = UsageFault

  package let options: RunOptions
  package let host: Host
  /// The profiles that every flow uses in addition to its own.
  package let profiles: [String]
  /// The paths of the command line.
  package let given: GivenPaths
  /// The org that the command line names.
  package private(set) var org: NamedOrg?
  /// The name of that org.
  package private(set) var orgName: String?
  /// The files of that org.
  private(set) var orgSources: [String] = []
  /// The files of the command line that every flow uses.
  package var sources: [String] { orgSources + (options.secretsFile.map { [$0] } ?? []) }
  /// All files that the command line has read.
  ///
  /// Outputs must not overwrite them.
  package var filesRead: [String] {
    let others = [options.configFile, options.caFile, options.passkeysFile, options.tokensFile]
    return sources + options.profiles.map(\.path) + others.compactMap { $0 }
  }
  /// The program of that org.
  package private(set) var orgProgram: Program?
  /// The passkeys of `--passkeys` and of the org of `--org`.
  package let keyring: Keyring
  package let network: Network
  /// The inbox of runs against a real issuer; `nil` if none is named.
  package let mailbox: Mailbox?
  /// The masker with every secret that was looked up.
  package let lookedUp = Masker()
  /// The one-time codes that were sent to a real issuer.
  private let sentCodes = SentCodes()

  package init(_ options: RunOptions, _ host: Host) throws(Fault) {
    self.options = options
    self.host = host
    let network = Network(host, caFile: options.caFile)
    self.network = network
    given = GivenPaths(options.files)
    let environment = options.childEnvironment(host.environment)
    if options.inboxes.isEmpty {
      mailbox = nil
    } else {
      do throws(PlainFailure) {
        mailbox = try Mailbox(
          options.inboxes, allowsCommands: options.allowsRun, environment: environment
        ) {
          network.transport()
        }
      } catch { throw Fault(error) }
    }
    keyring = try RunContext.keyring(options, host)
    var profiles: [String] = []
    for reference in options.profiles { profiles.append(try RunContext.name(of: reference)) }
    self.profiles = profiles
  }

  private static func keyring(_ options: RunOptions, _ host: Host) throws(Fault) -> Keyring {
    guard let path = options.passkeysFile else { return Keyring(randomBytes: host.randomBytes) }
    do throws(PlainFailure) {
      return try PasskeyFile.keyring(at: path, randomBytes: host.randomBytes)
    } catch {
      throw Fault(
        message: "`--passkeys`: \(path): \(error.message)", help: error.help.map { "\($0)" })
    }
  }

  /// Returns the profile of a file: the named one, or the only one.
  private static func name(of reference: RunOptions.ProfileReference) throws(Fault) -> String {
    guard let bytes = try? ScriptFiles.read(reference.path) else {
      throw Fault(
        message: "`--use`: there is no readable file `\(reference.path)`", help: nil)
    }
    let script = Script.parse(SourceFile(name: reference.path, bytes: bytes)).script
    let names = script.items.compactMap { item in
      if case .profile(let profile) = item { script.text(profile.name) } else { nil }
    }
    let path = reference.path
    if let name = reference.name {
      // The file may import it.
      let imports = script.items.contains { if case .importing = $0 { true } else { false } }
      guard names.contains(name) || imports else {
        throw Fault(
          message: "`\(path)` doesn't have the profile `\(name)`",
          help: Suggestion.nearest(name, among: names).first
            .map { "did you mean `\($0)`?" }
            ?? (names.isEmpty ? nil : "it has \(names.joined(separator: ", "))"))
      }
      return name
    }
    guard names.count == 1 else {
      throw Fault(
        message: names.isEmpty
          ? "`\(path)` doesn't have a profile" : "`\(path)` has \(names.count) profiles",
        help: names.first.map { "name one: `--use \(path):\($0)`" })
    }
    return names[0]
  }

  // MARK: Scripts

  /// The options for loading scripts.
  package var loadOptions: LoadedScript.Options {
    var load = LoadedScript.Options(orgs: host.engines.orgReader)
    load.profileFiles = options.profiles.map(\.path)
    load.profiles = profiles
    load.treeRoot = options.root
    load.variables = Array(options.variables.keys)
    load.sources = values(demo: false)
    load.readsFiles = true
    return load
  }

  /// The options for plans.
  package var planOptions: PlanOptions {
    var plan = host.engines.catalog.planOptions
    plan.profiles = profiles
    plan.variables = options.variables
    plan.promptsOtherwise = options.isInteractive
    return plan
  }

  /// Returns the sources of a flow's values.
  ///
  /// - Parameters:
  ///   - demo: Whether the built-in org's secrets are included.
  ///   - plan: The flow.
  /// - Returns: The sources. Scripts can read files only in the tree of the flow's script, or below
  ///   `--root` if it is given. They can't read files that the command itself uses, such as the
  ///   secrets file.
  package func sources(demo: Bool, of plan: RunPlan) -> ValueSources {
    let (root, script) = (options.root, plan.place.source.name)
    return values(demo: demo).reading { [root ?? ScriptTree.root(of: script)] }
  }

  /// Returns the variables and secrets for scripts.
  func values(demo: Bool) -> ValueSources {
    let environment = host.environment
    let permitted = options.permissions.variables
    var secrets = options.secrets
    // The file of secrets may contain credentials of this tool, which scripts may not read.
    for credential in OwnCredential.allCases { secrets[credential.rawValue] = nil }
    let (known, lookedUp) = (secrets, lookedUp)
    var sources = ValueSources(
      variable: { environment[$0] },
      secret: { name in known[name] ?? (demo ? DemoOrg.secrets[name] : nil) })
    sources.ownFiles = options.ownFiles
    sources.learn = { lookedUp.add($0) }
    sources.mayLeave = { permitted.allows($0) }
    return sources
  }

  /// Returns whether `--only` selects a flow, or a row of one.
  ///
  /// A row whose values are secrets is named by its number instead: `guess [••••••] #2`.
  ///
  /// - Parameters:
  ///   - name: The name with the row's values.
  ///   - row: The row's number, from 1.
  ///   - flow: The flow's own name.
  /// - Returns: Whether it is selected.
  package func isWanted(_ name: String, row: Int, of flow: String) -> Bool {
    options.only.isEmpty
      || options.only.contains { RunContext.fits($0, name, row: row, of: flow) }
  }

  /// Whether a name of `--only` matches a flow, or a row of one.
  package static func fits(_ only: String, _ name: String, row: Int, of flow: String) -> Bool {
    Glob.matches(name, only) || Glob.matches(flow, only)
      || (only.hasPrefix(flow + " ") && only.hasSuffix(" #\(row)"))
  }

  /// Returns the rows of a flow that `--only` selects; the flow itself if it has none.
  package func wanted(_ plans: [RunPlan], of flow: String) -> [RunPlan] {
    zip(1..., plans).filter { isWanted($1.name, row: $0, of: flow) }.map(\.1)
  }

  /// Returns the fault for a `--var` whose name occurs in no script, so that it would have no
  /// effect.
  ///
  /// - Parameters:
  ///   - unused: The names that occur in no script.
  ///   - names: The existing values.
  /// - Returns: The fault for the first; `nil` if there are none.
  package static func unused(_ unused: some Sequence<String>, among names: [String]) -> Fault? {
    guard let name = unused.min() else { return nil }
    return Fault(
      message: "`--var \(name)=…`: no script uses a value with this name",
      help: Suggestion.nearest(name, among: names).first
        .map { "did you mean `\($0)`?" })
  }

  /// Returns the fault for an `--only` that matches no flow.
  package static func noFlow(named only: String, among names: [String]) -> Fault {
    let help: TerminalText =
      Suggestion.nearest(only, among: names).first.map { "did you mean `\($0)`?" }
      ?? "there are \(names.count): \(names.prefix(3).joined(separator: ", "))"
    return Fault(message: "no flow is named `\(only)`", help: help)
  }

  // MARK: The org of the command line

  /// Loads the org of `--org`.
  ///
  /// - Returns: The diagnostics of its file.
  /// - Throws: `RunTrouble` if the org is missing or invalid.
  package mutating func loadOrg() throws(RunTrouble) -> [Diagnostic] {
    guard let (path, name) = options.org else { return [] }
    var load = LoadedScript.Options(orgs: host.engines.orgReader)
    load.requiresScript = true
    // The org may be in another tree than the script. `--root` extends both.
    let other = options.root
    load.sources = values(demo: true)
    load.readsFiles = true
    load.otherRoot = other
    let sources = load.sources.reading {
      [ScriptTree.root(of: path)] + (other.map { [$0] } ?? [])
    }
    let script = LoadedScript.load(path, options: load)
    orgSources = [path] + script.program.scripts.map(\.source.name)
    guard !script.hasErrors else { throw .problems(script.diagnostics) }
    let orgs = script.program.orgs
    guard let found = name.map({ orgs[$0] }) ?? (orgs.count == 1 ? orgs.values.first : nil) else {
      let names = orgs.keys.sorted()
      throw .commandLine(
        Fault(
          message: name.map { "`\(path)` doesn't have the org `\($0)`" }
            ?? (names.isEmpty
              ? "`\(path)` doesn't have an org" : "`\(path)` has several orgs"),
          help: names.isEmpty ? nil : "name one: \(names.joined(separator: ", "))"))
    }
    let (made, diagnostics) = NamedOrg.make(
      found, in: script.program, read: script.orgs, sources, keyring)
    guard let made else { throw .problems(script.diagnostics + diagnostics) }
    org = made
    orgProgram = script.program
    orgName = found.script.text(found.node.name)
    return script.diagnostics
  }

  // MARK: Runs

  /// Returns the environment of a run.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - target: The target of the run.
  ///   - connected: The connection to the target.
  ///   - keyring: The passkeys of the run.
  ///   - masker: Receives the secrets of the run.
  /// - Returns: The environment without a prompter and a receiver of events.
  package func environment(
    of plan: RunPlan, _ target: RunTarget, _ connected: Connection,
    _ keyring: Keyring, _ masker: Masker
  ) -> RunEnvironment {
    let sources = sources(demo: target.isDemo, of: plan)
    var environment = RunEnvironment(
      clock: connected.clock, deadline: options.timeout ?? RunEnvironment.usualDeadline,
      watchesRequests: connected.watchesRequests,
      sources: target.settings == nil ? sources : sources.leaving,
      totp: OneTimeCode.totp, inbox: connected.inbox ?? mailbox, passkeys: keyring,
      command: options.allowsRun ? command : nil,
      redirect: connected.browser, masker: masker)
    // A simulated org is new in each run, so only a real issuer needs this.
    if target.settings != nil { environment.sentCodes = sentCodes }
    return environment
  }

  // MARK: Permissions

  /// Merges the refusals of an org's settings with those of its flow, so that all variables that
  /// need permission are listed at once.
  func refusals(_ diagnostics: [Diagnostic], of plan: RunPlan, asks: Bool = false) -> [Diagnostic] {
    guard diagnostics.contains(where: { $0.kind == .envNotAllowed }) else { return diagnostics }
    let others = diagnostics.filter { $0.kind != .envNotAllowed }
    let all = plan.refusal(
      by: sources(demo: false, of: plan).leaving, asks: asks, and: diagnostics)
    return others + (all.map { [$0] } ?? [])
  }

  /// Checks, before the first request, that a flow may read all variables that it needs at a real
  /// issuer.
  ///
  /// - Throws: `RunTrouble`, with all variables that it may not read.
  package func checkVariables(of plan: RunPlan) throws(RunTrouble) {
    let sources = sources(demo: false, of: plan).leaving
    if let refusal = plan.refusal(by: sources, asks: false) { throw .problems([refusal]) }
  }

  /// Returns the issuer of a target, if only a script names it and nothing else allows its host.
  package func unallowedIssuer(of target: RunTarget) -> HTTPURL? {
    guard let issuer = target.settings?.issuer, issuer.origin.isOfScript else { return nil }
    let permissions = options.permissions
    let isAllowed = permissions.isLive(issuer.value) || permissions.isNamed(issuer.value)
    return isAllowed ? nil : issuer.value
  }
}

extension RunContext {
  /// Runs a program of a script, with few variables.
  private var command: CommandRunner? {
    guard let command = host.command else { return nil }
    let environment = options.childEnvironment(host.environment)
    return { (request) async throws(PlainFailure) in
      var request = request
      request.environment = environment
      return try await command(request)
    }
  }
}

/// The reason why a flow can't run, or why the tokens of one can't be used.
package enum RunTrouble: Error {
  /// A script, an org or a server has problems.
  case problems([Diagnostic])
  /// The command line is invalid.
  case commandLine(UsageFault)
}

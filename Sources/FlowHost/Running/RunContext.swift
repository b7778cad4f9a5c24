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

/// The values that the flows of a command share.
///
/// `flow run` runs them one after another, and `flow test` runs many at the same time.
package struct RunContext: Sendable {
  package typealias Fault = UsageFault

  package let options: RunOptions
  package let host: Host
  /// The names of the profiles that every flow uses in addition to its own.
  package let profiles: [String]
  /// The paths on the command line.
  package let given: GivenPaths
  /// The org that the command line names; `nil` if it names none.
  package private(set) var org: NamedOrg?
  /// The name of the command line's org.
  package private(set) var orgName: String?
  /// The paths of the files with the command line's org.
  private(set) var orgSources: [String] = []
  /// The paths of the files that every flow uses because of the command line.
  package var sources: [String] { orgSources + (options.secretsFile.map { [$0] } ?? []) }
  /// The paths of all files that the command reads because of the command line.
  ///
  /// Outputs must not overwrite them.
  package var filesRead: [String] {
    let others = [options.configFile, options.caFile, options.passkeysFile, options.tokensFile]
    return sources + options.profiles.map(\.path) + others.compactMap { $0 }
  }
  /// The program with the command line's org.
  package private(set) var orgProgram: Program?
  /// The passkeys in the file of `--passkeys`, and the passkeys of the users in the org of `--org`.
  package let keyring: Keyring
  package let network: Network
  /// The inbox for runs against a real issuer; `nil` if the user names none.
  package let mailbox: Mailbox?
  /// The masker that receives every secret that is looked up.
  package let lookedUp = Masker()
  /// The one-time codes that all runs have sent to a real issuer.
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

  /// Returns the name of the profile to use from a file.
  ///
  /// If the user doesn't name a profile, the result is the only profile in the file.
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
      // The profile may be in an imported file.
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

  /// Returns the sources for the values of a flow.
  ///
  /// - Parameters:
  ///   - demo: Whether the secrets of the built-in org are included.
  ///   - plan: The plan of the flow.
  /// - Returns: The sources. Scripts can read files only in the tree of the flow's script, and
  ///   below `--root` if it is given. They can't read files that the command itself uses, such as
  ///   the file of secrets.
  package func sources(demo: Bool, of plan: RunPlan) -> ValueSources {
    let (root, script) = (options.root, plan.place.source.name)
    return values(demo: demo).reading { [root ?? ScriptTree.root(of: script)] }
  }

  /// Returns the sources for the variables and secrets of scripts.
  func values(demo: Bool) -> ValueSources {
    let environment = host.environment
    let permitted = options.permissions.variables
    var secrets = options.secrets
    // The file of secrets may contain credentials of this tool. Scripts can't read those.
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

  /// Whether `--only` selects a flow or a row of it.
  ///
  /// A row whose values are secrets is selected by its number, as in `guess [••••••] #2`.
  ///
  /// - Parameters:
  ///   - name: The name of the flow, with the values of the row.
  ///   - row: The number of the row, from 1.
  ///   - flow: The name of the flow without a row.
  /// - Returns: Whether the flow or row is selected.
  package func isWanted(_ name: String, row: Int, of flow: String) -> Bool {
    options.only.isEmpty
      || options.only.contains { RunContext.fits($0, name, row: row, of: flow) }
  }

  /// Whether a value of `--only` matches a flow or a row of it.
  package static func fits(_ only: String, _ name: String, row: Int, of flow: String) -> Bool {
    Glob.matches(name, only) || Glob.matches(flow, only)
      || (only.hasPrefix(flow + " ") && only.hasSuffix(" #\(row)"))
  }

  /// Returns the rows of a flow that `--only` selects.
  package func wanted(_ plans: [RunPlan], of flow: String) -> [RunPlan] {
    zip(1..., plans).filter { isWanted($1.name, row: $0, of: flow) }.map(\.1)
  }

  /// Returns the fault for a `--var` that no script uses, so that it has no effect.
  ///
  /// - Parameters:
  ///   - unused: The names of the values that no script uses.
  ///   - names: The names of the values that exist, for a suggestion.
  /// - Returns: The fault for the first name; `nil` if there is none.
  package static func unused(_ unused: some Sequence<String>, among names: [String]) -> Fault? {
    guard let name = unused.min() else { return nil }
    return Fault(
      message: "`--var \(name)=…`: no script uses a value with this name",
      help: Suggestion.nearest(name, among: names).first
        .map { "did you mean `\($0)`?" })
  }

  /// Returns the fault for a value of `--only` that matches no flow.
  package static func noFlow(named only: String, among names: [String]) -> Fault {
    let help: TerminalText =
      Suggestion.nearest(only, among: names).first.map { "did you mean `\($0)`?" }
      ?? "there are \(names.count): \(names.prefix(3).joined(separator: ", "))"
    return Fault(message: "no flow is named `\(only)`", help: help)
  }

  // MARK: The org of the command line

  /// Loads the org that `--org` names.
  ///
  /// - Returns: The diagnostics of the org's file; empty without `--org`.
  /// - Throws: `RunTrouble` if the file has errors, or the org isn't in it or is invalid.
  package mutating func loadOrg() throws(RunTrouble) -> [Diagnostic] {
    guard let (path, name) = options.org else { return [] }
    var load = LoadedScript.Options(orgs: host.engines.orgReader)
    load.requiresScript = true
    // The org and the script may be in different trees. `--root` adds a folder to both.
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

  /// Returns the environment for a run.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - target: The target of the run.
  ///   - connected: The connection to the target.
  ///   - keyring: The passkeys of the run.
  ///   - masker: The masker that receives the secrets of the run.
  /// - Returns: The environment. It doesn't have a prompter or a receiver of events yet.
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
    // A simulated org is new in each run, so other runs can't have used its codes.
    if target.settings != nil { environment.sentCodes = sentCodes }
    return environment
  }

  // MARK: Permissions

  /// Combines the variables that an org's settings may not read with the variables that the flow
  /// may not read.
  ///
  /// So all refused variables are reported together.
  func refusals(_ diagnostics: [Diagnostic], of plan: RunPlan, asks: Bool = false) -> [Diagnostic] {
    guard diagnostics.contains(where: { $0.kind == .envNotAllowed }) else { return diagnostics }
    let others = diagnostics.filter { $0.kind != .envNotAllowed }
    let all = plan.refusal(
      by: sources(demo: false, of: plan).leaving, asks: asks, and: diagnostics)
    return others + (all.map { [$0] } ?? [])
  }

  /// Checks whether a flow may read all variables that it needs in a run against a real issuer.
  ///
  /// - Throws: `RunTrouble` that names all variables it may not read.
  package func checkVariables(of plan: RunPlan) throws(RunTrouble) {
    let sources = sources(demo: false, of: plan).leaving
    if let refusal = plan.refusal(by: sources, asks: false) { throw .problems([refusal]) }
  }

  /// Returns the issuer of a target if only a script names it, and no permission allows its host;
  /// otherwise `nil`.
  package func unallowedIssuer(of target: RunTarget) -> HTTPURL? {
    guard let issuer = target.settings?.issuer, issuer.origin.isOfScript else { return nil }
    let permissions = options.permissions
    let isAllowed = permissions.isLive(issuer.value) || permissions.isNamed(issuer.value)
    return isAllowed ? nil : issuer.value
  }
}

extension RunContext {
  /// Runs programs for scripts.
  ///
  /// The programs get only a few environment variables.
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

/// The reason why a flow can't run, or why a flow's tokens can't be used.
package enum RunTrouble: Error {
  /// A script, an org or a server has problems.
  case problems([Diagnostic])
  /// The command line is invalid.
  case commandLine(UsageFault)
}

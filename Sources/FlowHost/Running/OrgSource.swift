import FlowSimulation
import FlowText
package import FlowDiagnostics
import FlowAuthenticators
package import FlowEngine
import FlowInterpreter
import FlowScript
package import FlowTerminal
package import OktaSimulator
package import FlowSyntax

/// The simulated org that the command line selects.
package struct OrgChoice {
  /// The path of the org's file; `nil` for the built-in org.
  package var file: String?
  /// The text of the org if it is in memory; `nil` to read `file`.
  package var source: SourceFile?
  /// The files that `source` was made from; `nil` if problems are shown in `source` itself.
  package var origin: ScriptOrigin?
  /// The name of the org; `nil` for the only org in the file.
  package var name: String?
  /// The name of the app; `nil` for the only app of the org.
  package var app: String?
  package var secrets: [String: Secret] = [:]
  package var root: String?

  /// Selects an org.
  ///
  /// Without a file, the built-in org is selected.
  package init(
    file: String? = nil, name: String? = nil, secrets: [String: Secret] = [:], root: String? = nil
  ) {
    self.file = file
    self.name = name
    self.secrets = secrets
    self.root = root
  }
}

/// Loads the simulated org that the command line selects, and reports its problems.
package struct OrgSource {
  /// The org that was found.
  package struct Found {
    package var org: OktaSimulator.Org
    /// The org with all apps, if `org` is the org as the users of one app see it; otherwise `nil`.
    package var whole: OktaSimulator.Org?
    package var isBuiltIn: Bool
    /// The program with the org and its imports.
    package var program: Program
    /// The org in its script.
    package var located: Program.Located<FlowSyntax.Org>
    /// The users of the org.
    package var accounts: [Account]
    /// The warnings about names in claims, such as that the org doesn't have a zone.
    package var claimFaults: [String] = []
    /// The files that the script was made from; `nil` if the script is a file.
    package var origin: ScriptOrigin?
  }

  /// The login and the password of a user, for display.
  package struct Account {
    package var login: String
    /// The password; a mask if the script doesn't contain it as a literal; `nil` if the user
    /// doesn't have one.
    package var password: String?
  }

  private let options: OrgChoice
  /// The name of the command, such as `flow serve`, and what it does with an org, such as `served`.
  private let command: (name: String, done: String)
  private let host: Host
  private var problems: ProblemOutput

  package init(
    _ choice: OrgChoice, for command: (name: String, done: String), _ host: Host, style: Style
  ) {
    options = choice
    self.command = command
    self.host = host
    let masker = Masker()
    for secret in choice.secrets.values { masker.add(secret) }
    problems = ProblemOutput(output: host.errors, style: style, masker: masker)
  }

  /// Loads the org.
  ///
  /// If the org has errors, they are reported, and the result is `nil`.
  package mutating func find() throws(UsageFault) -> Found? {
    defer { problems.finish() }
    guard let path = options.source?.name ?? options.file else {
      let program = Program.load(DemoOrg.source).program
      return make(program.orgs[DemoOrg.name], of: program, [:], isBuiltIn: true)
    }
    var load = LoadedScript.Options(orgs: host.engines.orgReader)
    load.treeRoot = options.root
    load.sources = sources(of: path)
    // Missing values in other orgs of the file don't matter.
    load.checksValues = false
    let script =
      options.source.map { LoadedScript.load($0, options: load) }
      ?? LoadedScript.load(path, options: load)
    report(script.diagnostics)
    guard !script.hasErrors else { return nil }
    let orgs = script.program.orgs
    let names = orgs.filter {
      $0.value.node.address == nil && EngineCatalog.engine(of: $0.value) == EngineCatalog.usual
    }.keys.sorted()
    guard let name = options.name ?? (names.count == 1 ? names.first : nil) else {
      throw wrong(
        names.isEmpty
          ? "`\(path)` doesn't have a simulated org of the engine `\(EngineCatalog.usual)`"
          : "`\(path)` has several orgs",
        help: names.isEmpty
          ? "without a file, `\(command.name)` uses the built-in one"
          : "name one: \(names.joined(separator: ", "))")
    }
    guard let org = orgs[name] else {
      let nearest = Suggestion.nearest(name, among: names).first
      throw wrong(
        "`\(path)` doesn't have the org `\(name)`",
        help: nearest.map { "did you mean `\($0)`?" }
          ?? "it has \(names.isEmpty ? "no orgs" : names.joined(separator: ", "))")
    }
    guard org.node.address == nil else {
      throw wrong(
        "`\(name)` is a real issuer, not a simulated org",
        help: "an org without `at` is simulated")
    }
    let engine = EngineCatalog.engine(of: org)
    guard engine == EngineCatalog.usual else {
      throw wrong(
        "`\(name)` is an org of the engine `\(engine)`, which can't be \(command.done)",
        help: "flows of that engine run against it with `flow run`")
    }
    var found = make(org, of: script.program, script.orgs, isBuiltIn: false)
    found?.claimFaults = OrgSource.claimFaults(script)
    found?.origin = options.origin
    return found
  }

  /// The ids of warnings about a name that nothing has.
  private static let nameWarnings: Set = ["not-in-org", "unknown-subject"]

  /// Returns the warnings about names in the claims of a script.
  private static func claimFaults(_ script: LoadedScript) -> [String] {
    guard let root = script.program.scripts.first else { return [] }
    return script.diagnostics.filter { diagnostic in
      guard let place = diagnostic.place, place.source == root.source else { return false }
      return nameWarnings.contains(diagnostic.kind.id)
        && root.claims.contains {
          $0.range.start <= place.range.start && place.range.end <= $0.range.end
        }
    }.map(\.message)
  }

  /// Loads the org, as the users of an app see it if the command line names one.
  ///
  /// If the org has errors, they are reported, and the result is `nil`.
  ///
  /// - Parameter isRequired: Whether the command line must name one of several apps.
  /// - Returns: The org.
  /// - Throws: `UsageFault` if the org doesn't have the app, or if the app must be named.
  package mutating func find(app isRequired: Bool) throws(UsageFault) -> Found? {
    guard var found = try find() else { return nil }
    let names = found.org.apps.map(\.name)
    guard let name = options.app else {
      guard names.isEmpty || !isRequired else {
        throw wrong(
          "the org `\(found.org.name)` has several apps",
          help: "name one with `--app`: \(names.joined(separator: ", "))")
      }
      return found
    }
    guard let org = found.org.app(named: name) else {
      let nearest = Suggestion.nearest(name, among: names).first
      throw wrong(
        "the org `\(found.org.name)` doesn't have the app `\(name)`",
        help: nearest.map { "did you mean `\($0)`?" }
          ?? "it has \(names.isEmpty ? "a single app" : names.joined(separator: ", "))")
    }
    found.whole = found.org
    found.org = org
    return found
  }

  private func wrong(_ message: TerminalText, help: TerminalText?) -> UsageFault {
    UsageFault(message: message, help: help, status: .wrongScript)
  }

  private func sources(of path: String?) -> ValueSources {
    let environment = host.environment
    let (secrets, root) = (options.secrets, options.root)
    return ValueSources(
      variable: { environment[$0] }, secret: { secrets[$0] }
    ).reading { [root ?? ScriptTree.root(of: path ?? "-")] }
  }

  private mutating func report(_ diagnostics: [Diagnostic]) {
    problems.add(diagnostics.map { options.origin?.shown($0) ?? $0 })
  }

  private mutating func make(
    _ org: Program.Located<FlowSyntax.Org>?, of program: Program,
    _ read: [String: OrgReader.Reading], isBuiltIn: Bool
  ) -> Found? {
    guard let org else { return nil }
    let sources = sources(of: options.file)
    let keyring = Keyring(randomBytes: host.randomBytes)
    let (named, diagnostics) = NamedOrg.make(
      org, in: program, read: read, sources, keyring, among: host.engines)
    report(diagnostics)
    guard case .simulated(let built, _, _)? = named, let made = (built as? SimulatedOkta)?.org
    else { return nil }
    let settings = org.settings(sources: sources).settings
    return Found(
      org: made, isBuiltIn: isBuiltIn, program: program, located: org,
      accounts: settings.filter { $0.name == "user" }.compactMap { Account($0) })
  }
}

extension OrgSource.Account {
  /// Reads a `user` setting for display.
  fileprivate init?(_ setting: Setting) {
    guard case .text(let login)? = setting.values.first?.first?.kind else { return nil }
    self.login = login
    let value = setting.block?.first { $0.name == "password" }?.values.first?.first?.kind
    switch value {
    case .text(let text)?: password = text
    case nil: password = nil
    default: password = Secret.mask
    }
  }
}

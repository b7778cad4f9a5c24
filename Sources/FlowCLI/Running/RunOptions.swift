import FlowText
import FlowEngine
import FlowScript
import OktaSimulator
import FlowSyntax

/// What `flow run` was asked for, or `flow test` for each flow, read and checked.
struct RunOptions: Sendable {
  var files: [String] = []
  var only: [String] = []
  var variables: [String: String] = [:]
  var profiles: [ProfileReference] = []
  var secrets: [String: Secret] = [:]
  /// The file that these are from.
  private(set) var secretsFile: String?
  var timeout: Duration?
  /// When the simulated orgs' clock begins; `nil` for now.
  var time: OrgTime?
  /// What simulated orgs do wrong.
  var faults: [OktaSimulator.Fault] = []
  var org: (path: String, name: String?)?
  /// The org's name in the file of `--org` aside, whatever names a real issuer besides the script:
  /// options before the environment, that before the file of `--config`.
  var issuer = IssuerSettings()
  /// The first of the options that say something about an issuer; `nil` where none was given.
  var issuerOption: String?
  /// Where the tokens are kept.
  var tokensFile: String?
  /// Whether the tokens are revoked once they have come.
  var revokes = false
  /// The option that says what becomes of tokens; `nil` where none was given.
  var tokenOption: String? { tokensFile != nil ? "--tokens" : revokes ? "--revoke" : nil }
  /// Where passkeys are kept; `nil` where they last as long as a flow.
  var passkeysFile: String?
  /// The option that says where passkeys are kept, where there is one.
  var passkeyOption: String? { passkeysFile != nil ? "--passkeys" : nil }
  /// Where the traffic of a run is kept; `nil` where it isn't.
  var cassetteFile: String?
  /// Whether it is written over a file that already exists.
  var replacesCassette = false
  var caFile: String?
  /// Where an issuer's settings are read.
  var configFile: String?
  /// The files of secrets, tokens, passkeys and settings, which no script is given.
  var ownFiles: [String] { [secretsFile, tokensFile, passkeysFile, configFile].compactMap { $0 } }
  var root: String?
  var detail = RunConsole.Detail.usual
  var isJSON = false
  var isInteractive = false
  var takesInput = true
  /// Where the codes arrive that a real issuer sends.
  var inboxes: [String] = []
  /// Whether scripts, and an inbox, may run other programs.
  var allowsRun = false
  /// What was allowed outside of any script.
  private(set) var permissions = RunPermissions()

  /// The first of the options that say something about a simulated org; `nil` where none was given.
  var simulatedOption: String? { time != nil ? "--at" : faults.isEmpty ? nil : "--fault" }

  typealias Fault = ParsedArguments.Fault

  /// A file of profiles, and which of them is meant.
  struct ProfileReference: Sendable {
    var path: String
    var name: String?
  }

  /// Reads a command line, and the project's file.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - host: The environment, and where the project's file is.
  ///   - folder: The folder of another project that is run. Its file names the secrets if nothing
  ///     else does.
  /// - Throws: `Fault`.
  init(
    _ arguments: ParsedArguments, _ host: Host, project folder: String? = nil
  ) throws(Fault) {
    let environment = host.environment
    let project = try ProjectFile.read(host.projectFile)
    permissions = try RunPermissions(arguments, project)
    files = arguments.operands
    only = arguments.all("--only")
    for text in arguments.all("--var") {
      let (name, value) = try RunOptions.pair(text)
      variables[name] = value
    }
    profiles = arguments.all("--use").map { text in
      let (path, name) = RunOptions.fileAndName(text)
      return ProfileReference(path: path, name: name)
    }
    secretsFile = arguments.value("--secrets")
    if secretsFile == nil {
      secretsFile = project?.secretsFile
      if secretsFile == nil, let folder { secretsFile = try ProjectFile.secretsFile(of: folder) }
      if let secretsFile { SecretsFile.warn(of: secretsFile, host) }
    }
    try readSecrets()
    if let text = arguments.value("--timeout") { timeout = try RunOptions.duration(text) }
    if let text = arguments.value("--at") { time = try RunOptions.orgTime(text) }
    for text in arguments.all("--fault") { faults.append(try RunOptions.fault(text)) }
    org = arguments.value("--org").map(RunOptions.fileAndName)
    passkeysFile = arguments.value("--passkeys")
    caFile = arguments.value("--ca-file")
    configFile = arguments.value("--config")
    root = arguments.value("--root")
    // Where both are compared, each has its part.
    if !arguments.has("--compare") { try arguments.exclude("--issuer", "--org") }
    issuer = try RunOptions.issuer(arguments, environment, &permissions)
    issuerOption =
      (["--config"] + RunOptions.issuerOptions.map(\.option) + ["--ca-file", "--inbox"])
      .first(where: arguments.has)
    tokensFile = arguments.value("--tokens")
    revokes = arguments.has("--revoke")
    try arguments.exclude("--tokens", "--revoke")
    isJSON = arguments.has("--json")
    isInteractive = arguments.has("--interactive")
    takesInput = !arguments.has("--no-input")
    inboxes = arguments.all("--inbox")
    if inboxes.isEmpty, let text = environment["FLOW_INBOX"], !text.isEmpty { inboxes = [text] }
    allowsRun = arguments.has("--allow-run")
    try arguments.exclude("--interactive", "--no-input")
    try arguments.exclude("--quiet", "--trace")
    try arguments.exclude("--json", "--trace")
    if arguments.has("--quiet") { detail = .quiet }
    if arguments.has("--trace") { detail = .trace }
  }

  /// The variables of the programs that scripts and an inbox run.
  func childEnvironment(_ variables: [String: String]) -> [String: String] {
    ChildEnvironment.reduced(variables) { permissions.variables.names.contains($0) }
  }

  /// Reads the file of secrets, which may have changed.
  mutating func readSecrets() throws(Fault) {
    if let secretsFile { secrets = try RunOptions.readSecrets(secretsFile) }
  }

  private static func pair(_ text: String) throws(Fault) -> (String, String) {
    guard let mark = text.firstIndex(of: "="), mark != text.startIndex else {
      throw Fault(
        message: "`--var` takes `name=value`", help: "for example `--var who=jane@example.com`")
    }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  /// `FILE` or `FILE:NAME`; a colon that is part of the file's own name is not the last one.
  static func fileAndName(_ text: String) -> (path: String, name: String?) {
    guard let mark = text.lastIndex(of: ":"), mark != text.startIndex else { return (text, nil) }
    let name = text[text.index(after: mark)...]
    guard !name.isEmpty, !name.contains("/"), !name.contains("\\"), !name.hasSuffix(".flow") else {
      return (text, nil)
    }
    return (String(text[..<mark]), String(name))
  }

  static func readSecrets(_ path: String) throws(Fault) -> [String: Secret] {
    do {
      return try SecretsFile.read(try FileReader.read(path, limit: secretsBytesMax))
    } catch let fault as SecretsFile.Fault {
      throw Fault(
        message: "\(path.terminalSafe), line \(fault.line): \(fault.message)", help: nil)
    } catch let failure as FileReader.Failure {
      throw Fault(message: "\(path.terminalSafe): \(failure.words)", help: nil)
    } catch {
      throw Fault(message: "\(path.terminalSafe): can't be read", help: nil)
    }
  }

  /// The largest file of secrets: thousands of them.
  private static let secretsBytesMax = 1 << 20

  /// Reads what a simulated org does wrong.
  static func fault(_ text: String) throws(Fault) -> OktaSimulator.Fault {
    do throws(FaultProblem) { return try OktaSimulator.Fault(text) } catch {
      throw Fault(
        message: "`--fault \(text.terminalSafe)`: \(error.message.terminalSafe)",
        help: error.advice)
    }
  }

  private static func orgTime(_ text: String) throws(Fault) -> OrgTime {
    if let time = OrgTime(text) { return time }
    throw Fault(
      message: "`--at`: `\(text.terminalSafe)` is no time",
      help: "write `2026-12-01T09:00:00Z`, or a time from now: `+30d`, `-8h`")
  }

  /// Reads `500ms`, `30s`, `2m`, `1h`, `1d`.
  static func duration(_ text: String) throws(Fault) -> Duration {
    let milliseconds = WrittenDuration.fractional(text)
    if let milliseconds, milliseconds > 0, milliseconds < 1e12 {
      return .milliseconds(Int64(milliseconds))
    }
    throw Fault(
      message: "`\(text.terminalSafe)` is no duration",
      help: "write a number and ms, s, m, h or d: `30s`, `2m`")
  }

  private static let issuerOptions: [(option: String, setting: IssuerSettings.Name)] = [
    ("--issuer", .issuer), ("--client-id", .clientID), ("--redirect-uri", .redirectURI),
    ("--scopes", .scopes),
  ]

  /// What is said of an issuer outside the script.
  ///
  /// With `--org` the environment says nothing: an org of the command line is stronger.
  private static func issuer(
    _ arguments: ParsedArguments, _ environment: [String: String],
    _ permissions: inout RunPermissions
  ) throws(Fault) -> IssuerSettings {
    do throws(IssuerSettings.Fault) {
      var settings = IssuerSettings()
      if let path = arguments.value("--config") { settings = try IssuerFile.read(path) }
      permissions.name(settings)
      let variables = try IssuerSettings.environment(environment)
      permissions.name(variables)
      settings = settings.overlaid(by: variables)
      var options = IssuerSettings()
      for (option, setting) in issuerOptions {
        guard let text = arguments.value(option) else { continue }
        do throws(IssuerSettings.Fault) {
          try options.set(setting, text, from: .option(option))
        } catch {
          // The address names itself; the others say which option they were given to.
          let head = setting == .issuer ? "" : "`\(option)`: "
          throw IssuerSettings.Fault(message: head + error.message, help: error.help)
        }
      }
      permissions.name(options)
      return settings.overlaid(by: options)
    } catch {
      throw Fault(message: error.message, help: error.help)
    }
  }
}

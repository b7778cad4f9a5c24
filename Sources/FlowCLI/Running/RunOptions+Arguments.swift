import FlowHost
import FlowScript
import FlowSimulation
import FlowTerminal

extension RunOptions {
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
    self.init()
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

  private static func pair(_ text: String) throws(Fault) -> (String, String) {
    guard let mark = text.firstIndex(of: "="), mark != text.startIndex else {
      throw Fault(
        message: "`--var` takes `name=value`", help: "for example `--var who=jane@example.com`")
    }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  private static func orgTime(_ text: String) throws(Fault) -> OrgTime {
    if let time = OrgTime(text) { return time }
    throw Fault(
      message: "`--at`: `\(text.terminalSafe)` is no time",
      help: "write `2026-12-01T09:00:00Z`, or a time from now: `+30d`, `-8h`")
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

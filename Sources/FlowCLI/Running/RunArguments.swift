import FlowHost
import FlowScript
import FlowSimulation
import FlowTerminal
import FlowText

/// Reads the part of a command line that controls how flows run.
enum RunArguments {
  private typealias Fault = UsageFault

  /// Reads a command line, and the project's file.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - host: The environment, and the location of the project's file.
  ///   - folder: The folder of the project if it isn't the current one. The project's file may name
  ///     the default file of secrets.
  /// - Returns: The options.
  /// - Throws: `UsageFault`.
  static func options(
    _ arguments: ParsedArguments, _ host: Host, project folder: String? = nil
  ) throws(UsageFault) -> RunOptions {
    var options = RunOptions()
    let environment = host.environment
    let project = try ProjectFile.read(host.projectFile)
    options.permissions = try PermissionOptions.permissions(arguments, project)
    options.files = arguments.operands
    options.only = arguments.texts(SharedOptions.only)
    for text in arguments.texts(SharedOptions.variable) {
      let (name, value) = try pair(text)
      options.variables[name] = value
    }
    options.profiles = arguments.texts(SharedOptions.profile).map { text in
      let (path, name) = RunOptions.fileAndName(text)
      return RunOptions.ProfileReference(path: path, name: name)
    }
    options.secretsFile = try SecretsOption.path(arguments, project, host, folder: folder)
    try options.readSecrets()
    if let limit = try arguments.value(SharedOptions.timeout) { options.timeout = limit }
    if let start = try arguments.value(SharedOptions.time) { options.time = start }
    options.faults = try arguments.values(SharedOptions.fault)
    options.org = arguments.text(SharedOptions.org).map(RunOptions.fileAndName)
    options.passkeysFile = arguments.text(SharedOptions.passkeys)
    options.caFile = arguments.text(SharedOptions.caFile)
    options.configFile = arguments.text(SharedOptions.config)
    options.root = arguments.text(SharedOptions.root)
    // With `--compare`, the org and the issuer are both used.
    if !arguments.has(TestCommand.compare) {
      try arguments.exclude(SharedOptions.issuer, SharedOptions.org)
    }
    options.issuer = try issuer(arguments, environment, &options.permissions)
    options.issuerOption =
      ([SharedOptions.config] + issuerOptions.map(\.option)
      + [SharedOptions.caFile, SharedOptions.inbox])
      .first { arguments.has($0) }?.spec.name
    options.tokensFile = arguments.text(SharedOptions.tokens)
    options.revokes = arguments.has(RunCommand.revoke)
    try arguments.exclude(SharedOptions.tokens, RunCommand.revoke)
    options.isJSON = arguments.has(SharedOptions.json)
    options.isInteractive = arguments.has(RunCommand.interactive)
    options.takesInput = !arguments.has(RunCommand.noInput)
    options.inboxes = arguments.texts(SharedOptions.inbox)
    if options.inboxes.isEmpty, let text = environment["FLOW_INBOX"], !text.isEmpty {
      options.inboxes = [text]
    }
    options.allowsRun = arguments.has(SharedOptions.allowRun)
    try arguments.exclude(RunCommand.interactive, RunCommand.noInput)
    try arguments.exclude(SharedOptions.quiet, SharedOptions.trace)
    try arguments.exclude(SharedOptions.json, SharedOptions.trace)
    if arguments.has(SharedOptions.quiet) { options.detail = .quiet }
    if arguments.has(SharedOptions.trace) { options.detail = .trace }
    return options
  }

  private static func pair(_ text: String) throws(UsageFault) -> (String, String) {
    guard let mark = text.firstIndex(of: "="), mark != text.startIndex else {
      throw Fault(
        message: "`--var` takes `name=value`", help: "for example `--var who=jane@example.com`")
    }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  static func orgTime(_ text: String) throws(UsageFault) -> OrgTime {
    if let time = OrgTime(text) { return time }
    throw Fault(
      message: "`--at`: `\(text)` isn't a time",
      help: "write `2026-12-01T09:00:00Z`, or a time from now: `+30d`, `-8h`")
  }

  private static let issuerOptions: [(option: Option<String>, setting: IssuerSettings.Name)] = [
    (SharedOptions.issuer, .issuer), (SharedOptions.clientID, .clientID),
    (SharedOptions.redirectURI, .redirectURI), (SharedOptions.scopes, .scopes),
  ]

  /// Returns the issuer's settings that aren't in the script: from options, a file and the
  /// environment.
  ///
  /// With `--org` the environment is ignored, because the org on the command line has priority.
  private static func issuer(
    _ arguments: ParsedArguments, _ environment: [String: String],
    _ permissions: inout RunPermissions
  ) throws(UsageFault) -> IssuerSettings {
    do throws(PlainFailure) {
      var settings = IssuerSettings()
      if let path = arguments.text(SharedOptions.config) { settings = try IssuerFile.read(path) }
      permissions.name(settings)
      let variables = try IssuerSettings.environment(environment)
      permissions.name(variables)
      settings = settings.overlaid(by: variables)
      var options = IssuerSettings()
      for (option, setting) in issuerOptions {
        guard let text = arguments.text(option) else { continue }
        do throws(PlainFailure) {
          try options.set(setting, text, from: .option(option.spec.name))
        } catch {
          // The message for the issuer's address quotes it; the other messages need the name of the
          // option.
          let head = setting == .issuer ? "" : "`\(option.spec.name)`: "
          throw PlainFailure(head + error.message, help: error.help)
        }
      }
      permissions.name(options)
      return settings.overlaid(by: options)
    } catch {
      throw Fault(error)
    }
  }
}

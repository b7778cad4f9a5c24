import FlowScript
import FlowHTTP

/// What was allowed outside of any script: where flows may sign in, and what they may read there.
struct RunPermissions: Sendable {
  typealias Fault = ParsedArguments.Fault

  /// The hosts that `--live` names.
  private(set) var live: [AllowedHost] = []
  /// The hosts of the issuers that `--issuer`, FLOW_ISSUER and the file of `--config` name.
  private(set) var named: [AllowedHost] = []
  /// The variables that scripts may read.
  private(set) var variables = PermittedVariables()

  /// Nothing is allowed.
  init() {}

  /// Reads `--live` and `--env`, and takes the variables of the project's file.
  init(_ arguments: ParsedArguments, _ project: ProjectFile?) throws(Fault) {
    for text in arguments.all("--live") {
      guard !text.utf8.contains(UInt8(ascii: "/")) else {
        throw Fault(
          message: "`--live \(text.terminalSafe)`: a host has no `/` in it",
          help: "write the host alone: `--live acme.okta.com`")
      }
      guard let host = AllowedHost(text) else {
        // Not quoted: a password may stand there.
        throw Fault(
          message: "`--live`: this isn't a host, or a host and a port",
          help: "write `--live acme.okta.com`, or `--live 127.0.0.1:8080`")
      }
      live.append(host)
    }
    for text in arguments.all("--env") where !variables.add(text, by: .option) {
      // A value that was written with it is not quoted.
      let name = text.prefix { $0 != "=" }
      throw Fault(
        message: name.count < text.count
          ? "`--env` takes the name of a variable, without its value"
          : "`--env \(text.terminalSafe)`: this isn't the name of a variable",
        help: "for example `--env JANE_PASSWORD`")
    }
    for name in project?.variables ?? [] { _ = variables.add(name, by: .projectFile) }
  }

  /// Notes an issuer that the command line, the environment or a file of settings names.
  mutating func name(_ settings: IssuerSettings) {
    if let issuer = settings.issuer?.value { named.append(AllowedHost(of: issuer)) }
  }

  /// Whether `--live` names the host of an address.
  func isLive(_ url: HTTPURL) -> Bool { live.contains { $0.allows(url) } }

  /// Whether more than a script names the host of an address.
  func isNamed(_ url: HTTPURL) -> Bool { named.contains { $0.allows(url) } }
}

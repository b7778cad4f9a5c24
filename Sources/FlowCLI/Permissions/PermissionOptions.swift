import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal
import FlowText

/// The options that permit a run to use a real issuer and environment variables.
enum PermissionOptions {
  private typealias Fault = UsageFault

  /// Reads `--live` and `--env`, and adds the variables of the project's file.
  static func permissions(
    _ arguments: ParsedArguments, _ project: ProjectFile?
  ) throws(UsageFault) -> RunPermissions {
    var live: [AllowedHost] = []
    var variables = PermittedVariables()
    for text in arguments.texts(SharedOptions.live) {
      guard !text.utf8.contains(UInt8(ascii: "/")) else {
        throw Fault(
          message: "`--live \(text.displayedAddress)`: a host doesn't contain `/`",
          help: "write only the host: `--live acme.okta.com`")
      }
      guard let host = AllowedHost(text) else {
        // The text isn't quoted, because it may contain a password.
        throw Fault(
          message: "`--live`: this isn't a host, or a host and a port",
          help: "write `--live acme.okta.com`, or `--live 127.0.0.1:8080`")
      }
      live.append(host)
    }
    for text in arguments.texts(SharedOptions.environment) where !variables.add(text, by: .option) {
      // Only the name is quoted, because the text may contain a value.
      let name = text.prefix { $0 != "=" }
      if let own = OwnCredential(rawValue: String(name)) {
        throw Fault(
          message: "`--env` can't give scripts `\(own.rawValue)`, a credential of flow itself",
          help: "\(own.use)")
      }
      throw Fault(
        message: name.count < text.count
          ? "`--env` takes the name of a variable, without its value"
          : "`--env \(text)`: this isn't the name of a variable",
        help: "for example `--env JANE_PASSWORD`")
    }
    for name in project?.variables ?? [] { _ = variables.add(name, by: .projectFile) }
    return RunPermissions(live: live, variables: variables)
  }
}

import FlowEngine
import FlowHost
import FlowInterpreter
import FlowJOSE
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText
import OktaImport

/// What `flow pull` reads an org with: an API token, or the key of a service app.
struct PullCredential {
  private typealias Fault = UsageFault

  let credential: TenantCredential

  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments, _ host: Host) throws(UsageFault) {
    let (id, file) = (arguments.text(PullCommand.clientID), arguments.text(PullCommand.key))
    guard let id, let file else {
      guard id == nil, file == nil else {
        throw Fault(
          message: id == nil ? "`--client-id` is missing" : "`--key` is missing",
          help: "a service app needs both: `--client-id ID --key FILE`")
      }
      guard !arguments.has(PullCommand.dpop) else {
        throw Fault(
          message: "`--dpop` is for a service app", help: "add `--client-id ID --key FILE`")
      }
      credential = .apiToken(try PullCredential.token(arguments, host))
      return
    }
    guard arguments.text(PullCommand.token) == nil else {
      throw Fault(
        message: "`--token` and `--client-id` exclude each other",
        help: "use an API token or a service app")
    }
    guard !id.isEmpty, id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Fault(message: "`\(id)` isn't a client id", help: "it is one word, such as 0oa1abc")
    }
    let key = try KeyFile.read(
      file, of: PullCommand.key, help: "name the file with the private key of the service app"
    ) { bytes throws(WebKeyFailure) in try PrivateWebKey(file: bytes) }
    credential = .serviceApp(
      ServiceApp(
        clientID: id, key: key,
        requiresDPoP: arguments.has(PullCommand.dpop), randomBytes: host.randomBytes))
  }

  private static func token(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> Secret {
    let name = arguments.text(PullCommand.token) ?? OwnCredential.apiToken.rawValue
    let project = try ProjectFile.read(host.projectFile)
    var known: [String: Secret] = [:]
    if let path = try SecretsOption.path(arguments, project, host) {
      known = try RunOptions.readSecrets(path)
    }
    guard let secret = known[name] ?? host.environment[name].map({ Secret($0) }),
      !secret.reveal().isEmpty
    else {
      throw Fault(
        message: "the secret `\(name)` is missing",
        help: "set the variable `\(name)`, or write it into flow.env: `\(name)=…`; a service app "
          + "needs `--client-id` and `--key`")
    }
    guard secret.reveal().utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Fault(message: "`\(name)` isn't an API token", help: "it is one word without spaces")
    }
    return secret
  }
}

import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowServer
import FlowTerminal
import FlowText

/// `flow serve`: runs a simulated org as an HTTP server.
enum ServeCommand {
  static let port = Option(
    "--port", "N", "the port (8090); 0 for a free one", read: ServeOptions.port)
  static let host = Option(
    "--host", "ADDRESS", "listen at this address; 0.0.0.0 for every address",
    read: ServeOptions.host)
  static let issuer = Option(
    "--issuer", "URL", "the issuer for clients that use another address",
    read: ServeOptions.issuer)
  static let tls = Option(
    "--tls", "CERT KEY", valueCount: 2, "serve https with these PEM files (Linux)")
  static let serviceApp = Option(
    "--service-app", "ID KEY", valueCount: 2,
    "a client of the management API, with this public key (JWK)")
  static let dpop = Flag("--dpop", "the service app needs proofs of possession (DPoP)")
  static let seed = Option(
    "--seed", "N", "the same codes and handles at every start; not with --host",
    read: ServeOptions.seed)

  static let spec = CommandSpec(
    name: "serve", operands: "[FILE [ORG]]",
    summary: "serve a simulated org over HTTP, for an app under development",
    details: [
      "Serves the org of a file, or the built-in org, on this machine until you press Ctrl-C. The",
      "server has discovery, every step of a sign-in, and tokens. At each start, the server makes",
      "a new key, and signs the ID tokens with it. The page at / shows the inbox with its codes,",
      "the pushes to answer, the users and the sign-ins. On this page, you can also inject faults.",
      "",
      "The server listens at localhost, 127.0.0.1 and ::1. The issuer is the address that the",
      "client uses. With --host, the server listens at another address. Then other machines can",
      "read every code, and the command warns you. Web apps on this machine may use the server",
      "(CORS). All state is in memory, and is lost when the command ends.",
      "",
      "Programs control the server with a JSON API. GET /flow/api lists its requests, each with an",
      "example: messages, pushes to approve or deny, faults, the circumstances of the next",
      "sign-ins, users to lock, the clock, and a reset. The server also has Mailpit's API for",
      "emails: `flow run --inbox http://localhost:8090`. If other machines can reach the server",
      "(--host), programs need the key that the command prints.",
    ],
    operandCount: 0...2,
    options: [
      port,
      host,
      issuer,
      tls,
      serviceApp,
      dpop,
      SharedOptions.fault.described(as: "a fault of the org: 'challenge: 429'"),
      SharedOptions.secrets.described(as: "look up the org's secrets in this file"),
      seed,
      SharedOptions.root,
      SharedOptions.json.described(as: "print the address as one JSON object"),
    ],
    examples: [
      ("flow serve", "the built-in org, at http://localhost:8090/"),
      ("flow serve org.flow acme --port 0", "an org of a file, at a free port"),
      (
        "flow serve --fault 'challenge once: 429 retry-after 1'",
        "refuse the first answer to a challenge"
      ),
      ("flow serve --tls cert.pem key.pem", "for a client that insists on https"),
      (
        "flow serve --issuer http://10.0.2.2:8090/oauth2/default",
        "for an app in Android's emulator"
      ),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let (options, output, errors) = try read(arguments, host)
      var source = OrgSource(
        options.org, for: (name: "flow serve", done: "served"), host, style: errors)
      guard let found = try source.find() else { return .wrongScript }
      let service = try OrgService(found, options, host)
      defer { service.stop() }
      for warning in service.warnings { host.errors.print("flow: warning: \(warning)\n") }
      let announcement = ServeAnnouncement(found, service, style: output)
      if options.isJSON {
        host.output.write(announcement.json)
      } else {
        host.output.print(announcement.text)
      }
      // If the output has failed, the org's address couldn't be printed, so no client can use the
      // server.
      guard host.output.failure == nil else { return .serverFailed }
      await cancellation()
      return .success
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func read(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> (ServeOptions, output: Style, errors: Style) {
    (
      try ServeOptions(arguments, host),
      try ColorOption.style(host.output, arguments, host.environment),
      try ColorOption.style(host.errors, arguments, host.environment)
    )
  }

  /// Waits until the command is canceled.
  private static func cancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }
}

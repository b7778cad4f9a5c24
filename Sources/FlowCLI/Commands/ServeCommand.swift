import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowServer
import FlowTerminal
import FlowText

/// `flow serve`: a simulated org as a server.
enum ServeCommand {
  static let port = Option(
    "--port", "N", "the port (8090); 0 for a free one", read: ServeOptions.port)
  static let host = Option(
    "--host", "ADDRESS", "listen here; 0.0.0.0 for every address", read: ServeOptions.host)
  static let issuer = Option(
    "--issuer", "URL", "what clients call it, where another address leads here",
    read: ServeOptions.issuer)
  static let tls = Option(
    "--tls", "CERT KEY", valueCount: 2, "serve https with these PEM files (Linux)")
  static let seed = Option(
    "--seed", "N", "the same codes and handles at every start; not with --host",
    read: ServeOptions.seed)

  static let spec = CommandSpec(
    name: "serve", operands: "[FILE [ORG]]",
    summary: "serve a simulated org over HTTP, for an app under development",
    details: [
      "Serves the org of a file, or the built-in one, on this machine until Ctrl-C: discovery,",
      "every step of a sign-in, and tokens, their ID tokens signed by a key of this start.",
      "The page at / shows the inbox with its codes, pushes to answer, users and sign-ins, and",
      "takes faults: what the org does wrong from then on.",
      "",
      "It is to be had at localhost, 127.0.0.1 and ::1, and whichever of them a client uses is",
      "the issuer that it is told. With --host it listens at another address: then other",
      "machines can read every code, and it warns. Web apps of this machine may use it (CORS).",
      "What is begun there is kept in memory, and gone at the end.",
      "",
      "Programs drive it by JSON: GET /flow/api lists messages, pushes to approve or deny, faults,",
      "circumstances of coming sign-ins, users to lock, the clock and reset, each with an example.",
      "Mails are there as Mailpit has them: `flow run --inbox http://localhost:8090`. With --host",
      "beyond this machine, programs need the key that is printed.",
    ],
    operandCount: 0...2,
    options: [
      port,
      host,
      issuer,
      tls,
      SharedOptions.fault.described(as: "what the org does wrong: 'challenge: 429'"),
      SharedOptions.secrets.described(as: "look the org's secrets up in this file"),
      seed,
      SharedOptions.root,
      SharedOptions.json.described(as: "print where it is as one JSON object"),
    ],
    examples: [
      ("flow serve", "the built-in org, at http://localhost:8090/"),
      ("flow serve org.flow acme --port 0", "an org of a file, at a free port"),
      (
        "flow serve --fault 'challenge once: 429 retry-after 1'",
        "the first answer to a challenge is turned away"
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
      // Nobody is told where the org is.
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
      try ServeOptions(arguments), try ColorOption.style(host.output, arguments, host.environment),
      try ColorOption.style(host.errors, arguments, host.environment)
    )
  }

  /// Waits until the command is cancelled.
  private static func cancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }
}

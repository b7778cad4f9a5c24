import FlowEngine
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal
import FlowText
import OktaImport

/// `flow pull`: reads a real org from the Okta management API.
enum PullCommand {
  typealias Fault = UsageFault

  static let org = Option(
    "--org", "URL", "the address of the org: https://acme.okta.com", read: address)
  static let folder = Option(
    "--output", short: "-o", "DIR", "write into this folder (the name of the host)")
  static let token = Option(
    "--token", "NAME", "the secret with the API token (FLOW_API_TOKEN)")
  static let clientID = Option(
    "--client-id", "ID", "read as this service app, instead of with an API token")
  static let key = Option(
    "--key", "FILE", "the private key of the service app, as JSON (JWK) or PEM")
  static let dpop = Flag(
    "--dpop", "insist on tokens with proof of possession (automatic if the org requires them)")
  static let users = Option(
    "--users", "LOGIN,…", repeats: true, "also read these users, by login or id")
  static let groups = Option(
    "--groups", "NAME,…", repeats: true, "also read the members of these groups")
  static let sample = Option(
    "--sample", "N", "read N users of each class that rules distinguish (2); 0 for none",
    read: count)

  static let spec = CommandSpec(
    name: "pull", operands: "okta",
    summary: "read a real org from the Okta management API",
    details: [
      "Reads the policies, rules, apps, authenticators, zones, groups and some users of an org,",
      "for `flow import okta DIR`. Sends only GET requests, and only to this host. Nothing is",
      "changed. If the command is interrupted, run it again, and it continues. A list that the",
      "org refuses (403, 404) is a gap: run the command again when the list is permitted.",
      "",
      "The API token is a secret: a variable of the environment, or a line of `flow.env`. A",
      "read-only administrator can create it under Security > API > Tokens.",
      "",
      "Instead of a token, a service app can read the org: --client-id names it, and --key is the",
      "private key whose public key the app has (RS256, or ES256 with P-256; private_key_jwt). The",
      "only other request is then the POST to /oauth2/v1/token. The app needs an administrator",
      "role that can read, such as Read-only Administrator, and these scopes:",
      "okta.policies.read, okta.apps.read, okta.authenticators.read, okta.networkZones.read,",
      "okta.behaviors.read, okta.deviceAssurance.read, okta.idps.read, okta.userTypes.read,",
      "okta.groups.read and okta.users.read.",
      "",
      "For most rules, users are equal if they have the same groups, status, type, and attributes",
      "that expressions name. So the command reads few users of each such class, with what they",
      "have enrolled. --users and --groups read more. The files contain no secrets, and only you",
      "can read them (mode 0600). The command uses at most half of the requests that the org",
      "allows per minute.",
    ],
    operandCount: 1...1,
    options: [
      org, folder, token, clientID, key, dpop, users, groups, sample, SharedOptions.secrets,
      SharedOptions.force.described(as: "read everything again"),
      SharedOptions.quiet.described(as: "print no progress"),
    ],
    examples: [
      ("flow pull okta --org https://acme.okta.com", "into the folder acme.okta.com"),
      (
        "flow pull okta --org https://acme.okta.com --users ada@acme.com --sample 0",
        "with a single user"
      ),
      (
        "flow pull okta --org https://acme.okta.com --client-id 0oa1 --key app.pem",
        "as a service app, without an API token"
      ),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(Fault) {
      return try await pull(arguments, host)
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func pull(
    _ arguments: ParsedArguments, _ host: Host
  ) async throws(Fault) -> ExitStatus {
    guard arguments.operands[0] == "okta" else {
      throw Fault(
        message: "`flow pull` takes `okta`, not `\(arguments.operands[0])`", help: nil)
    }
    guard let origin = try arguments.value(org) else {
      throw Fault(
        message: "`--org` is missing", help: "write `flow pull okta --org https://acme.okta.com`")
    }
    let credential = try PullCredential(arguments, host).credential
    let path = arguments.text(folder) ?? origin.host
    let isAgain = arguments.has(SharedOptions.force)
    var choice = PullChoice()
    choice.users = list(arguments.texts(users))
    choice.groups = list(arguments.texts(groups))
    choice.sample = try arguments.value(sample) ?? PullChoice.usualSample
    let store = try PullFolder.prepared(path, of: origin, isAgain: isAgain)
    let isQuiet = arguments.has(SharedOptions.quiet)
    let network = Network(host, caFile: nil)
    let reader = TenantReader(
      origin, credential, network.transport(), host.clock,
      waits: { time in
        guard !isQuiet else { return }
        host.errors.print(
          "flow: waiting \(time.components.seconds) s: the org is busy, or its rate limit is used up\n"
        )
      })
    let pull = TenantPull(
      reader, into: store, choice,
      progress: { words in if !isQuiet { host.errors.print("flow: reading \(words)\n") } })
    let result: PullResult
    do throws(PullFailure) {
      result = try await pull.run()
      try store.finish(result)
    } catch {
      guard !Task.isCancelled else {
        host.errors.print("flow: interrupted: run the same command again, and it continues\n")
        return .interrupted
      }
      warn(aboutScopes: reader.missingScopes, host)
      throw Fault(
        message: "\(error.message)", help: error.help.map { "\($0)" }, status: .serverFailed)
    }
    warn(aboutScopes: reader.missingScopes, host)
    for name in result.missing {
      host.errors.print("flow: warning: the org didn't answer \(name): it is a gap\n")
    }
    if let sample = result.sample, !isQuiet { report(sample, host) }
    if !isQuiet { host.errors.print("flow: complete: `flow import okta \(path)` reads it\n") }
    host.output.print("\(path)\n")
    return .success
  }

  // MARK: Reports

  private static func warn(aboutScopes scopes: [String], _ host: Host) {
    guard !scopes.isEmpty else { return }
    host.errors.print(
      "flow: warning: the service app doesn't have the scopes \(scopes.joined(separator: ", ")): "
        + "grant them under Okta API Scopes of the app\n")
  }

  /// Prints by what the sample of users was chosen.
  private static func report(_ sample: PullResult.Sample, _ host: Host) {
    var reasons: [TerminalText] = ["status", "user type"]
    if sample.groups > 0 { reasons.insert("\(Prose.count(sample.groups, "group"))", at: 0) }
    if !sample.attributes.isEmpty {
      reasons.append("the attributes \(sample.attributes.joined(separator: ", "))")
    }
    host.errors.print(
      "flow: sampled \(sample.users) users of \(sample.classes) classes, by "
        + reasons.joined(separator: ", ") + "\n")
    if sample.leftOut > 0 {
      host.errors.print(
        "flow: warning: \(sample.leftOut) classes of users have no user in the sample\n")
    }
  }

  // MARK: Options

  private static func list(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func address(_ text: String) throws(Fault) -> HTTPURL {
    let whole = text.contains("://") ? text : "https://\(text)"
    guard let url = HTTPURL(whole), url.path == "/" || url.path.isEmpty, url.query == nil else {
      throw Fault(
        message: "`\(text)` isn't the address of an org", help: "write https://acme.okta.com")
    }
    guard url.scheme == .https || url.isLoopback else {
      throw Fault(message: "the token isn't sent over http", help: "write https://\(url.host)")
    }
    guard !url.host.contains("-admin.okta") else {
      throw Fault(
        message: "`\(url.host)` is the address of the console",
        help: "write https://\(url.host.replacing("-admin.okta", with: ".okta"))")
    }
    return url
  }

  private static func count(_ text: String) throws(Fault) -> Int {
    guard let number = Int(text), (0...10_000).contains(number) else {
      throw Fault(message: "`\(text)` isn't a number from 0 to 10000", help: nil)
    }
    return number
  }
}

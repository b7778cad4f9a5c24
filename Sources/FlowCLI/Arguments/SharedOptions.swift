import FlowHost
import FlowScript
import FlowSimulation
import FlowTerminal
import FlowTestRunner

/// The options that several commands have.
///
/// If an option has another effect on a command, the command replaces the line of help.
enum SharedOptions {
  // MARK: Every command

  static let color = Option(
    "--color", "WHEN", words: ["auto", "always", "never"],
    "color: auto (default), always or never")
  static let help = Flag("--help", short: "-h", "show this help")
  static let version = Flag("--version", short: "-V", "show the version")

  // MARK: Output

  static let json = Flag("--json", "print JSON: one object per flow, one per line")
  static let quiet = Flag("--quiet", short: "-q", "print only problems")
  static let trace = Flag("--trace", "print everything that was offered and tried")
  static let force = Flag("--force", "overwrite an existing file")
  static let output = Option("--output", short: "-o", "FILE", "write the output into this file")
  static let tokens = Option("--tokens", "FILE", "save the tokens in this file (mode 0600)")
  static let cassette = Option("--cassette", "FILE", "save the traffic in this file")
  static let write = Option("--write", "DIR", "write flows into this folder")
  static let report = Option(
    "--report", "KIND[:PATH]", repeats: true, words: ReportKind.allCases.map(\.rawValue),
    "write a report: " + ReportKind.allCases.map(\.rawValue).joined(separator: ", "))
  static let coverageMin = Option(
    "--coverage-min", "N", "fail with status 5 below N percent", read: TestOptions.percentage)

  // MARK: The run of flows

  static let only = Option(
    "--only", "NAME", repeats: true, "run only this flow; `*` matches any text")
  static let profile = Option(
    "--use", "FILE[:NAME]", repeats: true, "use a profile in every flow")
  static let variable = Option("--var", "NAME=VALUE", repeats: true, "give a name a value")
  static let app = Option("--app", "NAME", "the app to look at, if the org has several")
  static let secrets = Option("--secrets", "FILE", "also look up secrets in this file")
  static let passkeys = Option("--passkeys", "FILE", "store passkeys in this file (mode 0600)")
  static let timeout = Option(
    "--timeout", "TIME", "end a flow after this long (2m)", read: RunOptions.duration)
  /// The root folder from which imports and other files may be read.
  static let root = Option("--root", "DIR", "let scripts read files anywhere below this folder")

  // MARK: The simulated org

  static let org = Option("--org", "FILE[:NAME]", "run against this simulated org")
  static let time = Option(
    "--at", "TIME", "the simulated org's time: 2026-12-01T09:00:00Z, or +30d",
    read: RunArguments.orgTime)
  static let fault = Option(
    "--fault", "FAULT", repeats: true, "a fault of the simulated org: 'challenge: 429'",
    read: RunOptions.fault)

  /// The options of a simulated org.
  static let simulation: [any DeclaredOption] = [time, fault]

  // MARK: The issuer

  static let config = Option(
    "--config", "FILE", "the issuer's settings: JSON, or an app's Okta.plist")
  static let issuer = Option(
    "--issuer", "URL", "run against a real issuer: https://HOST/oauth2/default")
  static let clientID = Option("--client-id", "ID", "the app's client id")
  static let redirectURI = Option("--redirect-uri", "URI", "the app's redirect address")
  static let scopes = Option("--scopes", "LIST", "the scopes (openid profile)")
  /// The file of certificates to trust.
  static let caFile = Option("--ca-file", "FILE", "trust these certificates (PEM; Linux)")
  static let inbox = Option(
    "--inbox", "SOURCE", repeats: true,
    "the inbox for an issuer's codes: http://…, maildir:… or command:…")
  static let allowRun = Flag("--allow-run", "let scripts, and an inbox, run other programs")

  /// The options that choose the org or issuer for a run.
  static let counterparts: [any DeclaredOption] = [
    org, config, issuer, clientID, redirectURI, scopes, caFile, inbox, allowRun,
  ]

  static let live = Option(
    "--live", "HOST", repeats: true, "let flows sign in at this host of a real issuer")
  static let environment = Option(
    "--env", "NAME", repeats: true, "let scripts read this variable at a real issuer")

  /// The options that permit a run to use a real issuer and environment variables.
  static let permissions: [any DeclaredOption] = [live, environment]
}

import FlowTestRunner

/// The options of a run that `flow run` and `flow test` share.
extension OptionSpec {
  static let only = OptionSpec(
    name: "--only", value: "NAME", repeats: true,
    meaning: "run this flow alone; `*` stands for any text")
  static let profile = OptionSpec(
    name: "--use", value: "FILE[:NAME]", repeats: true, meaning: "use a profile in every flow")
  static let variable = OptionSpec(
    name: "--var", value: "NAME=VALUE", repeats: true, meaning: "give a name a value")
  static let secrets = OptionSpec(
    name: "--secrets", value: "FILE", meaning: "look secrets up in this file too")
  static let passkeys = OptionSpec(
    name: "--passkeys", value: "FILE", meaning: "keep passkeys in this file (mode 0600)")
  static let timeout = OptionSpec(
    name: "--timeout", value: "TIME", meaning: "end a flow after this long (2m)")

  static let org = OptionSpec(
    name: "--org", value: "FILE[:NAME]", meaning: "run against this simulated org")

  /// What is said of a simulated org.
  static let simulation = [
    OptionSpec(
      name: "--at", value: "TIME",
      meaning: "the simulated org's time: 2026-12-01T09:00:00Z, or +30d"),
    OptionSpec(
      name: "--fault", value: "FAULT", repeats: true,
      meaning: "what a simulated org does wrong: 'challenge: 429'"),
  ]

  /// What a run may do at a real issuer.
  static let permissions = [
    OptionSpec(
      name: "--live", value: "HOST", repeats: true,
      meaning: "let flows sign in at this host of a real issuer"),
    OptionSpec(
      name: "--env", value: "NAME", repeats: true,
      meaning: "let scripts read this variable at a real issuer"),
  ]

  /// What flows run against, and what they need of it.
  static let counterparts = [
    OptionSpec.org,
    OptionSpec(
      name: "--config", value: "FILE",
      meaning: "the issuer's settings: JSON, or an app's Okta.plist"),
    OptionSpec(
      name: "--issuer", value: "URL",
      meaning: "run against a real issuer: https://HOST/oauth2/default"),
    OptionSpec(name: "--client-id", value: "ID", meaning: "the app's client id"),
    OptionSpec(name: "--redirect-uri", value: "URI", meaning: "the app's redirect address"),
    OptionSpec(name: "--scopes", value: "LIST", meaning: "the scopes (openid profile)"),
    OptionSpec.caFile,
    OptionSpec(
      name: "--inbox", value: "SOURCE", repeats: true,
      meaning: "where an issuer's codes arrive: http://…, maildir:… or command:…"),
    OptionSpec(
      name: "--allow-run", meaning: "let scripts, and an inbox, run other programs"),
  ]

  /// The option of the commands that write reports.
  static let report = OptionSpec(
    name: "--report", value: "KIND[:PATH]", repeats: true,
    meaning: "write a report: " + ReportKind.allCases.map(\.rawValue).joined(separator: ", "),
    words: ReportKind.allCases.map(\.rawValue))

  static let append = OptionSpec(
    name: "--append", meaning: "add to the file of a json report, don't replace it")
}

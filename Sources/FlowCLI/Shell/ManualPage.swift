import FlowTerminal

/// The manual page of section 1, made from the declarations of the commands.
///
/// The page is written in the `man` macros of roff.
struct ManualPage {
  var commands: [CommandSpec]

  /// The environment variables that commands read.
  private static let variables: [(name: String, meaning: String)] = [
    ("FLOW_ISSUER", "the issuer of runs, unless an option names one"),
    ("FLOW_CLIENT_ID", "the app's client id"),
    ("FLOW_CLIENT_SECRET", "the app's client secret"),
    ("FLOW_REDIRECT_URI", "the app's redirect address"),
    ("FLOW_SCOPES", "the requested scopes"),
    ("FLOW_INBOX", "the inbox for an issuer's codes, as for --inbox"),
    ("HTTPS_PROXY", "the proxy for requests, never for this machine"),
    ("NO_PROXY", "the hosts that are contacted without a proxy"),
    ("NO_COLOR", "turns color off unless it is empty"),
  ]

  /// Paragraphs about what an untrusted script can do, and about what outputs mask.
  private static let security: [[String]] = [
    [
      "A script reads only scripts and files of its own tree: the checkout that it is in, else the",
      "current folder or its own folder, or the folder that --root names. A folder .git isn't part",
      "of the tree. It contacts only an issuer that you allowed outside of any script: by",
      "--issuer, --config, FLOW_ISSUER, --live HOST, or a yes to a question at the terminal, which",
      "lists what would be sent. At a real issuer it reads only the environment variables that",
      "--env NAME or flow.json names, and those that begin with FLOW_. The client secret and the",
      "API token of flow are never sent to an issuer that only a script names: --env and flow.json",
      "can't allow FLOW_CLIENT_SECRET, FLOW_API_TOKEN or FLOW_INBOX. A script starts programs only",
      "with --allow-run.",
      "Checking, formatting and exploring a script sends nothing. A link shows no line of a file",
      "that isn't a script.",
    ],
    [
      "Someone else's script can do this: against a simulated org, where nothing leaves the",
      "machine, it reads and prints any environment variable and any file of its tree, so its",
      "output may show one. It uses processor time and memory. At an issuer that you allow, it",
      "sends what it reads there.",
    ],
    [
      "These values are masked in every output: everything that comes from secret, fills a secret",
      "field, or is a token, a handle, a code, a code verifier, a nonce, a state or a session",
      "cookie. A value is found as it is, and in these forms: percent-encoded; as a form writes",
      "it; with HTML entities; with the escapes of JSON and of programming languages; with all of",
      "these mixed, up to three layers deep; in hexadecimal and in Base64, also of a longer text,",
      "and a short secret twice in Base64; in Base32; with invisible characters in between; and in",
      "other letter case, if it has eight bytes and isn't only letters.",
    ],
    [
      "These aren't masked: secrets of fewer than four bytes in a text, parts of a secret, Base32",
      "of a longer text, hexadecimal with separators, an encoded secret with spaces or line breaks",
      "in it, hexadecimal, Base32 or Base64 of a secret that is encoded already, hashes,",
      "encryption, compression, and other encodings.",
    ],
  ]

  /// The manual page.
  var text: String {
    var page = """
      .\\" Made by `flow man` from the tables of the command line.
      .TH FLOW 1 "" "flow \(version)" "User Commands"
      .SH NAME
      flow \\- run, check and test sign\\-in scripts
      .SH SYNOPSIS
      .B flow
      .I COMMAND
      .RI [ OPTIONS ]
      .RI [ ARGUMENTS ]
      .SH DESCRIPTION

      """
    page += prose([
      "A flow script defines the answers to the steps of a sign-in. flow runs scripts against a",
      "simulated org in its own process, or against a real issuer, and reports whether everything",
      "is as expected. Start with flow run FILE.flow: without an org it runs against a built-in",
      "one.",
    ])
    page += ".SH COMMANDS\n"
    for command in commands { page += section(command) }
    page += topics
    page += ".SH COMMON OPTIONS\n" + CommandSpec.common.map(option).joined()
    page += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases {
      page += ".TP\n.B \(status.rawValue)\n\(line(ManualPage.meaning(status)))\n"
    }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in ManualPage.variables {
      page += ".TP\n.B \(escaped(name))\n\(line(meaning))\n"
    }
    return page + ".SH SECURITY\n" + ManualPage.security.map(prose).joined(separator: ".PP\n")
  }

  private func section(_ command: CommandSpec) -> String {
    var text = ".SS flow \(escaped(command.name))\n"
    text += ".B flow \(escaped(command.name))\n"
    if !command.options.isEmpty { text += ".RI [ OPTIONS ]\n" }
    if !command.operands.isEmpty { text += ".I \(escaped(command.operands))\n" }
    text += ".PP\n" + line(ManualPage.sentence(command.summary)) + "\n"
    for paragraph in command.details.split(separator: "") {
      text += ".PP\n" + prose(Array(paragraph))
    }
    text += command.options.map { option($0.spec) }.joined()
    for example in command.examples {
      text += ".PP\n" + line(ManualPage.sentence(example.meaning)) + "\n"
      text += ".PP\n.RS 4\n.nf\n" + line(example.line) + "\n.fi\n.RE\n"
    }
    return text
  }

  private func option(_ option: OptionSpec) -> String {
    var head = "\\fB" + escaped(option.name) + "\\fR"
    if let short = option.short { head = "\\fB" + escaped(short) + "\\fR, " + head }
    if let value = option.value { head += " \\fI" + escaped(value) + "\\fR" }
    let repeats = option.repeats ? " (repeats)" : ""
    return ".TP\n\(head)\n\(line(option.meaning + repeats))\n"
  }

  /// Returns lines as a paragraph, or unchanged if they have columns.
  func prose(_ lines: [String]) -> String {
    let text = lines.map { line($0) + "\n" }.joined()
    return lines.contains { $0.contains("  ") } ? ".nf\n\(text).fi\n" : text
  }

  /// Returns a line of text, protected from being read as a roff request.
  func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Escapes roff's special characters, and writes other non-ASCII characters as numbers.
  func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "`": escaped += "\\(ga"
      case "'": escaped += "\\(aq"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
        escaped += "\\[u\(zeros)\(digits)]"
      }
    }
    return escaped
  }

  /// Returns a summary as a sentence.
  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func meaning(_ status: ExitStatus) -> String {
    switch status {
    case .success: "everything as expected"
    case .failed: "a flow failed, or a file isn't as required"
    case .wrongScript: "a script or an org is wrong, or lacks a value"
    case .serverFailed: "the server or the network failed, or the output can't be written"
    case .usage: "the command line is wrong"
    case .belowCoverage: "the coverage is below the minimum"
    case .interrupted: "interrupted; the transaction was canceled on the server first"
    case .outputClosed: "the output's reader has closed it"
    }
  }
}

import FlowTerminal

/// The manual page of section 1, made from the declarations of the commands.
///
/// The page is written in the `man` macros of roff.
struct ManualPage {
  var commands: [CommandSpec]

  /// The environment variables that commands read.
  private static let variables: [(name: String, meaning: String)] = [
    ("FLOW_ISSUER", "the issuer of runs, unless an option names another"),
    ("FLOW_CLIENT_ID", "the app's client id"),
    ("FLOW_CLIENT_SECRET", "the app's client secret"),
    ("FLOW_REDIRECT_URI", "the app's redirect address"),
    ("FLOW_SCOPES", "the requested scopes"),
    ("FLOW_INBOX", "the inbox for an issuer's codes, in the form of --inbox"),
    ("HTTPS_PROXY", "the proxy for requests to other machines"),
    ("NO_PROXY", "the hosts that are contacted without a proxy"),
    ("NO_COLOR", "turns color off unless it is empty"),
  ]

  /// Paragraphs about what an untrusted script can do, and about what outputs mask.
  private static let security: [[String]] = [
    [
      "A script reads only scripts and files in its own tree. The tree is the Git checkout that",
      "contains the script. Without a checkout, it is the current folder if the script is below",
      "it, or else the script's folder. --root DIR names another folder. A folder .git isn't part",
      "of the tree.",
    ],
    [
      "A script contacts only an issuer that you have allowed outside of any script: with",
      "--issuer, --config, FLOW_ISSUER or --live HOST, or with a yes at the terminal. The",
      "question lists what would be sent.",
    ],
    [
      "At a real issuer, a script reads only variables that --env NAME or flow.json names, and",
      "variables that begin with FLOW_. It never reads FLOW_CLIENT_SECRET, FLOW_API_TOKEN or",
      "FLOW_INBOX: --env and flow.json can't allow them. flow never sends its own client secret",
      "or API token to an issuer that only a script names.",
    ],
    [
      "A script starts programs only with --allow-run. Checking, formatting and exploring a",
      "script sends nothing.",
    ],
    [
      "What a script can still do:",
      "  - Against a simulated org, it can read and print any environment variable",
      "    and any file of its tree, so its output may show secrets. Nothing leaves",
      "    the machine.",
      "  - It can use processor time and memory.",
      "  - If you allow a host, it can send the data that it reads to that host.",
    ],
    [
      "If a path on the command line is a symbolic link, flow follows it only to a script. It",
      "shows no line of another file, and doesn't wait for a pipe behind a link. flow doesn't",
      "write a report or a cassette if a folder of its path is a link out of the tree.",
    ],
    [
      "These values are masked in every output: everything that comes from secret,",
      "every value of a secret field, and all tokens, handles, codes, code verifiers,",
      "nonces, states and session cookies. flow finds a value in these forms:",
      "  - as it is",
      "  - percent-encoded, as in a form, with HTML entities, or with the escapes of",
      "    JSON and of programming languages; also up to three layers of these",
      "  - in hexadecimal, also as part of a longer text",
      "  - in Base64, also as part of a longer text; a short secret also twice in Base64",
      "  - in Base32",
      "  - with invisible characters in between",
      "  - in other letter case, if it has eight bytes and isn't only letters",
    ],
    [
      "These aren't masked:",
      "  - secrets of fewer than four bytes in a text",
      "  - parts of a secret",
      "  - Base32 of a longer text",
      "  - hexadecimal with separators",
      "  - an encoded secret with spaces or line breaks in it",
      "  - hexadecimal, Base32 or Base64 of a secret that is already encoded",
      "  - hashes, encryption, compression, and other encodings",
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
    case .failed: "a flow failed, a file would change, or an analysis has findings"
    case .wrongScript: "a script or an org is wrong, or a value is missing"
    case .serverFailed: "the server or the network failed, or the output can't be written"
    case .usage: "the command line is wrong"
    case .belowCoverage: "the coverage is below the minimum"
    case .interrupted: "interrupted; the transaction was canceled on the server first"
    case .outputClosed: "the program that reads the output has closed it"
    }
  }
}

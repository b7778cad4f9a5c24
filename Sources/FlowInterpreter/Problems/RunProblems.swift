package import FlowDiagnostics
import FlowText

/// The problems of a run.
extension ProblemKind {
  package static let captcha = ProblemKind("captcha")
  package static let commandFailed = ProblemKind("command-failed", exit: .invalid)
  package static let deadline = ProblemKind("deadline")
  package static let envNotAllowed = ProblemKind("env-not-allowed", exit: .invalid)
  package static let expectationFailed = ProblemKind("expectation-failed")
  package static let idTokenUnchecked = ProblemKind("id-token-unchecked", .warning)
  package static let inboxEmpty = ProblemKind("inbox-empty")
  package static let inboxFailed = ProblemKind("inbox-failed", exit: .server)
  package static let inboxMissing = ProblemKind("inbox-missing", exit: .invalid)
  package static let missingValues = ProblemKind("missing-values", exit: .invalid)
  package static let noProgress = ProblemKind("no-progress")
  package static let noRule = ProblemKind("no-rule")
  package static let nobodyToAsk = ProblemKind("nobody-to-ask", exit: .invalid)
  package static let notOffered = ProblemKind("not-offered")
  package static let passkeyFailed = ProblemKind("passkey-failed")
  package static let passkeyMisplaced = ProblemKind("passkey-misplaced")
  package static let pollTimeout = ProblemKind("poll-timeout")
  package static let requiredField = ProblemKind("required-field")
  package static let ruleFailed = ProblemKind("rule-failed")
  package static let runNotAllowed = ProblemKind("run-not-allowed", exit: .invalid)
  package static let serverMessage = ProblemKind("server-message")
  package static let tooManySteps = ProblemKind("too-many-steps")
  package static let unexpectedAuthenticator = ProblemKind("unexpected-authenticator")
}

extension Problem {
  package static func captcha(name: String) -> Problem {
    Problem(
      .captcha,
      "a CAPTCHA\(name.isEmpty ? "" : ", \(Prose.ticked(name)),") blocks the run: "
        + "only a person in a browser can answer it",
      help: "turn it off for this app or network (Security > General > CAPTCHA), or give a test "
        + "token: "
        + "`answer captchaToken = secret NAME`")
  }

  package static func commandFailed(message: String) -> Problem {
    Problem(.commandFailed, message)
  }

  package static func deadline(after: String) -> Problem {
    Problem(
      .deadline, "the run timed out after \(after)",
      help: "allow more time with `--timeout`")
  }

  package static func envNotAllowed(_ texts: [String]) -> Problem {
    Problem(
      .envNotAllowed,
      "the script may not read "
        + Prose.list(texts.map(Prose.ticked), "and") + " at a real issuer",
      help: envHelp(texts), names: texts)
  }

  package static func expectationFailed(expected: String, actual: String) -> Problem {
    Problem(
      .expectationFailed,
      actual.isEmpty
        ? "expectation failed: \(expected)" : "expected \(expected), found \(actual)")
  }

  package static let idTokenUnchecked = Problem(
    .idTokenUnchecked, "the ID token's signature was not checked",
    help: "install OpenSSL's libcrypto (libssl3 on Debian and Ubuntu, openssl-libs on Fedora)")

  package static func inboxEmpty(channel: String) -> Problem {
    Problem(
      .inboxEmpty, "no new \(Problem.item(of: channel)) arrived for this step",
      help: "check that the org sends it, or ask the user: `prompt code`")
  }

  package static func inboxFailed(message: String) -> Problem {
    Problem(.inboxFailed, message)
  }

  package static func inboxMissing(channel: String) -> Problem {
    Problem(
      .inboxMissing,
      "no inbox is set for this step's \(Problem.item(of: channel))",
      help:
        "name a mailbox with `--inbox` or FLOW_INBOX (`--inbox http://127.0.0.1:8025`), or ask: "
        + "`prompt code`")
  }

  package static func missingValues(_ names: [String]) -> Problem {
    Problem(
      .missingValues,
      "\(names.count == 1 ? "a value is" : "values are") missing: \(Prose.list(names, "and"))",
      help: missingHelp(names))
  }

  package static let noProgress = Problem(
    .noProgress, "the run is in a loop",
    help: "give a rule `once`, or answer the step in another way")

  package static func noRule(step: String) -> Problem {
    Problem(
      .noRule, "no rule answers the step \(Prose.ticked(step))",
      help: "write a rule: `on \(step) …`")
  }

  package static func nobodyToAsk(field: String) -> Problem {
    Problem(
      .nobodyToAsk,
      "no one can be asked for "
        + (field.utf8.contains(UInt8(ascii: " ")) ? field : Prose.ticked(field)),
      help: "run it on a terminal, or answer with a value instead of `prompt`")
  }

  package static func notOffered(what: String) -> Problem {
    Problem(.notOffered, "this isn't offered: \(what)")
  }

  package static func passkeyFailed(message: String) -> Problem {
    Problem(.passkeyFailed, message)
  }

  package static func passkeyMisplaced(name: String) -> Problem {
    Problem(
      .passkeyMisplaced,
      "a passkey's challenge can be answered by \(Prose.ticked("passkey \(name)")), nothing else",
      help: "write `answer passkey = passkey \(name)` where the step asks for one")
  }

  package static func pollTimeout(after: String) -> Problem {
    Problem(
      .pollTimeout, "timed out after \(after)",
      help: "wait longer, or write a rule after it that answers after the timeout")
  }

  package static func requiredField(name: String) -> Problem {
    Problem(
      .requiredField,
      "the step can't be submitted without \(Prose.ticked(name))",
      help: "answer it too: `\(name) = …`")
  }

  package static func ruleFailed(message: String) -> Problem {
    Problem(.ruleFailed, message)
  }

  package static let runNotAllowed = Problem(
    .runNotAllowed,
    "this script isn't allowed to run a program",
    help: "if you trust the script, allow it with `--allow-run`")

  package static func serverMessage(message: String) -> Problem {
    Problem(
      .serverMessage, "the server says: \(message)",
      help: "to go on after a message, write a rule with `when message`")
  }

  package static func tooManySteps(limit: Int) -> Problem {
    Problem(
      .tooManySteps, "the run took more than \(Prose.count(limit, "step"))",
      help: "a sign-in takes fewer; add `once` to the rules that repeat")
  }

  package static func unexpectedAuthenticator(step: String) -> Problem {
    Problem(
      .unexpectedAuthenticator,
      "unexpected authenticator: the step \(Prose.ticked(step)) doesn't name one")
  }
}

extension Problem {
  /// Returns the noun for what a channel delivers, such as "email" for `email`.
  private static func item(of channel: String) -> String {
    switch channel {
    case "email": "email"
    case "sms": "text message"
    case "voice": "call"
    default: "item of the channel \(Prose.ticked(channel))"
    }
  }

  /// Returns the help for values that are missing.
  ///
  /// - Parameter texts: The look-ups as written, such as `secret NAME` and `env NAME`. A file that
  ///   can't be read has its own help.
  /// - Returns: The options and variables that provide the values; `nil` if no look-up needs help.
  private static func missingHelp(_ texts: [String]) -> String? {
    func names(_ kind: String) -> [String] {
      texts.filter { $0.hasPrefix(kind + " ") }.map { String($0.dropFirst(kind.count + 1)) }
    }
    func isScripts(_ name: String) -> Bool { OwnCredential(rawValue: name) == nil }
    let (secrets, variables) = (names("secret").filter(isScripts), names("env").filter(isScripts))
    let all = variables + secrets
    // No option lets a script read these, so the help describes how `flow` itself uses them.
    var parts = OwnCredential.allCases.filter { own in
      (names("secret") + names("env")).contains(own.rawValue)
    }.map(\.use)
    guard !all.isEmpty else { return parts.isEmpty ? nil : parts.joined(separator: "; ") }
    if !variables.isEmpty {
      let noun = variables.count == 1 ? "the variable" : "the variables"
      parts.append("set \(noun) \(Prose.and(variables))")
    }
    if !secrets.isEmpty {
      let lines = Prose.and(secrets.map { "\($0)=…" })
      let way = secrets.count == 1 ? "the variable" : "the variables"
      parts.append("write \(lines) into `flow.env` or a file for `--secrets FILE`, or set \(way)")
    }
    let options = all.prefix(Suggestion.wordsMax).map { "--env \($0)" }.joined(separator: " ")
    let more = all.count > Suggestion.wordsMax ? " …" : ""
    parts.append("at a real issuer a script reads variables only with `\(options)\(more)`")
    return parts.joined(separator: "; ")
  }

  /// Returns the help for variables that a script may not read.
  ///
  /// - Parameter texts: The look-ups as written: `env NAME`, `secret NAME`.
  /// - Returns: The options and the project setting that allow the variables. For credentials of
  ///   `flow` itself, it is their purpose.
  private static func envHelp(_ texts: [String]) -> String {
    var names: [String] = []
    var own: [OwnCredential] = []
    for text in texts {
      let name = text.split(separator: " ").last.map(String.init) ?? text
      if let credential = OwnCredential(rawValue: name) {
        if !own.contains(credential) { own.append(credential) }
      } else if !names.contains(name) {
        names.append(name)
      }
    }
    let uses = own.map(\.use)
    guard !names.isEmpty else { return uses.joined(separator: "; ") }
    let options = names.map { "--env \($0)" }.joined(separator: " ")
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let secrets = texts.contains { $0.hasPrefix("secret ") } ? "; `--secrets FILE` has secrets" : ""
    let allowed =
      "allow it with `\(options)`, or with `{\"env\": [\(list)]}` in `flow.json`" + secrets
    return ([allowed] + uses).joined(separator: "; ")
  }
}

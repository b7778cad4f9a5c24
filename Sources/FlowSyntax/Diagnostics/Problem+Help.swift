extension Problem {
  /// What to look at where a server refuses to begin.
  package static let settingsHelp =
    "check the issuer, the client id, the redirect URI and the scopes"

  /// What to do about it, where that doesn't depend on the place.
  public var help: String? {
    switch self {
    case .fileNotFound: "a path is taken from the folder that the command runs in"
    case .fileNotReadable: "name a script's file, or `-` for the standard input"
    case .fileTooLarge: "split it: `import` brings in profiles, orgs and values of other files"
    case .notAScript: "a script names only other scripts; their names end in `.flow`"
    case .notText, .notUTF8: "save the script as UTF-8 text"

    case .badEscape: "write `\\\"`, `\\\\`, `\\n`, `\\t`, `\\u{e9}` or `\\(name)`"
    case .malformedNumber: "write `3`, `1.5`, `500ms`, `2s`, `15m`, `8h` or `30d`"
    case .unknownCharacter(let text): Slip.help(for: text)
    case .unterminatedText:
      "close it with `\"` on its line; a text over several lines stands between `\"\"\"`"

    case .nestedTooDeep: "take it apart: name its parts with `let`, or write several rules"
    case .tooManyProblems: "mend these first, then check again"
    case .unclosedBrace: "write `}` where the block ends"
    case .unexpected(let found, let expected): Slip.help(found: found, expected: expected)
    case .unopenedBrace: "leave it out, or write the `{` that it closes"

    default: meaningHelp ?? runningHelp
    }
  }

  private var meaningHelp: String? {
    switch self {
    case .ambiguousField: "write its full name"
    case .badCommand:
      "write a program and its arguments: `run \"pass show work/okta\"`"
    case .badDate: "write year, month and day: `2026-12-31`"
    case .duplicateStatement: "leave one of them out"
    case .emptyFlow, .emptyScript:
      "write a rule, such as `on identify prompt identifier`, or `use` a profile"
    case .exposedSecret:
      "give it to a field that is a secret; where it is none itself, write `env NAME`"
    case .impossibleExpectation: "leave one of them out, or put them into flows of their own"
    case .importCycle: "move what both need into a third file"
    case .importNotReadable: "an import names one script"
    case .importMissing: "a path is taken from the folder of the file that imports it"
    case .multilineText:
      "begin and end the text on lines of its own, no line indented less than the closing quotes"
    case .notYet: "`flow explain not-yet` lists what runs and what doesn't"
    case .operatorMismatch:
      "`contains` looks into a text or a list, `matches` at a text; `<` and `>` compare numbers"
    case .profileCycle: "move what both need into a third profile"
    case .secretLiteral:
      "write `secret NAME`: it is read from the environment or from the file of `--secrets`"
    case .tooManyImports: "put what belongs together into one file"
    case .unreachableRule:
      "put it before the other, or give the other `once`, `up to N times` or `when …`"
    case .unsatisfiableFlow: "say `against` one of them, and give that one what the flow needs"
    case .unusedName: "use it, or leave it out"
    case .valueCycle: "give one of them a value of its own"
    default: Prose.didYouMean(nearestWords)
    }
  }

  /// The words that were probably meant in place of what is written, the nearest first.
  public var nearestWords: [String] {
    switch self {
    case .unknownEngine(_, let nearest), .unknownEvent(_, let nearest),
      .unknownFact(_, let nearest), .unknownIntent(_, let nearest),
      .unknownName(_, _, let nearest), .unknownParameter(_, let nearest),
      .unknownSetting(_, let nearest), .unknownStep(_, let nearest),
      .unknownSubject(_, let nearest), .notInOrg(_, _, _, let nearest):
      nearest
    case .unexpected(let found, let expected): Slip.words(found: found, expected: expected)
    case .unknownCharacter(let marks): Slip.words(for: marks)
    case .wrongWord(let found, let expected): Suggestion.nearest(found, among: expected)
    default: []
    }
  }

  private var runningHelp: String? {
    switch self {
    case .captcha:
      "turn it off for this app or network (Security > General > CAPTCHA), or give a test token: "
        + "`answer captchaToken = secret NAME`"
    case .compareDiffers: "mend the simulated org where the real one is right; import it anew"
    case .envNotAllowed(let texts): Problem.envHelp(texts)
    case .issuerNotAllowed(let host): "`--live \(host)` allows it"
    case .deadline: "give it longer with `--timeout`"
    case .idTokenUnchecked:
      "install OpenSSL's libcrypto (libssl3 on Debian and Ubuntu, openssl-libs on Fedora)"
    case .inboxEmpty: "see that the org sends it, or ask the person: `prompt code`"
    case .inboxMissing:
      "name a mailbox with `--inbox` or FLOW_INBOX (`--inbox http://127.0.0.1:8025`), or ask: "
        + "`prompt code`"
    case .knownFailureOver: "mend what fails, or write a later day where it has to wait"
    case .missingValues(let texts): Problem.missingHelp(texts)
    case .noProgress: "give a rule `once`, or answer the step in another way"
    case .nobodyToAsk: "run it on a terminal, or answer with a value instead of `prompt`"
    case .noRule(let step): "write a rule: `on \(step) …`"
    case .passkeyMisplaced(let name):
      "write `answer passkey = passkey \(name)` where the step asks for one"
    case .pollTimeout: "wait longer, or write a rule after it that answers when the time is over"
    case .replayDiffers: "where the flow is right, record it anew"
    case .requiredField(let name): "answer it too: `\(name) = …`"
    case .ruleDiffers: "the simulated org's rules are to be called and ordered as the real one's"
    case .runNotAllowed: "where you trust the script, allow it with `--allow-run`"
    case .serverMessage: "to go on after a message, write a rule with `when message`"
    case .responseMalformed: "check the issuer's address: something else may answer there"
    case .certificateRefused:
      "check the issuer; a certificate of your own, or of a company's proxy, is trusted with "
        + "`--ca-file`"
    case .redirectMismatch: "begin again, and follow the newest link"
    case .serverError: "try again later"
    case .serverLimit: "wait before the next try"
    case .serverRefused:
      Problem.settingsHelp + "; where the refusal is what is tested, write `expect refused`"
    case .serverUnreachable: "check the issuer's address and the network"
    case .tooManySteps: "a sign-in takes fewer; give the rules that repeat `once`"
    case .transactionExpired: "run it again"
    case .unexpectedPass: "take the line away: from now on the flow has to pass"
    default: nil
    }
  }
}

extension Problem {
  /// How values that are missing are given.
  ///
  /// - Parameter texts: The lookups as they are written, such as `secret NAME` and `env NAME`; the
  ///   reason why a file can't be read needs help of its own.
  /// - Returns: The options and variables; `nil` if no lookup is among them.
  fileprivate static func missingHelp(_ texts: [String]) -> String? {
    func names(_ kind: String) -> [String] {
      texts.filter { $0.hasPrefix(kind + " ") }.map { String($0.dropFirst(kind.count + 1)) }
    }
    let (secrets, variables) = (names("secret"), names("env"))
    let all = variables + secrets
    guard !all.isEmpty else { return nil }
    var parts: [String] = []
    if !variables.isEmpty {
      let noun = variables.count == 1 ? "the variable" : "the variables"
      parts.append("set \(noun) \(Prose.and(variables))")
    }
    if !secrets.isEmpty {
      let lines = Prose.and(secrets.map { "\($0)=…" })
      let way = secrets.count == 1 ? "the variable" : "the variables"
      parts.append("write \(lines) into a file and add `--secrets FILE`, or set \(way)")
    }
    let options = all.prefix(Suggestion.wordsMax).map { "--env \($0)" }.joined(separator: " ")
    let more = all.count > Suggestion.wordsMax ? " …" : ""
    parts.append("at a real issuer a script reads variables only with `\(options)\(more)`")
    return parts.joined(separator: "; ")
  }

  /// What allows a script to read variables.
  ///
  /// - Parameter texts: The lookups as they are written: `env NAME`, `secret NAME`.
  /// - Returns: The options and the project's file that allow them.
  fileprivate static func envHelp(_ texts: [String]) -> String {
    var names: [String] = []
    for text in texts {
      let name = text.split(separator: " ").last.map(String.init) ?? text
      if !names.contains(name) { names.append(name) }
    }
    let options = names.map { "--env \($0)" }.joined(separator: " ")
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let secrets = texts.contains { $0.hasPrefix("secret ") } ? "; `--secrets FILE` has secrets" : ""
    return "allow it with `\(options)`, or with `{\"env\": [\(list)]}` in `flow.json`" + secrets
  }
}

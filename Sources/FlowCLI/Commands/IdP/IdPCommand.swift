import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowText
import MobileIdPEngine

/// `flow idp`: single messages of the mobile identity provider flow, for who debugs an app.
enum IdPCommand {
  typealias Fault = UsageFault

  /// What is done with messages.
  enum Action: String, CaseIterable {
    case request, response, decode

    /// The options that it has, where an answer is built and where one is checked.
    func options(checks: Bool) -> [any DeclaredOption] {
      switch self {
      case .request:
        [
          to, clientID, callback, SharedOptions.scopes, loginHost, hint, appName, profile, bundle,
          save,
        ]
      case .response where checks:
        [
          IdPCommand.request, SharedOptions.issuer, tokenEndpoint, SharedOptions.tokens, timeout,
          SharedOptions.caFile, SharedOptions.json,
        ]
      case .response: [to, code, state, loginHost, errorCode, reason, description, profile, bundle]
      case .decode: [profile, SharedOptions.json]
      }
    }
  }

  static let to = Option("--to", "SCHEME", "the scheme of the receiving app")
  static let clientID = Option("--client-id", "KEY", "the client's consumer key")
  static let callback = Option("--callback", "URI", "the client's callback")
  static let loginHost = Option("--login-host", "HOST", "the host that is asked, or was")
  static let hint = Option("--hint", "ORG:USER", "the user that is wanted")
  static let appName = Option("--app-name", "NAME", "the client's name for a person")
  static let code = Option("--code", "CODE", "the code of an answer")
  static let state = Option("--state", "STATE", "the state of the request")
  static let errorCode = Option("--error", "CODE", "answer with an error: access_denied")
  static let reason = Option("--reason", "TEXT", "the error's reason")
  static let description = Option("--description", "TEXT", "the error's description")
  static let profile = Option(
    "--profile", "NAME", words: MessageProfile.allCases.map(\.rawValue),
    "strict (default), or ios as the SDK writes", read: readProfile)

  static let bundle = Flag("--bundle", "print the pairs of a bundle instead of a URL")
  static let save = Option("--save", "FILE", "keep the request here (mode 0600)")
  static let request = Option("--request", "FILE", "the request that is answered")
  static let timeout = SharedOptions.timeout.described(as: "how long it may take (30s)")
  static let tokenEndpoint = Option(
    "--token-endpoint", "URL", "exchange it here, whatever it is called")

  static let spec = CommandSpec(
    name: "idp", operands: "request|response|decode [URL]",
    summary: "build, check and decode messages of the mobile identity provider flow",
    details: [
      "`request` builds an authrequest with a fresh verifier and state, and prints its URL;",
      "--save keeps what the answer is held against, and its code redeemed with.",
      "`response` builds a provider's answer: --code, or --error. With a URL or a bundle and",
      "--request FILE it checks a real answer, and lists every rule that it breaks; with --issuer",
      "it exchanges the code, at the token endpoint that the issuer's description names, else",
      "where Salesforce has it.",
      "`decode` tells what a message is, what each parameter means, and all that is wrong with",
      "it. Codes and states are masked. `-` reads the standard input: a URL, or a bundle as",
      "Android has it: the command, then a line NAME=value each.",
    ],
    operandCount: 1...2,
    options: [
      to,
      clientID,
      callback,
      SharedOptions.scopes.described(as: "what the client asks for: api,web"),
      loginHost,
      hint,
      appName,
      code,
      state,
      errorCode,
      reason,
      description,
      profile,
      bundle,
      save,
      request,
      SharedOptions.issuer.described(as: "exchange the code at this issuer"),
      tokenEndpoint,
      SharedOptions.tokens.described(as: "keep the tokens here (mode 0600)"),
      timeout,
      SharedOptions.caFile,
      SharedOptions.json.described(as: "print JSON"),
    ],
    examples: [
      (
        "flow idp request --to idpapp --client-id KEY --callback spapp://done --scopes api "
          + "--login-host login.salesforce.com --save request.json",
        "a request to open on a device"
      ),
      (
        "flow idp response 'spapp://oauth2/v1.0/authresponse?code=…' --request request.json",
        "whether the answer is one"
      ),
      ("flow idp decode 'idpapp://oauth2/v1.0/authrequest?…'", "what an app has sent"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(Fault) {
      let action = try action(arguments.operands[0])
      let text = arguments.operands.count > 1 ? arguments.operands[1] : nil
      try check(arguments, action, checks: text != nil)
      switch action {
      case .request:
        if let text { throw extra(text) }
        return try IdPRequest.run(arguments, host)
      case .response:
        guard let text else { return try IdPRequest.answer(arguments, host) }
        return try await IdPAnswer.run(try IdPInput.read(text), arguments, host)
      case .decode:
        guard let text else {
          throw Fault(
            message: "`flow idp decode` needs a message",
            help: "write its URL behind it, or `-` for the standard input")
        }
        return try IdPDecode.run(try IdPInput.read(text), arguments, host)
      }
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func action(_ word: String) throws(Fault) -> Action {
    if let action = Action(rawValue: word) { return action }
    let names = Action.allCases.map(\.rawValue)
    var help: TerminalText? = Suggestion.nearest(word, among: names).first.map {
      "did you mean `flow idp \($0)`?"
    }
    if help == nil, word.contains("://") {
      help = "to look at a message, write `flow idp decode URL`"
    }
    throw Fault(
      message: "there is no `flow idp \(shown(word))`",
      help: help ?? "there are \(names.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// An error of a provider in a sentence: its code, its reason, and its description if that differs.
  static func shown(_ error: ErrorMessage) -> String {
    var parts = [error.code, error.shown]
    if !error.reason.isEmpty, error.description != error.reason {
      parts.append(shown(error.description))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A word of the command line as a message repeats it.
  static func shown(_ word: String) -> String {
    word.count > 80 ? word.prefix(80) + "…" : word
  }

  private static func extra(_ word: String) -> Fault {
    Fault(
      message: "`\(shown(word))` is one argument too many",
      help: "`flow idp --help` shows what it takes")
  }

  private static func check(
    _ arguments: ParsedArguments, _ action: Action, checks: Bool
  ) throws(Fault) {
    let own = action.options(checks: checks).map(\.spec.name)
    for option in spec.options where arguments.has(option) {
      let name = option.spec.name
      guard !own.contains(name) else { continue }
      let others = Action.response.options(checks: !checks)
      if action == .response, others.contains(where: { $0.spec.name == name }) {
        throw Fault(
          message: checks
            ? "`\(name)` builds an answer, and a URL is given to be checked"
            : "`\(name)` is for an answer that is checked, and no URL is given",
          help: checks
            ? "leave the URL out, or the option"
            : "write the answer's URL too, or `-` to read it, or a bundle")
      }
      throw Fault(
        message: "`\(name)` is not for `flow idp \(action.rawValue)`",
        help: "it has \(own.joined(separator: ", "))")
    }
  }

  // MARK: Values

  private static func readProfile(_ text: String) throws(Fault) -> MessageProfile {
    if let profile = MessageProfile(rawValue: text) { return profile }
    let names = MessageProfile.allCases.map(\.rawValue)
    throw Fault(
      message: "`--profile`: there is no profile `\(shown(text))`",
      help: Suggestion.nearest(text, among: names).first.map { "did you mean `\($0)`?" }
        ?? "there are \(names.map { "`\($0)`" }.joined(separator: " and "))")
  }

  /// Returns the value of an option; `nil` if it isn't given.
  static func value<Value>(
    _ option: Option<String>, _ arguments: ParsedArguments, _ what: String,
    _ parameter: MessageParameter?,
    _ read: (String) -> Value?
  ) throws(Fault) -> Value? {
    guard let text = arguments.text(option) else { return nil }
    if let value = read(text) { return value }
    let name = option.spec.name
    let isSecret = parameter?.isSecret ?? false
    throw Fault(
      message: isSecret || text.isEmpty
        ? "`\(name)` is no \(what)" : "`\(name)`: `\(shown(text))` is no \(what)",
      help: parameter.flatMap { ParameterAdvice($0, text).help }.map { "\($0)" })
  }

  /// Refuses a command line that lacks options, all at once.
  static func need(_ options: [any DeclaredOption], _ arguments: ParsedArguments, _ action: Action)
    throws(Fault)
  {
    let missing = options.filter { !arguments.has($0) }
    guard !missing.isEmpty else { return }
    let names = missing.map { "`\($0.spec.name) \($0.spec.value ?? "")`" }
    throw Fault(
      message: "`flow idp \(action.rawValue)` needs \(names.joined(separator: ", "))",
      help: spec.examples.first { $0.line.hasPrefix("flow idp \(action.rawValue)") }
        .map { "for example `\($0.line)`" })
  }
}

import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowText
import MobileIdPEngine

/// `flow idp`: builds and checks messages of the mobile identity provider flow, to debug an app.
enum IdPCommand {
  typealias Fault = UsageFault

  /// The actions of the command.
  enum Action: String, CaseIterable {
    case request, response, decode

    /// Returns the options of the action, which depend on whether `response` checks or builds an
    /// answer.
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
  static let loginHost = Option("--login-host", "HOST", "the host that gets the request")
  static let hint = Option("--hint", "ORG:USER", "the requested user")
  static let appName = Option("--app-name", "NAME", "the client's display name")
  static let code = Option("--code", "CODE", "the code of an answer")
  static let state = Option("--state", "STATE", "the state of the request")
  static let errorCode = Option("--error", "CODE", "answer with an error: access_denied")
  static let reason = Option("--reason", "TEXT", "the error's reason")
  static let description = Option("--description", "TEXT", "the error's description")
  static let profile = Option(
    "--profile", "NAME", words: MessageProfile.allCases.map(\.rawValue),
    "strict (default), or ios, as the SDK writes", read: readProfile)

  static let bundle = Flag("--bundle", "print the pairs of a bundle instead of a URL")
  static let save = Option("--save", "FILE", "save the request here (mode 0600)")
  static let request = Option("--request", "FILE", "the request of the answer")
  static let timeout = SharedOptions.timeout.described(as: "how long it may take (30s)")
  static let tokenEndpoint = Option(
    "--token-endpoint", "URL", "exchange the code at this URL")

  static let spec = CommandSpec(
    name: "idp", operands: "request|response|decode [URL]",
    summary: "build, check and decode messages of the mobile identity provider flow",
    details: [
      "`request` builds an authrequest with a fresh verifier and state, and prints its URL. --save",
      "stores the values that check the answer and redeem its code. `response` builds a provider's",
      "answer: --code, or --error. With a URL or a bundle and --request FILE it checks a real",
      "answer, and lists every broken rule. With --issuer it exchanges the code, at the token",
      "endpoint in the issuer's metadata, else at Salesforce's usual path.",
      "`decode` prints the type of a message, the meaning of each parameter, and every mistake.",
      "Codes and states are masked. `-` reads the standard input: a URL, or a bundle as on",
      "Android: the command, then one NAME=value per line.",
    ],
    operandCount: 1...2,
    options: [
      to,
      clientID,
      callback,
      SharedOptions.scopes.described(as: "the requested scopes: api,web"),
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
      SharedOptions.tokens.described(as: "save the tokens here (mode 0600)"),
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
        "check the answer"
      ),
      ("flow idp decode 'idpapp://oauth2/v1.0/authrequest?…'", "decode an app's message"),
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
            help: "add its URL, or `-` for the standard input")
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
      message: "unknown command `flow idp \(shown(word))`",
      help: help ?? "write one of \(names.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// Returns a provider's error as text: the code, the reason, and the description if it differs.
  static func shown(_ error: ErrorMessage) -> String {
    var parts = [error.code, error.shown]
    if !error.reason.isEmpty, error.description != error.reason {
      parts.append(shown(error.description))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns a word of the command line, cut to a length that fits into a message.
  static func shown(_ word: String) -> String {
    word.count > 80 ? word.prefix(80) + "…" : word
  }

  private static func extra(_ word: String) -> Fault {
    Fault(
      message: "`\(shown(word))` is an extra argument",
      help: "`flow idp --help` shows its arguments")
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
            ? "`\(name)` builds an answer, but a URL to check is given"
            : "`\(name)` is for checking an answer, but no URL is given",
          help: checks
            ? "leave the URL out, or the option"
            : "add the answer's URL or a bundle, or `-` to read it")
      }
      throw Fault(
        message: "`\(name)` isn't for `flow idp \(action.rawValue)`",
        help: "it has \(own.joined(separator: ", "))")
    }
  }

  // MARK: Values

  private static func readProfile(_ text: String) throws(Fault) -> MessageProfile {
    if let profile = MessageProfile(rawValue: text) { return profile }
    let names = MessageProfile.allCases.map(\.rawValue)
    throw Fault(
      message: "`--profile`: unknown profile `\(shown(text))`",
      help: Suggestion.nearest(text, among: names).first.map { "did you mean `\($0)`?" }
        ?? "write one of \(names.map { "`\($0)`" }.joined(separator: " and "))")
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
        ? "`\(name)` isn't a \(what)" : "`\(name)`: `\(shown(text))` isn't a \(what)",
      help: parameter.flatMap { ParameterAdvice($0, text).help }.map { "\($0)" })
  }

  /// Throws a fault that names all missing options at once.
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

import FlowEngine
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal
import FlowText
import MobileIdPEngine

/// Builds messages for `flow idp request`, and for `flow idp response` without a URL.
enum IdPRequest {
  typealias Fault = UsageFault

  // MARK: Requests

  static func run(_ arguments: ParsedArguments, _ host: Host) throws(Fault) -> ExitStatus {
    try IdPCommand.need(
      [
        IdPCommand.to, IdPCommand.clientID, IdPCommand.callback, SharedOptions.scopes,
        IdPCommand.loginHost,
      ], arguments, .request)
    let profile = try arguments.value(IdPCommand.profile) ?? .strict
    let scheme = try scheme(arguments)
    let (request, pending) = try request(arguments, host, profile)
    guard request.callback.scheme != scheme else {
      throw Fault(
        message: "`--callback` and `--to` have the same scheme: the provider would get the answer",
        help: "each app has its own scheme (K4)")
    }
    let text = try written(.authRequest(request), to: scheme, profile, arguments)
    if let path = arguments.text(IdPCommand.save) {
      do throws(PlainFailure) { try SavedRequest(pending).write(to: path) } catch {
        host.errors.print(
          usage(Fault(message: "\(path) can't be written: \(error.message)")))
        return .serverFailed
      }
    } else {
      host.errors.print(
        "flow: warning: without --save FILE the verifier isn't saved: the answer's code can't be "
          + "redeemed\n")
    }
    if profile == .ios {
      host.errors.print(
        "flow: warning: the iOS SDK sends no state: nothing ties an answer to this request\n")
    }
    host.output.write(text)
    return .success
  }

  private static func request(
    _ arguments: ParsedArguments, _ host: Host, _ profile: MessageProfile
  ) throws(Fault) -> (AuthRequest, PendingRequest) {
    let clientID = try IdPCommand.value(IdPCommand.clientID, arguments, "consumer key", .clientID) {
      $0.isEmpty || $0.utf8.count > MessageLimits.clientIDBytes ? nil : $0
    }
    let callback = try IdPCommand.value(
      IdPCommand.callback, arguments, "callback of an app", .redirectURI
    ) { CallbackURI($0).flatMap { $0.scheme.isShared ? nil : $0 } }
    let scopes = try IdPCommand.value(
      SharedOptions.scopes, arguments, "list of scopes", .scopes, ScopeList.init(message:))
    let loginHost = try IdPCommand.value(
      IdPCommand.loginHost, arguments, "bare host", .loginHost, LoginHost.init)
    let hint = try IdPCommand.value(IdPCommand.hint, arguments, "user's hint", .userHint) {
      UserHint($0)
    }
    let name = try IdPCommand.value(IdPCommand.appName, arguments, "name for a person", .appName) {
      $0.isEmpty || $0.utf8.count > MessageLimits.textBytes ? nil : $0
    }
    guard let clientID, let callback, let scopes, let loginHost,
      let verifier = CodeVerifier(randomBytes: host.randomBytes(CodeVerifier.byteCount))
    else { throw Fault(message: "there are not enough random bytes", help: nil) }
    let state =
      profile == .ios ? nil : Secret(Base64URL.encode(host.randomBytes(IdPRequest.stateBytes)))
    let request = AuthRequest(
      clientID: clientID, challenge: verifier.challenge, callback: callback, scopes: scopes,
      userHint: hint, loginHost: loginHost, state: state, appName: name)
    let pending = PendingRequest(
      clientID: clientID, callback: callback, verifier: verifier, state: state,
      loginHost: loginHost, profile: profile)
    return (request, pending)
  }

  /// The number of random bytes in a `state`; 256 bits can't be guessed.
  private static let stateBytes = 32

  // MARK: Answers

  static func answer(_ arguments: ParsedArguments, _ host: Host) throws(Fault) -> ExitStatus {
    guard arguments.has(IdPCommand.code) || arguments.has(IdPCommand.errorCode) else {
      throw Fault(
        message: "`flow idp response` needs `--code CODE`, `--error CODE`, or a URL to check",
        help: IdPCommand.spec.examples.first { $0.line.hasPrefix("flow idp response") }
          .map { "for example `\($0.line)`" })
    }
    try arguments.exclude(IdPCommand.code, IdPCommand.errorCode)
    try arguments.exclude(IdPCommand.code, IdPCommand.reason)
    try arguments.exclude(IdPCommand.code, IdPCommand.description)
    try arguments.exclude(IdPCommand.errorCode, IdPCommand.loginHost)
    let profile = try arguments.value(IdPCommand.profile) ?? .strict
    var needed: [any DeclaredOption] = [IdPCommand.to]
    if profile == .strict {
      needed.append(IdPCommand.state)
      if arguments.has(IdPCommand.code) { needed.append(IdPCommand.loginHost) }
    }
    try IdPCommand.need(needed, arguments, .response)
    let scheme = try scheme(arguments)
    let state = try handle(IdPCommand.state, arguments, "state")
    let message: AppMessage
    if let code = try handle(IdPCommand.code, arguments, "code") {
      let loginHost = try IdPCommand.value(
        IdPCommand.loginHost, arguments, "bare host", .loginHost, LoginHost.init)
      message = .authResponse(AuthResponse(code: code, state: state, loginHost: loginHost))
    } else {
      let code = try IdPCommand.value(
        IdPCommand.errorCode, arguments, "word of an error", .errorCode
      ) {
        $0.isEmpty || $0.utf8.count > MessageLimits.textBytes ? nil : $0
      }
      let known = code.flatMap(ErrorMessage.Code.init(rawValue:))
      message = .error(
        ErrorMessage(
          code ?? "", description: try text(IdPCommand.description, arguments) ?? "",
          reason: try text(IdPCommand.reason, arguments) ?? known?.reason ?? "", state: state))
    }
    host.output.write(try written(message, to: scheme, profile, arguments))
    return .success
  }

  /// Returns the text of an option for an error message.
  ///
  /// A text that is too long for a message is refused, not cut.
  private static func text(
    _ option: Option<String>, _ arguments: ParsedArguments
  ) throws(Fault) -> String? {
    try IdPCommand.value(
      option, arguments, "text of a message: it has more than \(MessageLimits.textBytes) bytes", nil
    ) { $0.utf8.count > MessageLimits.textBytes ? nil : $0 }
  }

  private static func handle(
    _ option: Option<String>, _ arguments: ParsedArguments, _ what: String
  ) throws(Fault) -> Secret? {
    try IdPCommand.value(
      option, arguments, "\(what): it is empty, or longer than \(MessageLimits.handleBytes) bytes",
      .code
    ) { $0.isEmpty || $0.utf8.count > MessageLimits.handleBytes ? nil : Secret($0) }
  }

  // MARK: What both have

  private static func scheme(_ arguments: ParsedArguments) throws(Fault) -> URLScheme {
    let text = arguments.text(IdPCommand.to) ?? ""
    if let scheme = URLScheme(text), !scheme.isShared { return scheme }
    let bare = text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
    let help: TerminalText =
      URLScheme(text) != nil
      ? "a browser opens it: an app has its own scheme"
      : URLScheme(bare).map { "write only the scheme: `\($0)`" }
        ?? "a scheme is a word such as `sampleidpapp`"
    throw Fault(message: "`--to`: `\(IdPCommand.shown(text))` isn't an app's scheme", help: help)
  }

  private static func written(
    _ message: AppMessage, to scheme: URLScheme, _ profile: MessageProfile,
    _ arguments: ParsedArguments
  ) throws(Fault) -> String {
    do throws(MessageFault) {
      guard arguments.has(IdPCommand.bundle) else {
        return try message.url(to: scheme, profile).reveal() + "\n"
      }
      let bundle = try message.bundle(profile)
      let lines = bundle.entries.map { "\($0.name)=\($0.value.reveal())" }
      // Each pair is printed on a line, so a value with a line break is refused, although a bundle
      // may contain one.
      guard !lines.contains(where: { $0.contains(where: \.isNewline) }) else {
        throw MessageFault(.malformed, rule: "a value with a line break can't be printed as a line")
      }
      return ([bundle.command] + lines).joined(separator: "\n") + "\n"
    } catch {
      throw Fault(message: "the message can't be written: \(error)", help: nil)
    }
  }
}

import FlowDiagnostics
import FlowEngine
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText
import IDXEngine
import MobileIdPEngine

/// `flow idp response URL`: checks a real answer of a provider, and exchanges its code.
struct IdPAnswer {
  typealias Fault = UsageFault

  private let check: AnswerCheck
  private let request: PendingRequest
  private let arguments: ParsedArguments
  private let host: Host
  private let style: Style

  /// The default time limit of an exchange.
  private static let usualTimeout = Duration.seconds(30)

  /// Where to exchange the code: an issuer, or a token endpoint.
  private enum Server {
    case issuer(HTTPURL)
    case endpoint(HTTPURL, issuer: HTTPURL)

    /// The issuer of the tokens.
    var issuer: HTTPURL {
      switch self {
      case .issuer(let url): url
      case .endpoint(_, let issuer): issuer
      }
    }
  }

  static func run(
    _ bytes: [UInt8], _ arguments: ParsedArguments, _ host: Host
  ) async throws(Fault) -> ExitStatus {
    guard let path = arguments.text(IdPCommand.request) else {
      throw Fault(
        message: "`--request` is missing",
        help: "name the file that `flow idp request --save` wrote")
    }
    let style = try ColorOption.style(host.output, arguments, host.environment)
    let server = try server(arguments)
    let timeout = try arguments.value(IdPCommand.timeout)
    if server == nil {
      let others: [any DeclaredOption] = [
        SharedOptions.tokens, IdPCommand.timeout, SharedOptions.caFile,
      ]
      for option in others where arguments.has(option) {
        throw Fault(
          message: "`\(option.spec.name)` is for an exchange, but no server is named",
          help: "also write `--issuer URL`")
      }
    }
    let network = Network(host, caFile: arguments.text(SharedOptions.caFile))
    try network.check()
    let saved: SavedRequest
    do throws(PlainFailure) { saved = try SavedRequest(contentsOf: path) } catch {
      throw Fault(message: "\(path): \(error.message)", help: nil)
    }
    let answer = IdPAnswer(
      check: try check(bytes, saved.request), request: saved.request, arguments: arguments,
      host: host, style: style)
    let status = answer.tell()
    guard let server, case .redeem(let code, _) = answer.check.verdict else { return status }
    return await answer.exchange(code, at: server, within: timeout ?? usualTimeout, network)
  }

  private static func check(
    _ bytes: [UInt8], _ request: PendingRequest
  ) throws(Fault) -> AnswerCheck {
    guard IdPInput.isBundle(bytes) else {
      // Bytes that aren't UTF-8 become a character that no message may contain, so the check
      // refuses them.
      return AnswerCheck(MessageURL(String(decoding: bytes, as: UTF8.self)), to: request)
    }
    guard let check = AnswerCheck(bundle: bytes, to: request) else {
      throw Fault(
        message: "the bundle has a value that isn't UTF-8",
        help: "the values of a bundle are texts: write them as in the app")
    }
    return check
  }

  private static func server(_ arguments: ParsedArguments) throws(Fault) -> Server? {
    var settings = IssuerSettings()
    if let text = arguments.text(SharedOptions.issuer) {
      do throws(PlainFailure) {
        try settings.set(.issuer, text, from: .option(SharedOptions.issuer.spec.name))
      } catch { throw Fault(error) }
    }
    let issuer = settings.issuer?.value
    guard let text = arguments.text(IdPCommand.tokenEndpoint) else {
      return issuer.map(Server.issuer)
    }
    guard let url = HTTPURL(text) else {
      throw Fault(
        message: "`--token-endpoint`: `\(text.displayedAddress)` isn't an address",
        help: "write all of it, such as `https://login.example.com/oauth2/token`")
    }
    guard url.scheme == .https || url.isLoopback else {
      throw Fault(
        message: "`--token-endpoint`: codes aren't sent over plain http",
        help: "use https; plain http is only for this machine")
    }
    return .endpoint(url, issuer: issuer ?? url.replacing(path: "/", query: nil))
  }

  // MARK: The check

  /// Prints the result of the check.
  private func tell() -> ExitStatus {
    if arguments.has(SharedOptions.json) {
      var json = IdPText.json(check.inspection, check.broken, request.profile)
      json["row"] = .string(check.row.description)
      json["verdict"] = .string(word)
      host.output.writeLine(.object(json))
    } else {
      host.output.print(IdPText.page(check.inspection, style))
      host.output.print(
        IdPText.problems(check.broken, of: check.inspection, request.profile, style))
      host.output.print("\n\(style("\(check.row.description)", as: .bold)): \(sentence)\n")
    }
    switch check.verdict {
    case .redeem: return .success
    case .refused: return .failed
    case .failed, .dropped: return .wrongScript
    }
  }

  private var word: String {
    switch check.verdict {
    case .redeem: "redeem"
    case .refused: "refused"
    case .failed: "failed"
    case .dropped: "dropped"
    }
  }

  private var sentence: TerminalText {
    switch check.verdict {
    case .redeem(_, let host):
      "the answer matches the request; its code is for \(host)"
    case .refused(let error):
      "the provider refused: \(IdPCommand.shown(error))"
    case .failed: "the login fails, and no code is exchanged"
    case .dropped: "the message is dropped, and the client goes on waiting"
    }
  }

  // MARK: The exchange

  private func exchange(
    _ code: Secret, at server: Server, within timeout: Duration, _ network: Network
  ) async -> ExitStatus {
    let path = arguments.text(SharedOptions.tokens)
    if let path {
      // A code is valid once, so it isn't exchanged if the tokens can't be saved.
      do throws(PlainFailure) { try PrivateFile.check(path) } catch {
        return unwritten(path, error)
      }
    }
    let tokens: Tokens
    do throws(EngineFailure) {
      let exchange = CodeExchange(
        transport: network.transport(), deadline: ContinuousClock.now + timeout,
        clock: host.clock)
      let endpoint = try await endpoint(of: server, exchange)
      tell("the code goes to \(endpoint.url)\(source(endpoint, server))")
      if endpoint.url.host != request.loginHost.name, server.issuer.host != request.loginHost.name {
        host.errors.print(
          "flow: warning: the answer is from \(request.loginHost), but the code goes to "
            + "\(endpoint.url.host)\n")
      }
      tokens = try await exchange.redeem(code, of: request, at: endpoint.url)
    } catch {
      var problems = ProblemOutput(
        output: host.errors,
        style: (try? ColorOption.style(host.errors, arguments, host.environment))
          ?? Style(isColored: false),
        masker: masker(code))
      let diagnostic = Diagnostic(error, at: nil)
      problems.write([diagnostic])
      return ExitStatus(of: diagnostic.kind)
    }
    return keep(tokens, of: server.issuer, in: path)
  }

  /// Returns a masker for the secrets that a server's messages may contain.
  private func masker(_ code: Secret) -> Masker {
    let masker = Masker()
    masker.add(code)
    masker.add(request.verifier.text)
    if let state = request.state { masker.add(state) }
    return masker
  }

  private func endpoint(
    of server: Server, _ exchange: CodeExchange
  ) async throws(EngineFailure) -> CodeExchange.Endpoint {
    switch server {
    case .issuer(let issuer): try await exchange.tokenEndpoint(of: issuer)
    case .endpoint(let url, _): CodeExchange.Endpoint(url: url, document: nil)
    }
  }

  private func source(_ endpoint: CodeExchange.Endpoint, _ server: Server) -> String {
    if case .endpoint = server { return "" }
    return endpoint.document.map { ", as \($0) says" }
      ?? ", Salesforce's token endpoint: the issuer doesn't publish its endpoints"
  }

  private func keep(_ tokens: Tokens, of issuer: HTTPURL, in path: String?) -> ExitStatus {
    let kept: TerminalText
    if let path {
      let configuration = IDXConfiguration(
        issuer: issuer, clientID: request.clientID, redirectURI: request.callback.text)
      let saved = SavedTokens(tokens, of: configuration)
      do throws(PlainFailure) { try saved.write(to: path) } catch {
        return unwritten(path, error)
      }
      kept = ", saved in \(path)"
    } else {
      kept = ", not saved: `--tokens FILE` saves them"
    }
    let scope: TerminalText = tokens.scope.map { " for \($0)" } ?? ""
    let life: TerminalText = tokens.expiresIn.map { ", valid for \($0) s" } ?? ""
    let refresh = tokens.refreshToken == nil ? "" : " and refresh token"
    tell("signed in: \(tokens.tokenType) token\(refresh)\(scope)\(life)\(kept)")
    return .success
  }

  /// Prints a note, on the error output if the output is JSON.
  private func tell(_ line: TerminalText) {
    let sink = arguments.has(SharedOptions.json) ? host.errors : host.output
    sink.print(line + "\n")
  }

  private func unwritten(_ path: String, _ failure: PlainFailure) -> ExitStatus {
    host.errors.print(
      usage(Fault(message: "\(path) can't be written: \(failure.message)")))
    return .serverFailed
  }
}

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

/// `flow refresh`: refreshes the tokens in a file.
enum RefreshCommand {
  static let spec = CommandSpec(
    name: "refresh", operands: "",
    summary: "refresh the tokens that a run has saved",
    details: [
      "Sends the refresh token in the file of --tokens to the issuer, and checks the new ID token.",
      "Then replaces the old tokens in the file with the new ones. The file has a refresh token if",
      "the run requested the scope offline_access. If the client is confidential, its secret comes",
      "from FLOW_CLIENT_SECRET. flow sends the secret only if FLOW_ISSUER, --issuer or --config",
      "also names the issuer of the tokens.",
    ],
    operandCount: 0...0, options: TokenFileSession.options,
    examples: [("flow refresh --tokens tokens.json", "the file has new tokens afterwards")],
    run: { await TokenFileSession.run($0, $1, TokenFileSession.refresh) })
}

/// `flow sign-out`: revokes the tokens in a file, and removes the file.
enum SignOutCommand {
  static let spec = CommandSpec(
    name: "sign-out", operands: "",
    summary: "revoke the tokens that a run has saved, and remove their file",
    details: [
      "Revokes the refresh token and the access token (RFC 7009). If the first request fails, the",
      "second one is still sent. After the issuer has accepted both, removes the file. If the",
      "client is confidential, its secret comes from FLOW_CLIENT_SECRET. flow sends the secret",
      "only if FLOW_ISSUER, --issuer or --config also names the issuer of the tokens.",
    ],
    operandCount: 0...0, options: TokenFileSession.options,
    examples: [("flow sign-out --tokens tokens.json", "the tokens are no longer valid")],
    run: { await TokenFileSession.run($0, $1, TokenFileSession.signOut) })
}

/// A command that uses the tokens in a file.
private struct TokenFileSession {
  let path: String
  var saved: SavedTokens
  let host: Host
  let isQuiet: Bool
  let network: Network
  /// The masker that masks the tokens, because a server may repeat them.
  let masker: Masker
  /// The issuers to which the client secret may be sent, named by options or the settings file.
  private let named: [HTTPURL]

  static let options: [any DeclaredOption] = [
    SharedOptions.tokens.described(as: "the file that `flow run` has written"),
    SharedOptions.issuer.described(as: "the issuer that the client secret is for"),
    SharedOptions.config.described(as: "a file of settings that names this issuer"),
    SharedOptions.caFile,
    SharedOptions.quiet,
  ]

  typealias Fault = UsageFault

  @Sendable static func run(
    _ arguments: ParsedArguments, _ host: Host,
    _ body: (inout TokenFileSession) async throws(RunTrouble) -> TerminalText
  ) async -> ExitStatus {
    let masker = Masker()
    do throws(RunTrouble) {
      var session = try TokenFileSession(arguments, host, masker)
      let told = try await body(&session)
      if !session.isQuiet { host.output.print(told + "\n") }
      return .success
    } catch {
      switch error {
      case .commandLine(let fault):
        host.errors.print(FlowTerminal.usage(fault))
        return fault.status
      case .problems(let diagnostics):
        let style =
          (try? ColorOption.style(host.errors, arguments, host.environment))
          ?? Style(isColored: false)
        var problems = ProblemOutput(output: host.errors, style: style, masker: masker)
        problems.write(diagnostics)
        return diagnostics.reduce(.success) { $0.worse(ExitStatus(of: $1.kind)) }
      }
    }
  }

  private init(
    _ arguments: ParsedArguments, _ host: Host, _ masker: Masker
  ) throws(RunTrouble) {
    guard let path = arguments.text(SharedOptions.tokens) else {
      throw .commandLine(
        Fault(message: "`--tokens` is missing", help: "name the file that `flow run` has written"))
    }
    do throws(PlainFailure) { saved = try SavedTokens(contentsOf: path) } catch {
      throw .commandLine(Fault(message: "\(path): \(error.message)", help: nil))
    }
    masker.add(saved.tokens)
    self.masker = masker
    self.path = path
    self.host = host
    isQuiet = arguments.has(SharedOptions.quiet)
    network = Network(host, caFile: arguments.text(SharedOptions.caFile))
    do throws(PlainFailure) { named = try TokenFileSession.named(arguments) } catch {
      throw .commandLine(Fault(error))
    }
    do throws(Fault) { try network.check() } catch { throw .commandLine(error) }
  }

  /// Returns the engine for the issuer and client of the tokens.
  ///
  /// The file of tokens may come from someone else. So the client secret in the environment is sent
  /// only if the environment or an option names the same issuer.
  private mutating func issuer() throws(RunTrouble) -> IDXEngine {
    let environment: IssuerSettings
    do throws(PlainFailure) {
      environment = try IssuerSettings.environment(host.environment)
    } catch { throw .commandLine(Fault(error)) }
    let named = named + (environment.issuer.map { [$0.value] } ?? [])
    let isNamed = named.contains(saved.issuer)
    let secret = isNamed ? environment.clientSecret?.value : nil
    if let secret { masker.add(secret) }
    if environment.clientSecret != nil, !isNamed, !isQuiet {
      host.errors.print(
        "flow: FLOW_CLIENT_SECRET isn't sent: only the file names the issuer of the tokens; "
          + "`--issuer \(saved.issuer)` allows it\n")
    }
    let configuration = IDXConfiguration(
      issuer: saved.issuer, clientID: saved.clientID, clientSecret: secret, redirectURI: "")
    return IDXEngine(
      configuration: configuration, transport: network.transport(), clock: host.clock,
      randomBytes: host.randomBytes)
  }

  private static func named(
    _ arguments: ParsedArguments
  ) throws(PlainFailure) -> [HTTPURL] {
    var settings: [IssuerSettings] = []
    if let path = arguments.text(SharedOptions.config) {
      settings.append(try IssuerFile.read(path))
    }
    if let text = arguments.text(SharedOptions.issuer) {
      var option = IssuerSettings()
      try option.set(.issuer, text, from: .option(SharedOptions.issuer.spec.name))
      settings.append(option)
    }
    return settings.compactMap(\.issuer?.value)
  }

  // MARK: Commands

  @Sendable static func refresh(
    _ session: inout TokenFileSession
  ) async throws(RunTrouble) -> TerminalText {
    guard !session.saved.isSimulated else {
      throw .commandLine(
        Fault(
          message: "these tokens are from a simulated org, which ended with its run",
          help: "run the script again for new ones"))
    }
    do throws(PlainFailure) { try PrivateFile.check(session.path) } catch {
      throw session.unwritten(error)
    }
    let engine = try session.issuer()
    let tokens: Tokens
    do throws(EngineFailure) { tokens = try await engine.refresh(session.saved.tokens) } catch {
      throw .problems([Diagnostic(error, at: nil)])
    }
    let new = SavedTokens(tokens, of: engine.configuration)
    do throws(PlainFailure) { try new.write(to: session.path) } catch {
      throw session.unwritten(error)
    }
    if tokens.verification == .claims {
      session.host.errors.print("flow: warning: \(Problem.idTokenUnchecked.message)\n")
    }
    let scope: TerminalText = tokens.scope.map { " for \($0)" } ?? ""
    let life: TerminalText = tokens.expiresIn.map { ", valid for \($0) s" } ?? ""
    return "new tokens in \(session.path): \(tokens.tokenType) token"
      + scope + life
  }

  @Sendable static func signOut(
    _ session: inout TokenFileSession
  ) async throws(RunTrouble) -> TerminalText {
    if !session.saved.isSimulated {
      let engine = try session.issuer()
      do throws(EngineFailure) { try await engine.revoke(session.saved.tokens) } catch {
        throw .problems([Diagnostic(error, at: nil)])
      }
    }
    do throws(PlainFailure) { try PrivateFile.remove(session.path) } catch {
      throw .commandLine(
        Fault(
          message: "the tokens are revoked, but \(session.path) can't be removed: "
            + "\(error.message)", status: .serverFailed))
    }
    let path = session.path
    return session.saved.isSimulated
      ? "\(path) is removed; its tokens expired with the simulated org"
      : "signed out: the tokens are revoked, and \(path) is removed"
  }

  private func unwritten(_ failure: PlainFailure) -> RunTrouble {
    .commandLine(
      Fault(
        message: "\(path) can't be written: \(failure.message)", status: .serverFailed))
  }
}

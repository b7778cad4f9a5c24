public import FlowEngine

/// The data that a client keeps about a request until the provider answers.
public struct PendingRequest: Sendable, Hashable {
  /// The client's consumer key.
  public var clientID: String
  /// The client's callback.
  public var callback: CallbackURI
  /// The verifier of the request's challenge.
  public var verifier: CodeVerifier
  /// The state that the answer must contain; `nil` if the request doesn't have one, as
  /// in the SDK's profile.
  public var state: Secret?
  /// The login host that the request names.
  public var loginHost: LoginHost
  /// The profile with which the request was written, and with which the answer is read.
  public var profile: MessageProfile

  /// Makes a pending request.
  public init(
    clientID: String, callback: CallbackURI, verifier: CodeVerifier, state: Secret?,
    loginHost: LoginHost, profile: MessageProfile = .strict
  ) {
    self.clientID = clientID
    self.callback = callback
    self.verifier = verifier
    self.state = state
    self.loginHost = loginHost
    self.profile = profile
  }
}

/// A client's reaction to the answer to its request, with every rule that the answer breaks.
///
/// The client's transition table determines the verdict (mobile-idp.md, section 10.1, rows P14 to
/// P18, P23 and P30). The client app itself reports only the first broken rule.
public struct AnswerCheck: Sendable, Hashable {
  /// The client's reaction to an answer.
  public enum Verdict: Sendable, Hashable {
    /// The client exchanges the code at the host (P14).
    case redeem(code: Secret, host: LoginHost)
    /// The provider has refused the request (P17).
    case refused(ErrorMessage)
    /// The login fails, and the client doesn't exchange a code (P15, P16, P17).
    case failed
    /// The client drops the answer and continues to wait (P18, P30).
    case dropped
  }

  /// The client's reaction.
  public let verdict: Verdict
  /// The row of the client's transition table that applies.
  public let row: ClientTransition.ID
  /// The answer with its parameters and findings.
  public let inspection: MessageInspection
  /// The broken rules, starting with the rules that the answer's form breaks under the request's
  /// profile.
  public let broken: [MessageInspection.Finding]

  /// Checks an answer.
  ///
  /// - Parameters:
  ///   - url: The answer.
  ///   - request: The pending request.
  public init(_ url: MessageURL, to request: PendingRequest) {
    self.init(url, MessageInspection(url), to: request)
  }

  /// Checks an answer that has opened the client's app on Android; `nil` if a value isn't UTF-8.
  ///
  /// - Parameters:
  ///   - lines: The bundle: the command, then one line `NAME=value` per parameter.
  ///   - request: The pending request.
  public init?(bundle lines: [UInt8], to request: PendingRequest) {
    guard let bundle = MessageBundle(lines: lines) else { return nil }
    // A bundle doesn't name its receiver; the intent does, and it has reached the client.
    let intent = MessageIntent(bundle, to: request.callback.scheme)
    self.init(MessageURL(intent), MessageInspection(bundle: lines), to: request)
  }

  private init(
    _ url: MessageURL, _ inspection: MessageInspection, to request: PendingRequest
  ) {
    self.inspection = inspection
    var configuration = ClientConfiguration(
      clientID: request.clientID, callback: request.callback, scopes: [],
      defaultHost: request.loginHost, providerScheme: nil)
    configuration.profile = request.profile
    var state = ClientState()
    state.place = .awaitingProvider
    state.pending = .init(
      verifier: request.verifier, state: request.state, host: request.loginHost,
      via: .identityProvider)
    let step = ClientApp.reduce(
      state, .received(url),
      ClientEnvironment(
        configuration, verifier: request.verifier, state: request.state ?? Secret(""),
        openable: []))
    row = step.taken.last?.id ?? .p30
    verdict = AnswerCheck.verdict(step)
    broken =
      inspection.faults(request.profile) + AnswerCheck.rules(inspection, of: request)
  }

  private static func verdict(_ step: ClientStep) -> Verdict {
    for case .call(let call) in step.effects {
      if case .redeem(_, let code, _) = call.kind { return .redeem(code: code, host: call.host) }
    }
    switch step.state.outcome {
    case .failed(.identityProvider(let error)): return .refused(error)
    case .failed: return .failed
    default: return .dropped
    }
  }

  // MARK: Rules

  private static func rules(
    _ message: MessageInspection, of request: PendingRequest
  ) -> [MessageInspection.Finding] {
    var broken: [MessageInspection.Finding] = []
    func add(
      _ text: String, _ rule: String, _ parameter: MessageParameter?, help: String? = nil
    ) {
      let place = parameter.flatMap(message.parameter)
      var finding = MessageInspection.Finding(
        .refused, text, rule: rule,
        at: place.map { $0.valueRange.isEmpty ? $0.range : $0.valueRange } ?? message.head,
        help: help)
      finding.parameter = parameter
      broken.append(finding)
    }
    if let scheme = message.scheme, scheme != request.callback.scheme {
      add(
        "the message is for `\(scheme)`, and the request's callback is of "
          + "`\(request.callback.scheme)`", "P30", nil, help: "another app receives it")
    }
    guard let command = message.command, command == .authResponse || command == .error else {
      if let command = message.command {
        add("`\(command.rawValue)` doesn't answer a request", "P30", nil)
      }
      return broken
    }
    let isAnswer = command == .authResponse
    let state = message.parameter(.state)?.value
    let isSame = (state?.isEmpty == false ? state : nil) == request.state
    if !isSame {
      let rule = isAnswer ? "P15" : "P18"
      let end = isAnswer ? "the code is discarded" : "the error is dropped"
      if state == nil || state?.isEmpty == true {
        add("the answer carries no `state`, and the request had one: \(end)", rule, .state)
      } else if request.state == nil {
        add("the answer carries a `state`, and the request didn't have one: \(end)", rule, .state)
      } else {
        add("the `state` is not the request's: \(end)", rule, .state)
      }
    }
    guard isAnswer else { return broken }
    if message.parameter(.code)?.value?.isEmpty != false {
      add("there is no code to exchange", "P16", .code)
    }
    if let text = message.parameter(.loginHost)?.value?.reveal(), let host = LoginHost(text),
      host != request.loginHost
    {
      add(
        "the answer is from \(host), not from \(request.loginHost): the code and its verifier "
          + "go only to the requested host", "P16, row 47", .loginHost)
    }
    return broken
  }
}

extension MessageInspection {
  /// The bytes of a URL before the query, or the first line of a bundle.
  fileprivate var head: Range<Int> {
    0..<(bytes.firstIndex(of: UInt8(ascii: isBundle ? "\n" : "?")) ?? bytes.count)
  }
}

import FlowText
import FlowEngine
import FlowHTTP

/// Sends a session's requests to the server, and turns failures into inputs.
struct SessionRequests: Sendable {
  let server: SDKServer

  /// Sends a request, and returns the input for the session.
  ///
  /// The result is `nil` if the request has no answer, or if the answer comes later.
  func answer(_ request: ServerRequest, _ session: SessionState) async -> SessionInput? {
    switch request {
    case .serverInfo: await serverInfo(session)
    case .secondFactor(_, let context, let pin, let biometric):
      await secondFactor(session, context, pin, biometric)
    case .login: await login(session)
    case .logout, .abort, .deleteAccount:
      await tell(request, session)
    }
  }

  private func serverInfo(_ session: SessionState) async -> SessionInput? {
    var body: JSONObject = [
      "server": .string(session.record.server), "nonce": .string(session.payload.nonce),
      "kind": .string(session.record.kind.rawValue), "appLogin": .bool(session.record.isAppLogin),
    ]
    body["name"] = session.payload.name.map(JSON.string)
    let reply = await server.ask("/sdk/server-info", body) { object throws(PlainFailure) in
      try ServerParameters(object)
    }
    return reply.input(
      unreachable: 64, unreadable: 67, timedOut: 64, SessionInput.serverInfo,
      failed: SessionInput.serverInfoFailed)
  }

  private func secondFactor(
    _ session: SessionState, _ context: SecondFactorContext, _ pin: Secret?, _ biometric: Bool
  ) async -> SessionInput? {
    var body: JSONObject = [
      "nonce": .string(session.payload.nonce), "context": .string(context.rawValue),
    ]
    body["pin"] = pin.map { .string($0.reveal()) }
    if biometric { body["biometric"] = true }
    let reply = await server.ask("/sdk/second-factor", body) { object throws(PlainFailure) in
      try SessionInput(factorAnswer: object)
    }
    return reply.input(unreachable: 49, unreadable: 51, timedOut: 50) {
      $0
    } failed: {
      .secondFactorResult(.error($0.code ?? 51), remaining: nil)
    }
  }

  private func login(_ session: SessionState) async -> SessionInput? {
    var body: JSONObject = [
      "server": .string(session.record.server), "nonce": .string(session.payload.nonce),
      "kind": .string(session.record.kind.rawValue), "appLogin": .bool(session.record.isAppLogin),
    ]
    body["account"] = session.record.account.map { .string($0.id) }
    // An enrollment's new account has no id of the server yet, so the request names the account.
    if session.record.isRegistration {
      body["name"] = session.record.account.map { .string($0.displayName) }
    }
    body["userInput"] = session.userInput.map(JSON.string)
    let reply = await server.ask("/sdk/login", body) { object throws(PlainFailure) in
      try SessionInput.loginAnswer(object)
    }
    return reply.input(
      unreachable: 49, unreadable: 51, timedOut: 50, { $0 }, failed: SessionInput.loginFailed)
  }

  /// Reports the end of a session to the server; the answer is ignored.
  private func tell(_ request: ServerRequest, _ session: SessionState) async -> SessionInput? {
    let reason = JSON.string(session.record.reason?.rawValue ?? EndReason.stopped.rawValue)
    let body: JSONObject = ["nonce": .string(session.payload.nonce), "reason": reason]
    switch request {
    case .logout: await tell("/sdk/logout", body)
    default: await tell("/sdk/abort", body)
    }
    return nil
  }

  func tell(_ path: String, _ body: JSONObject) async {
    _ = await server.ask(path, body) { (_) throws(PlainFailure) in }
  }
}

extension ServerRequest {
  /// The session that the request is about; `nil` if it isn't about a session.
  var session: SessionID? {
    switch self {
    case .serverInfo(let id), .secondFactor(let id, _, _, _), .login(let id), .logout(let id),
      .abort(let id):
      id
    case .deleteAccount: nil
    }
  }
}

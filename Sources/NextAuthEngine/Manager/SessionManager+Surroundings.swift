import FlowText
public import FlowEngine
import FlowHTTP

/// The requests that only a simulated server answers, which the real SDK doesn't send.
extension SessionManager: NextAuthSurroundings {
  /// The event that the user has used the app.
  ///
  /// The device handles this event without a request.
  static let appActivity = "app-activity"

  /// Asks a server to create the data that starts a session.
  public func make(_ offer: SessionOffer) async throws(CallFailure) -> SessionData {
    var body: JSONObject = ["kind": .string(offer.kind.rawValue)]
    for answer in offer.parameters { body[answer.field] = JSON(answer.value) }
    let origin = offer.origin
    let reply = await server.ask("/outside/\(origin.rawValue)", body) {
      object throws(PlainFailure) in try SessionData(object, origin)
    }
    return try reply.get(.surroundings)
  }

  /// Triggers an event on the server; the next `look` fetches the results.
  public func happen(_ event: String, _ parameters: [Answer]) async throws(CallFailure) {
    if event == SessionManager.appActivity {
      _ = try await take { $0.activity() }
      return
    }
    guard SessionManager.outside.contains(event) else {
      throw CallFailure(.surroundings, "unknown event \(event)")
    }
    var body = JSONObject()
    for answer in parameters { body[answer.field] = JSON(answer.value) }
    let reply = await server.ask("/outside/\(event)", body) { (_) throws(PlainFailure) in }
    try reply.get(.surroundings)
  }

  private static let outside = [
    "server-logout", "account-deleted", "biometrics-removed", "ping-lost",
  ]

  /// Passes the time to the sessions, then the server's events.
  public func look() async throws(CallFailure) {
    _ = try await take { _ in DeviceStep() }
    try await listen()
  }

  /// Asks the server for events that it sends without a request, and applies them.
  func listen() async throws(CallFailure) {
    let reply = await server.ask("/sdk/events", [:]) { object throws(PlainFailure) in
      var events: [SDKEvent] = []
      for event in try object.objects("events") ?? [] { events.append(try SDKEvent(event)) }
      return events
    }
    for event in try reply.get() { _ = try await take { $0.hear(event) } }
  }
}

extension Device {
  /// Applies an event that the server sent without a request.
  mutating func hear(_ event: SDKEvent) -> DeviceStep {
    switch event {
    case .logout(let nonce):
      return live(nonce).map { hear($0, .serverLogout) } ?? DeviceStep()
    case .loginResult(let nonce, let input):
      guard let id = live(nonce), let input else { return DeviceStep() }
      return hear(id, input)
    case .accountDeleted(let account): return delete(account, byServer: true)
    case .biometricsRemoved:
      removeBiometrics()
      return DeviceStep()
    }
  }
}

extension SessionData {
  /// Reads the data that a simulated server has created.
  init(_ object: WireObject, _ origin: SessionOrigin) throws(PlainFailure) {
    switch origin {
    case .push: self = .push(Secret(try SessionData.needed("message", object.payload("message"))))
    case .deepLink:
      self = .text(
        Secret(try SessionData.needed("url", object.payload("url"))), origin: .deepLink)
    case .qr, .app:
      if let binary = try object.bytes("binary") {
        self = .binary(binary)
      } else {
        self = .text(Secret(try SessionData.needed("text", object.payload("text"))), origin: .qr)
      }
    }
  }

  private static func needed<Value>(
    _ name: String, _ value: Value?
  ) throws(PlainFailure) -> Value {
    guard let value else { throw PlainFailure("\(name) is missing") }
    return value
  }
}

extension JSON {
  /// Converts a script's value to JSON.
  init(_ value: FlowEngine.Value) {
    switch value {
    case .text(let text): self = .string(text)
    case .secret(let secret): self = .string(secret.reveal())
    case .number(let number): self = Int(exactly: number).map(JSON.integer) ?? .double(number)
    case .boolean(let truth): self = .bool(truth)
    case .list(let values): self = .array(values.map(JSON.init))
    }
  }
}

import FlowText
import FlowCrypto
public import FlowEngine
public import FlowHTTP

/// A nextAuth SDK in software: the session machine, connected to a server.
///
/// The manager owns the device with its accounts, second factors, history and sessions. It decodes
/// the data that starts sessions, and sends the machine's requests. A call returns after all of its
/// consequences, so its callbacks are available at once. An answer is read strictly and takes at
/// most 30 seconds, so that no server makes a call crash or hang.
public actor SessionManager: NextAuthBackend {
  /// Decrypts a push message from key, nonce, text with tag, and additional data.
  ///
  /// - Returns: The plain text; `nil` if the message was encrypted with another key.
  /// - Throws: `CallFailure` if this machine can't decrypt.
  public typealias Opening =
    @Sendable (
      _ key: [UInt8], _ nonce: [UInt8], _ sealed: [UInt8], _ additional: [UInt8]
    ) throws(CallFailure) -> [UInt8]?

  /// The base URL for a server in this process.
  public static let inProcess = HTTPURL(scheme: .https, host: "nextauth.flow.invalid", path: "/")

  let server: SDKServer
  private var serverRequests: SessionRequests { SessionRequests(server: server) }
  private let clock: any RunClock
  private let open: Opening
  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let queue: CallbackQueue
  private let observe: @Sendable (DeviceStep) -> Void
  private var device: Device?
  private var pushKey: [UInt8]?

  /// Makes a manager that has not sent a request yet.
  ///
  /// - Parameters:
  ///   - transport: Carries requests to the server.
  ///   - clock: The time for timeouts.
  ///   - base: The server's scheme, host and port.
  ///   - queue: Keeps callbacks for the listeners.
  ///   - observe: Receives each step with the rows that it took, including late answers and refused
  ///     calls, which no callback reports.
  ///   - open: Decrypts push messages.
  ///   - randomBytes: Returns bytes of a cryptographic generator, for AppLogins.
  public init(
    transport: any Transport, clock: any RunClock, base: HTTPURL = SessionManager.inProcess,
    queue: CallbackQueue = CallbackQueue(),
    observe: @escaping @Sendable (DeviceStep) -> Void = { _ in },
    open: @escaping Opening = SessionManager.openMessage,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    server = SDKServer(transport: transport, base: base)
    self.clock = clock
    self.queue = queue
    self.observe = observe
    self.open = open
    self.randomBytes = randomBytes
  }

  /// Decrypts a push message with this machine's AES-256-GCM.
  public static let openMessage: Opening = { key, nonce, sealed, additional throws(CallFailure) in
    do throws(CryptoFailure) {
      return try AESGCM.open(sealed, key: key, nonce: nonce, authenticating: additional)
    } catch .unavailable {
      throw CallFailure(
        .surroundings, "this machine has no library to decrypt push messages with")
    } catch {
      return nil
    }
  }

  // MARK: Calls

  /// Starts a session with a QR code or a deep link (S3, S4), or with a push message's login (S5).
  ///
  /// - Throws: `CallFailure.refused` with error 32 or 33 if the data can't be used, or
  ///   `duplicateSession` if the same session is running.
  public func startSession(_ data: SessionData) async throws(CallFailure) -> SessionID {
    let origin: SessionOrigin
    let payload: Result<SessionPayload, SessionError>
    switch data {
    case .text(let text, .deepLink):
      origin = .deepLink
      payload = Result { () throws(SessionError) in try .read(link: text.reveal()) }
    case .text(let text, _):
      origin = .qr
      payload = Result { () throws(SessionError) in try .read(text: text.reveal()) }
    case .binary(let bytes):
      origin = .qr
      payload = Result { () throws(SessionError) in try .read(bytes) }
    case .push(let message):
      guard let session = try await processPush(message) else {
        throw CallFailure(.refused, "the message starts no session")
      }
      return session
    }
    let step = try await take { device in
      _ = device.activity()
      switch payload {
      case .success(let payload): return device.start(payload, origin: origin)
      case .failure(let error): return device.refuse(error, origin: origin)
      }
    }
    return try SessionManager.begun(step)
  }

  /// Accepts an encrypted push message (S5); a duplicate is ignored.
  public func processPush(_ message: Secret) async throws(CallFailure) -> SessionID? {
    try await load()
    let (open, key) = (open, pushKey)
    let result = try PushMessage.read(message.reveal()) {
      nonce, sealed, additional throws(CallFailure) in
      try key.flatMap { key throws(CallFailure) in try open(key, nonce, sealed, additional) }
    }
    return try await take { device in
      switch result {
      case .success(let message): device.take(message)
      case .failure(let error): device.refuse(error, origin: .push)
      }
    }.session
  }

  /// Starts an AppLogin (S6, S13, S23).
  public func startAppLogin(account: String?) async throws(CallFailure) -> SessionID {
    let nonce = Base64URL.encode(randomBytes(16))
    return try SessionManager.begun(
      try await take { $0.startAppLogin(account: account, nonce: nonce) })
  }

  /// Continues a session from READY_FOR_USER_INTERACTION (S12), while no other session takes input.
  public func startUserInteraction(_ session: SessionID) async throws(CallFailure) {
    try await call(session, .startUserInteraction)
  }

  /// Confirms a session with an account (S15).
  public func setAccount(
    _ session: SessionID, account: String, userInput: String?
  ) async throws(CallFailure) {
    try await call(session, .setAccount(account, userInput: userInput))
  }

  /// Gives a session's second factor (S24).
  public func setPinBiometric(
    _ session: SessionID, pin: Secret?, biometric: Bool
  ) async throws(CallFailure) {
    try await call(session, .setPinBiometric(pin: pin, biometric: biometric))
  }

  /// Cancels a session's second factor (S24).
  public func inputCancel(_ session: SessionID) async throws(CallFailure) {
    try await call(session, .inputCancel)
  }

  /// Stops a session (S30).
  public func stopSession(_ session: SessionID) async throws(CallFailure) {
    try await call(session, .stopSession)
  }

  /// Removes an account from the device and informs its server.
  public func deleteAccount(_ account: String) async throws(CallFailure) {
    _ = try await take { $0.delete(account, byServer: false) }
  }

  // MARK: State

  /// All sessions (S7), without the oldest ended ones.
  public func sessions() async -> [SessionRecord] {
    device?.sessions.map(\.record) ?? []
  }

  /// The accounts of the device; empty if the server doesn't answer.
  public func accounts() async -> [Account] {
    try? await load()
    return device?.accounts ?? []
  }

  /// The history (S37–S40) without expired items.
  public func history() async -> [HistoryItem] {
    try? await load()
    return device?.history(at: clock.now) ?? []
  }

  /// The callbacks after a position (S8).
  public func callbacks(
    after place: Int?, until deadline: ContinuousClock.Instant?
  ) async -> CallbackBatch {
    await queue.callbacks(after: place, until: deadline)
  }

  // MARK: Parts

  private static func begun(_ step: DeviceStep) throws(CallFailure) -> SessionID {
    guard let session = step.session else {
      throw CallFailure(.refused, "no session was begun")
    }
    return session
  }

  private func call(_ id: SessionID, _ input: SessionInput) async throws(CallFailure) {
    _ = try await take { $0.call(id, input) }
  }

  /// Asks the server for the device's state, once.
  func load() async throws(CallFailure) {
    guard device == nil else { return }
    let now = clock.now
    let reply = await server.ask("/sdk/device", [:]) { object throws(PlainFailure) in
      try DeviceAnswer(object, now: now)
    }
    let answer = try reply.get()
    // Another call may have loaded the device in the meantime.
    guard device == nil else { return }
    device = answer.device
    pushKey = answer.pushKey
  }

  /// Changes the device at the current time, and performs all consequences.
  ///
  /// - Parameter change: The change, which is synchronous, so that nothing happens in between.
  /// - Returns: The result of the change, without its consequences.
  /// - Throws: The failure of the change.
  func take(
    _ change: (inout Device) -> DeviceStep
  ) async throws(CallFailure) -> DeviceStep {
    try await load()
    guard var device else { throw CallFailure(.unreachable, "there is no device") }
    self.device = nil
    let earlier = device.advance(to: clock.now)
    let step = change(&device)
    self.device = device
    tell(earlier, step)
    await perform(earlier.requests + step.requests)
    if let failure = step.failure { throw failure }
    return step
  }

  private func tell(_ steps: DeviceStep...) {
    for step in steps {
      observe(step)
      queue.add(step.callbacks)
    }
  }

  /// Sends requests to the server; their answers may lead to more requests.
  private func perform(_ requests: [ServerRequest]) async {
    var pending = requests[...]
    var hasLoggedIn = false
    while let request = pending.popFirst() {
      guard let session = request.session else {
        if case .deleteAccount(let account) = request {
          await serverRequests.tell("/sdk/delete-account", ["account": .string(account)])
        }
        continue
      }
      guard let state = device?[session] else { continue }
      guard let input = await serverRequests.answer(request, state), var device else { continue }
      if case .login = request { hasLoggedIn = true }
      self.device = nil
      let earlier = device.advance(to: clock.now)
      let step = device.hear(session, input)
      self.device = device
      tell(earlier, step)
      pending += earlier.requests + step.requests
    }
    // After a login the server may send events at once, such as the end of an enrollment's session.
    // If they can't be fetched, the session stays as it is.
    if hasLoggedIn { try? await listen() }
  }
}

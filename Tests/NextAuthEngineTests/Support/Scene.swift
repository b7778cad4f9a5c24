import FlowEngine
import FlowHTTP
import NextAuthEngine
import FlowLock
import Testing

/// One action of an app or event around it.
indirect enum Act: Sendable {
  case qr(Offer)
  case binary(Offer)
  case link(Offer)
  case push(Offer, id: String)
  case data(SessionData)
  /// A start whose answer doesn't arrive before `release`.
  case held(Offer)
  case release
  case appLogin(String? = nil)
  case go
  case account(String, input: String? = nil)
  case pin(String)
  case biometric
  case both(String)
  case cancel
  case stop
  case delete(String)
  case wait(Int)
  /// The server reports this at the next look.
  case event(JSON)
  case server(@Sendable (inout FakeServer.State) -> Void)
  /// An action on another session than the first.
  case on(Int, Act)
  /// The call is rejected.
  case refused(CallFailure.Kind, Act)
}

/// A device with its server, and all its callbacks.
final class Scene {
  let server = FakeServer()
  let clock = ManualClock(now: .seconds(1_000_000))
  let manager: SessionManager
  private(set) var callbacks: [Callback] = []
  private var place = 0
  private let steps = StepLog()
  private var held: Task<Void, Never>?

  init(_ setup: (inout FakeServer.State) -> Void = { _ in }) {
    server.set(setup)
    manager = SessionManager(
      transport: server, clock: clock, observe: { [steps] in steps.note($0) }, open: Offer.open,
      randomBytes: { [UInt8](repeating: 42, count: $0) })
  }

  func perform(_ acts: [Act]) async throws {
    for act in acts { try await perform(act, on: SessionID(1)) }
  }

  private func perform(_ act: Act, on id: SessionID) async throws {
    switch act {
    case .refused(let kind, let act):
      let before = await manager.sessions()
      do {
        try await perform(act, on: id)
        Issue.record("\(act) was taken")
      } catch let failure as CallFailure {
        #expect(failure.kind == kind, "\(failure)")
      }
      #expect(await manager.sessions() == before, "nothing changes: \(act)")
    case .on(let number, let act): try await perform(act, on: SessionID(number))
    case .held(let offer):
      server.set { $0.holding = ["/sdk/server-info"] }
      held = Task { [manager] in
        _ = try? await manager.startSession(.text(Secret(offer.text), origin: .qr))
      }
      await server.arrival(of: "/sdk/server-info")
    case .release:
      server.release()
      await held?.value
    case .wait(let seconds):
      clock.advance(by: .seconds(seconds))
      try await manager.look()
    case .event(let event):
      server.set { $0.events.append(event) }
      try await manager.look()
    case .server(let change): server.set(change)
    default: try await call(act, id)
    }
    let told = await manager.callbacks(after: place, until: nil)
    callbacks += told.callbacks
    place = told.place
  }

  private func call(_ act: Act, _ id: SessionID) async throws {
    switch act {
    case .qr(let offer):
      _ = try await manager.startSession(.text(Secret(offer.text), origin: .qr))
    case .binary(let offer): _ = try await manager.startSession(.binary(offer.binary))
    case .link(let offer):
      _ = try await manager.startSession(.text(Secret(offer.link), origin: .deepLink))
    case .push(let offer, let message):
      _ = try await manager.processPush(Secret(offer.push(id: message)))
    case .data(.push(let message)): _ = try await manager.processPush(message)
    case .data(let data): _ = try await manager.startSession(data)
    case .appLogin(let account): _ = try await manager.startAppLogin(account: account)
    case .go: try await manager.startUserInteraction(id)
    case .account(let account, let input):
      try await manager.setAccount(id, account: account, userInput: input)
    case .pin(let pin):
      try await manager.setPinBiometric(id, pin: Secret(pin), biometric: false)
    case .biometric: try await manager.setPinBiometric(id, pin: nil, biometric: true)
    case .both(let pin): try await manager.setPinBiometric(id, pin: Secret(pin), biometric: true)
    case .cancel: try await manager.inputCancel(id)
    case .stop: try await manager.stopSession(id)
    case .delete(let account): try await manager.deleteAccount(account)
    default: break
    }
  }

  func session(_ number: Int = 1) async -> SessionRecord? {
    await manager.sessions().first { $0.id == SessionID(number) }
  }

  /// The rows of the table that were used.
  var rows: [SessionTransition.Taken] { steps.rows }

  /// The states of a session in their order, two letters each.
  func statuses(_ number: Int = 1) -> String {
    callbacks.compactMap { callback -> String? in
      guard case .sessionUpdate(SessionID(number), let status) = callback else { return nil }
      return status.letters
    }.joined(separator: " ")
  }

  /// All other callbacks in their order.
  var told: String { callbacks.compactMap(\.notation).joined(separator: " ") }
}

/// The rows that a manager has used.
private final class StepLog: Sendable {
  private let taken = Mutex<[SessionTransition.Taken]>([])

  func note(_ step: DeviceStep) { taken.withLock { $0 += step.taken.map(\.row) } }

  var rows: [SessionTransition.Taken] { taken.withLock(\.self) }
}

extension SessionStatus {
  fileprivate var letters: String {
    switch self {
    case .starting: "st"
    case .readyForUserInteraction: "rd"
    case .waitingForUserInput: "in"
    case .active: "ac"
    case .done: "dn"
    case .error: "er"
    }
  }
}

extension Callback {
  /// Its notation in the table of scenarios; `nil` for a change of state, which has its own column.
  fileprivate var notation: String? {
    let prefix = session.map { $0.number == 1 ? "" : "\($0.number):" } ?? ""
    switch self {
    case .sessionUpdate: return nil
    case .sessionReadyForUserInteraction: return prefix + "Ready"
    case .confirmLogin(_, let accounts, _, _):
      return prefix + "CLogin(\(accounts.map(\.id).joined(separator: ",")))"
    case .confirmEnrol(_, let account, let existing, let hash):
      let parts = [account.displayName] + existing.map(\.id) + [hash].compactMap(\.self)
      return prefix + "CEnrol(\(parts.joined(separator: ",")))"
    case .secondFactor(_, let report):
      let allowed = SecondFactor.allCases.filter(report.allowed.contains).map(\.rawValue)
      let parts =
        [report.event == .needed ? report.context.rawValue : report.event.name]
        + [report.remaining.map { "\($0)" }].compactMap(\.self) + allowed
      return prefix + (report.event == .needed ? "SFN" : "SF")
        + "(\(parts.joined(separator: ",")))"
    case .sessionLogin: return prefix + "Login"
    case .userErrorMessage(_, let error):
      return prefix + "Err(\(error.code.map { "\($0)" } ?? error.name))"
    case .sessionStop(_, let reason): return prefix + "Stop(\(reason.rawValue))"
    }
  }
}

import FlowEngine
import MobileIdPEngine
import FlowLock

/// A device that knows each app's scheme, and returns outside events in turn.
final class FakeDevice: AppRouter, DeviceSurroundings {
  private struct State {
    var receivers: [String: String]
    var arrivals: [AppArrival] = []
    var opened: [String] = []
    var asked = 0
  }

  private let state: Mutex<State>
  /// The end of a wait for an outside event.
  private let failure: EngineFailure?

  init(
    _ receivers: [String: String] = [
      "sampleapp": SessionScene.clientName, "sampleidpapp": SessionScene.providerName,
    ], arrivals: [AppArrival] = [], failure: EngineFailure? = nil
  ) {
    self.failure = failure
    state = Mutex(State(receivers: receivers, arrivals: arrivals))
  }

  /// Every URL that was opened, by any app.
  var opened: [String] { state.withLock { $0.opened } }
  /// The number of queries for outside events.
  var asked: Int { state.withLock { $0.asked } }

  func give(_ scheme: String, to app: String?) {
    state.withLock { $0.receivers[scheme] = app }
  }

  func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme> {
    state.withLock { state in schemes.filter { state.receivers[$0.text] != nil } }
  }

  func open(_ url: MessageURL, from app: String) async -> AppDelivery {
    let text = url.reveal()
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return state.withLock { state in
      guard let receiver = state.receivers[scheme] else { return .notOpenable("no app has it") }
      state.opened.append(text)
      let schemes = state.receivers.filter { $0.value == app }.keys.compactMap(URLScheme.init)
      return .delivered(to: receiver, sender: AppIdentity(schemes: Set(schemes)))
    }
  }

  func arrival(
    until deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> AppArrival? {
    if let failure { throw failure }
    return state.withLock { state in
      state.asked += 1
      return state.arrivals.isEmpty ? nil : state.arrivals.removeFirst()
    }
  }

  func inject(_ url: MessageURL, from app: String?) async -> AppDelivery {
    await open(url, from: app ?? "")
  }

  func uninstall(_ app: String) async -> Bool {
    state.withLock { state in
      let schemes = state.receivers.filter { $0.value == app }.keys
      for scheme in schemes { state.receivers[scheme] = nil }
      return !schemes.isEmpty
    }
  }
}

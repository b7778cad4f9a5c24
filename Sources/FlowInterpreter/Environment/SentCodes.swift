import FlowEngine
import Synchronization

/// The one-time codes that several runs send to one server, which takes each once whichever of them
/// sends it (RFC 6238, section 5.2).
public final class SentCodes: Sendable {
  private struct State {
    var runs = 0
    var newest: [Secret: (end: Duration, run: Int)] = [:]
  }

  private let state = Mutex(State())

  /// Makes one that knows of none.
  public init() {}

  /// A number for a run: its own codes are not held against it here.
  func begin() -> Int {
    state.withLock { state in
      state.runs += 1
      return state.runs
    }
  }

  /// Whether another run has made a code, or one after it.
  func isUsed(_ code: TimedCode, byOthersThan run: Int) -> Bool {
    state.withLock { state in
      guard let newest = state.newest[code.key] else { return false }
      return newest.run != run && code.end <= newest.end
    }
  }

  func note(_ code: TimedCode, by run: Int) {
    state.withLock { $0.newest[code.key] = (code.end, run) }
  }
}

import FlowEngine
import Synchronization

/// The one-time codes that several runs send to one server.
///
/// The server accepts each code once, regardless of the run (RFC 6238, section 5.2).
public final class SentCodes: Sendable {
  private struct State {
    var runs = 0
    var newest: [Secret: (end: Duration, run: Int)] = [:]
  }

  private let state = Mutex(State())

  /// Creates an empty record.
  public init() {}

  /// Returns a number for a run, whose own codes don't count as used by others.
  func begin() -> Int {
    state.withLock { state in
      state.runs += 1
      return state.runs
    }
  }

  /// Whether another run has generated this code, or a later one.
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

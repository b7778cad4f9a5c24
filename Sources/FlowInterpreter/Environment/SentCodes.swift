import FlowEngine
import FlowLock

/// The one-time codes that several runs send to one server.
///
/// The server accepts each code only once, even from different runs (RFC 6238, section 5.2).
public final class SentCodes: Sendable {
  private struct State {
    var runs = 0
    var newest: [Secret: (end: Duration, run: Int)] = [:]
  }

  private let state = Mutex(State())

  /// Creates an empty record.
  public init() {}

  /// Registers a run, and returns its number.
  ///
  /// The number marks the codes that the run generates.
  func begin() -> Int {
    state.withLock { state in
      state.runs += 1
      return state.runs
    }
  }

  /// Whether the latest code of the same key is from another run, and this code isn't newer.
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

import FlowEngine
import FlowQuality
import Synchronization

/// What the workers of a run share: which test is next, and whether there is to be a next one.
final class TestRun: Sendable {
  /// Why no further test begins.
  enum Stop: Sendable, Hashable {
    case interrupted
    case failFast
    case timeout(Duration)
    /// A real org has locked somebody out, or asks for patience: the reason.
    case live(String)
    /// A report, or the output, can't be written.
    case unwritten(String)
    /// Whoever read the output has gone.
    case outputClosed
  }

  private let order: [TestSuite.Item]
  private let next = Atomic(0)
  private let stopped = Mutex<Stop?>(nil)

  init(_ order: [TestSuite.Item]) { self.order = order }

  /// The next test; `nil` where there is none, or none is to begin.
  func take() -> TestSuite.Item? {
    guard !Task.isCancelled, stop == nil else { return nil }
    let index = next.add(1, ordering: .relaxed).oldValue
    return index < order.count ? order[index] : nil
  }

  /// Why no further test begins; `nil` while some do.
  var stop: Stop? { stopped.withLock { $0 } }

  /// Ends the run; the first reason is the one that is told.
  func end(_ stop: Stop) { stopped.withLock { $0 = $0 ?? stop } }
}

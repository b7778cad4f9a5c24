import FlowEngine
import Synchronization

/// What the workers of a run share: which test is next, and whether there is to be a next one.
///
/// A worker stays with a file until its last test has begun, and only then goes to the next one: two
/// workers at one script would count its references against each other.
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

  /// One of those that take tests, and the file that it is at.
  struct Worker {
    fileprivate var file: Int?
  }

  private struct State {
    /// The tests of each file that have not begun.
    var left: [Range<Int>]
    /// The first file that nobody is at yet.
    var next = 0
    var stop: Stop?
  }

  private let order: [TestSuite.Item]
  private let state: Mutex<State>

  init(_ order: [TestSuite.Item]) {
    self.order = order
    state = Mutex(State(left: order.files))
  }

  /// The next test of a worker; `nil` where there is none, or none is to begin.
  func take(_ worker: inout Worker) -> TestSuite.Item? {
    guard !Task.isCancelled else { return nil }
    return state.withLock { state in
      guard state.stop == nil else { return nil }
      if let file = worker.file, !state.left[file].isEmpty {
        return order[state.left[file].removeFirst()]
      }
      worker.file = state.next < state.left.count ? state.next : TestRun.fullest(state.left)
      guard let file = worker.file else { return nil }
      if file == state.next { state.next += 1 }
      return order[state.left[file].removeFirst()]
    }
  }

  /// Where all files have begun: the one whose worker has most before it.
  private static func fullest(_ left: [Range<Int>]) -> Int? {
    left.indices.max { left[$0].count < left[$1].count }.flatMap { left[$0].isEmpty ? nil : $0 }
  }

  /// Why no further test begins; `nil` while some do.
  var stop: Stop? { state.withLock { $0.stop } }

  /// Ends the run; the first reason is the one that is told.
  func end(_ stop: Stop) { state.withLock { $0.stop = $0.stop ?? stop } }
}

extension [TestSuite.Item] {
  /// The tests of each file, one file after the other.
  var files: [Range<Int>] {
    var files: [Range<Int>] = []
    var start = 0
    for index in indices where index + 1 == count || self[index + 1].file != self[index].file {
      files.append(start..<index + 1)
      start = index + 1
    }
    return files
  }
}

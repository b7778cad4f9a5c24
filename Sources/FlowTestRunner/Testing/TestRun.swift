import FlowEngine
import FlowLock

/// The state that the workers of a run share: the remaining tests, and whether the run has stopped.
///
/// A worker begins all remaining tests of one file before it takes the next file. If several
/// workers ran tests of one script, they would compete for its reference counts.
final class TestRun: Sendable {
  /// The reason why no more tests begin.
  enum Stop: Sendable, Hashable {
    case interrupted
    case failFast
    case timeout(Duration)
    /// A real org has locked an account, or limits requests.
    ///
    /// The value is the reason.
    case live(String)
    /// A report or the output can't be written.
    ///
    /// The value is the reason.
    case unwritten(String)
    /// The reader of the output has closed it.
    case outputClosed
  }

  /// A worker, and its current file.
  struct Worker {
    fileprivate var file: Int?
  }

  private struct State {
    /// The tests of each file that haven't begun, as ranges in the order of the run.
    var left: [Range<Int>]
    /// The first file that no worker has taken.
    var next = 0
    var stop: Stop?
  }

  private let order: [TestSuite.Item]
  private let state: Mutex<State>

  init(_ order: [TestSuite.Item]) {
    self.order = order
    state = Mutex(State(left: order.files))
  }

  /// Returns the next test for a worker; `nil` if there is none, or the run has stopped.
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

  /// Returns the file with the most remaining tests; `nil` if no test remains.
  private static func fullest(_ left: [Range<Int>]) -> Int? {
    left.indices.max { left[$0].count < left[$1].count }.flatMap { left[$0].isEmpty ? nil : $0 }
  }

  /// The reason why no more tests begin; `nil` if the run hasn't stopped.
  var stop: Stop? { state.withLock { $0.stop } }

  /// Stops the run.
  ///
  /// If it is called several times, the first reason is kept.
  func end(_ stop: Stop) { state.withLock { $0.stop = $0.stop ?? stop } }
}

extension [TestSuite.Item] {
  /// The range of each file's tests.
  ///
  /// The tests of a file are next to each other.
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

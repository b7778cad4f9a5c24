import FlowHost
import FlowLock

/// Loads the scripts of the tests that are running.
///
/// A script is loaded when its first test begins, or a little earlier. It is released after its
/// last test.
final class TestFiles: Sendable {
  private let context: RunContext
  private let paths: [String]
  /// The indices of the files in the order in which they are needed.
  private let order: [Int]
  private let state: Mutex<State>

  private struct State {
    /// The number of tests of each file that haven't ended.
    var left: [Int]
    var loaded: [Int: Task<TestFile, Never>] = [:]
    /// The number of files in `order` that were loaded.
    var begun = 0
  }

  /// The maximum number of files that are loaded at the same time: one for each worker, and two in
  /// advance.
  private let loadedMax: Int

  init(_ suite: TestSuite, _ context: RunContext, workers: Int) {
    self.context = context
    loadedMax = workers + 2
    paths = suite.files
    var left = Array(repeating: 0, count: suite.files.count)
    var order: [Int] = []
    for item in suite.order {
      if left[item.file] == 0 { order.append(item.file) }
      left[item.file] += 1
    }
    self.order = order
    state = Mutex(State(left: left))
  }

  /// Returns a file that has a test to run.
  func file(_ index: Int) async -> TestFile {
    let task = state.withLock { state in
      let task = load(index, &state)
      while state.begun < order.count, state.loaded.count < loadedMax {
        // All tests of this file may already have ended.
        if state.left[order[state.begun]] > 0 { _ = load(order[state.begun], &state) }
        state.begun += 1
      }
      return task
    }
    return await task.value
  }

  private func load(_ index: Int, _ state: inout State) -> Task<TestFile, Never> {
    if let task = state.loaded[index] { return task }
    let (path, context) = (paths[index], context)
    let task = Task { @concurrent in TestFile(path, context) }
    state.loaded[index] = task
    return task
  }

  /// Records that a test of a file has ended.
  func end(_ index: Int) {
    state.withLock { state in
      state.left[index] -= 1
      if state.left[index] == 0 { state.loaded[index] = nil }
    }
  }
}

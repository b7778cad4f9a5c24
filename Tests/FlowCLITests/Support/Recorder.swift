import FlowCLI
import Synchronization

/// Keeps what is written to it.
final class Recorder: TextSink {
  let isTerminal: Bool
  private let written = Mutex("")

  init(isTerminal: Bool = false) {
    self.isTerminal = isTerminal
  }

  var text: String { written.withLock { $0 } }

  func write(_ text: String) {
    written.withLock { $0 += text }
  }
}

import FlowInterpreter
import FlowCLI
import FlowTerminal
import FlowLock

/// Stores everything that is written to it.
package final class Recorder: TextSink {
  package let isTerminal: Bool
  private let written = Mutex("")

  package init(isTerminal: Bool = false) {
    self.isTerminal = isTerminal
  }

  package var text: String { written.withLock { $0 } }

  package func write(_ text: String) {
    written.withLock { $0 += text }
  }
}

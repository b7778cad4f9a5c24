import FlowLock

/// Collects texts from a closure.
final class Said: Sendable {
  private let state = Mutex<[String]>([])
  var texts: [String] { state.withLock { $0 } }
  func add(_ text: String) { state.withLock { $0.append(text) } }
}

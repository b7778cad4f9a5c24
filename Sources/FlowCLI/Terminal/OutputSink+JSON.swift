import FlowRuntime
import FlowWire

extension OutputSink {
  /// Writes a value as one line of JSON.
  func writeLine(_ json: JSON) { write(String(decoding: json.bytes(), as: UTF8.self) + "\n") }
}

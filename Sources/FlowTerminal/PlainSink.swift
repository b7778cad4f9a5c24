import FlowInterpreter

/// A sink of a terminal whose encoding isn't UTF-8: texts for people have only ASCII characters.
///
/// Formats for programs, scripts and patches are written unchanged.
package struct PlainSink: TextSink {
  private let sink: any TextSink

  /// Wraps a sink.
  package init(_ sink: any TextSink) { self.sink = sink }

  package var isPlain: Bool { true }
  package var isTerminal: Bool { sink.isTerminal }
  package var failure: SinkFailure? { sink.failure }
  package func write(_ text: String) { sink.write(text) }
}

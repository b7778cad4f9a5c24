/// The destination of a text: the terminal, a file, a report.
public protocol OutputSink: Sendable {
  /// Writes a text unchanged.
  func write(_ text: String)
}

/// Masks every known secret in the output.
///
/// Every output uses one.
public struct MaskingSink: OutputSink {
  private let sink: any OutputSink
  private let masker: Masker

  /// Wraps a sink with a masker.
  public init(_ sink: any OutputSink, masker: Masker) {
    self.sink = sink
    self.masker = masker
  }

  /// Masks the text, and writes it.
  ///
  /// A secret must not be split into two texts.
  public func write(_ text: String) {
    sink.write(masker.masked(text))
  }

  /// Writes an output composed of texts, each masked separately.
  ///
  /// The punctuation around them, and numbers, can't be part of a secret.
  public func compose(_ make: (_ masked: (String) -> String) -> String) {
    sink.write(make(masker.masked))
  }
}

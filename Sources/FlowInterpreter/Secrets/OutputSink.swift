/// Where a text goes: the terminal, a file, a report.
public protocol OutputSink: Sendable {
  /// Writes a text as it is.
  func write(_ text: String)
}

/// Masks every known secret in what is written; every output goes through one.
public struct MaskingSink: OutputSink {
  private let sink: any OutputSink
  private let masker: Masker

  /// Puts a masker before a sink.
  public init(_ sink: any OutputSink, masker: Masker) {
    self.sink = sink
    self.masker = masker
  }

  /// Masks the text, and writes it; a secret must not be cut into two texts.
  public func write(_ text: String) {
    sink.write(masker.masked(text))
  }

  /// Writes what is made of texts, of which each is masked by itself: the marks around them, and
  /// numbers, are no text of a secret.
  public func compose(_ make: (_ masked: (String) -> String) -> String) {
    sink.write(make(masker.masked))
  }
}

/// A destination of output: the terminal, a file, a report.
public protocol OutputSink: Sendable {
  /// Writes a text unchanged.
  func write(_ text: String)
  /// Whether texts for people must have only ASCII characters.
  var isPlain: Bool { get }
}

extension OutputSink {
  /// All signs are shown.
  public var isPlain: Bool { false }
}

/// A sink that masks every known secret before it writes.
///
/// All output goes through one of these.
public struct MaskingSink: OutputSink {
  private let sink: any OutputSink
  private let masker: Masker

  /// Wraps a sink with a masker.
  public init(_ sink: any OutputSink, masker: Masker) {
    self.sink = sink
    self.masker = masker
  }

  /// Whether the wrapped sink shows only ASCII characters.
  public var isPlain: Bool { sink.isPlain }

  /// Masks the text, and writes it.
  ///
  /// A secret must not be split into two texts.
  public func write(_ text: String) {
    sink.write(masker.masked(text))
  }

  /// Writes an output that consists of several texts.
  ///
  /// Each text is masked separately.
  ///
  /// Text that isn't passed to `masked`, such as punctuation and numbers, is written unchanged.
  public func compose(_ make: (_ masked: (String) -> String) -> String) {
    sink.write(make(masker.masked))
  }
}

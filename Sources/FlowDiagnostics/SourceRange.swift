/// A half-open range of byte offsets in one source file.
public struct SourceRange: Sendable, Hashable {
  /// The first byte.
  public var start: UInt32
  /// The byte after the last.
  public var end: UInt32

  /// Makes a range.
  public init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = end
  }

  /// The range from the start of this one to the end of another.
  public func through(_ other: SourceRange) -> SourceRange {
    SourceRange(start, max(end, other.end))
  }
}

/// A range and its file.
public struct Place: Sendable, Hashable {
  /// The file.
  public var source: SourceFile
  /// The range in it.
  public var range: SourceRange

  /// Makes a place.
  public init(_ source: SourceFile, _ range: SourceRange) {
    self.source = source
    self.range = range
  }

  /// The text in the range.
  public var text: String { source.text(range) }
}

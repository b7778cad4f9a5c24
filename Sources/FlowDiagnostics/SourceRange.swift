/// A half-open range of byte offsets in one source file.
public struct SourceRange: Sendable, Hashable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The offset after the last byte.
  public var end: UInt32

  /// Makes a range.
  public init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = end
  }

  /// The range from the start of this range to the end of another range.
  public func through(_ other: SourceRange) -> SourceRange {
    SourceRange(start, max(end, other.end))
  }
}

/// A range in a file.
public struct Place: Sendable, Hashable {
  /// The file.
  public var source: SourceFile
  /// The range in the file.
  public var range: SourceRange

  /// Makes a location.
  public init(_ source: SourceFile, _ range: SourceRange) {
    self.source = source
    self.range = range
  }

  /// The text in the range.
  public var text: String { source.text(range) }
}

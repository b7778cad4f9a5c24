/// The locations of one problem in one file, divided into lines.
struct Excerpt {
  var source: SourceFile
  /// The start of the first location.
  var start: UInt32
  var pieces: [Piece]

  /// The part of a location that is on one line.
  struct Piece {
    /// The line, starting from 1.
    var line: Int
    /// The first byte.
    var start: Int
    /// The offset after the last byte.
    var end: Int
    /// Whether the piece belongs to the problem's own location, and not to a related location.
    var isPrimary: Bool
    /// The text of the label; `nil` if there is none.
    var text: String?
  }

  /// Groups the locations of a problem by file, starting with the problem's own file.
  static func groups(of diagnostic: Diagnostic, _ tables: inout LineTables) -> [Excerpt] {
    var groups: [Excerpt] = []
    if let place = diagnostic.place {
      groups.append(
        Excerpt(
          source: place.source, start: place.range.start,
          pieces: pieces(of: place, isPrimary: true, text: nil, &tables)))
    }
    for label in diagnostic.labels {
      let pieces = pieces(of: label.place, isPrimary: false, text: label.text, &tables)
      if let index = groups.firstIndex(where: { $0.source === label.place.source }) {
        groups[index].pieces += pieces
      } else {
        groups.append(
          Excerpt(source: label.place.source, start: label.place.range.start, pieces: pieces))
      }
    }
    for index in groups.indices {
      // The mark of the problem's own location is the first one below its line.
      groups[index].pieces.sort { left, right in
        (left.line, left.isPrimary ? 0 : 1, left.start)
          < (right.line, right.isPrimary ? 0 : 1, right.start)
      }
    }
    return groups
  }

  /// Returns pieces for the first and the last line of a location.
  ///
  /// A location on a single line is one piece.
  private static func pieces(
    of place: Place, isPrimary: Bool, text: String?, _ tables: inout LineTables
  ) -> [Piece] {
    let bytes = place.source.bytes
    let start = min(Int(place.range.start), bytes.count)
    var end = min(max(Int(place.range.end), start), bytes.count)
    // A line break at the end of a location doesn't begin another line.
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    let first = tables.line(of: UInt32(start), in: place.source)
    let last = tables.line(of: UInt32(end), in: place.source)
    guard last > first else {
      return [Piece(line: first, start: start, end: end, isPrimary: isPrimary, text: text)]
    }
    let firstEnd = tables.bytes(of: first, in: place.source).upperBound
    var lastStart = tables.bytes(of: last, in: place.source).lowerBound
    while lastStart < end, bytes[lastStart] == 0x20 || bytes[lastStart] == 0x09 { lastStart += 1 }
    return [
      Piece(line: first, start: start, end: firstEnd, isPrimary: isPrimary, text: nil),
      Piece(line: last, start: lastStart, end: end, isPrimary: isPrimary, text: text),
    ]
  }
}

/// A source line in the form that is printed.
///
/// All characters are safe for a terminal, spaces replace tabs, and a long line is cut.
package struct DisplayLine {
  /// The text to print.
  package private(set) var text = ""
  /// The number of columns that are cut before the text.
  private var hidden = 0
  private var columns = 0
  /// The bytes of the line that were processed.
  private let window: Range<Int>
  private let bytes: [UInt8]
  private let mask: (String) -> String
  private let isMasked: Bool

  /// The maximum number of bytes to process before and after the printed part.
  ///
  /// The number is more than any terminal shows, and enough for a masked value that begins or ends
  /// outside of the printed part.
  private static let reach = 4096

  /// The number of columns between tab stops.
  static let tab = 4

  /// Makes the printed form of a line.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - line: The bytes of the line.
  ///   - focus: The bytes that must be visible.
  ///   - columnsMax: The maximum number of columns to print.
  ///   - ellipsis: The mark for a part that is left out; its characters take one column each.
  ///   - mask: The function that hides secrets.
  package init(
    _ bytes: [UInt8], line: Range<Int>, focus: Range<Int>, columnsMax: Int,
    ellipsis: String = "…", mask: @escaping (String) -> String
  ) {
    self.bytes = bytes
    self.mask = mask
    var start = max(line.lowerBound, focus.lowerBound - DisplayLine.reach)
    while start > line.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    var end = min(line.upperBound, focus.lowerBound + DisplayLine.reach)
    while end < line.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
    window = start..<end
    let whole = String(decoding: bytes[window], as: UTF8.self)
    let masked = mask(whole)
    isMasked = masked != whole
    let cells = DisplayLine.cells(masked)
    columns = cells.last.map { $0.column + $0.width } ?? 0
    let isCutBefore = start > line.lowerBound
    let isCutAfter = end < line.upperBound
    guard columns > columnsMax || isCutBefore || isCutAfter else {
      text = DisplayLine.print(cells)
      return
    }
    let focusColumn = column(of: focus.lowerBound)
    let first = focusColumn < columnsMax * 2 / 3 && !isCutBefore ? 0 : focusColumn - columnsMax / 3
    // An ellipsis replaces the characters in its columns.
    let width = ellipsis.count
    hidden = max(0, first)
    let from = hidden > 0 || isCutBefore ? hidden + width : 0
    let to = hidden + columnsMax - width
    let shown = cells.filter { $0.column >= from && $0.column + $0.width <= to }
    if from > 0 {
      let gap = (shown.first?.column ?? from) - hidden - width
      text = ellipsis + String(repeating: " ", count: max(0, gap))
    }
    text += DisplayLine.print(shown)
    if columns > to || isCutAfter { text += ellipsis }
    columns = min(columns, to)
  }

  /// The first column of a mark below the text, and the mark's length, which is at least 1.
  package func mark(_ start: Int, _ end: Int) -> (column: Int, length: Int) {
    let low = min(max(column(of: start), hidden), max(columns, hidden))
    let high = min(max(column(of: end), low), max(columns, hidden))
    return (low - hidden, max(1, high - low))
  }

  /// The column, starting from 0, of a byte in the line.
  private func column(of offset: Int) -> Int {
    let offset = min(max(offset, window.lowerBound), window.upperBound)
    var before = String(decoding: bytes[window.lowerBound..<offset], as: UTF8.self)
    if isMasked { before = mask(before) }
    return DisplayLine.cells(before).last.map { $0.column + $0.width } ?? 0
  }

  private struct Cell {
    var scalar: Unicode.Scalar
    var column: Int
    var width: Int
  }

  private static func cells(_ text: String) -> [Cell] {
    var cells: [Cell] = []
    var column = 0
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      var (shown, width) = DisplayText.shape(scalar)
      if scalar == "\t" {
        shown = scalar
        width = tab - column % tab
      } else if last.value == 0x200D || (0x1F3FB...0x1F3FF).contains(scalar.value) {
        // The other parts of a joined emoji, such as a skin tone, take no columns of their own.
        width = 0
      } else if scalar.value == 0xFE0F, let before = cells.last, before.width == 1,
        before.scalar.properties.isEmoji
      {
        // This selector turns a symbol into an emoji, which takes two columns.
        width = 1
      }
      cells.append(Cell(scalar: shown, column: column, width: width))
      column += width
      last = scalar
    }
    return cells
  }

  private static func print(_ cells: some Sequence<Cell>) -> String {
    var text = String.UnicodeScalarView()
    for cell in cells {
      if cell.scalar == "\t" {
        text.append(contentsOf: repeatElement(" ", count: cell.width))
      } else {
        text.append(cell.scalar)
      }
    }
    return String(text)
  }
}

/// A block of a manual page, without Markdown's marks.
package enum ManualBlock: Sendable, Hashable {
  /// A heading below the page's title.
  case heading(String)
  /// The lines of a paragraph or of a list's item, in the Markdown file's line breaks.
  case text([String])
  /// The lines of a fenced block.
  case code([String])
  /// The rows of a table, starting with the header.
  case table([[String]])

  /// Reads the blocks of a page.
  ///
  /// - Parameter markdown: The lines below the title.
  /// - Returns: The blocks, in order.
  static func blocks(of markdown: ArraySlice<Substring>) -> [ManualBlock] {
    var blocks: [ManualBlock] = []
    var lines = markdown
    while let line = lines.popFirst() {
      if line.isEmpty { continue }
      if line.hasPrefix("```") {
        let end = lines.firstIndex { $0.hasPrefix("```") } ?? lines.endIndex
        blocks.append(.code(lines[..<end].map(String.init)))
        lines = lines[end...].dropFirst()
      } else if line.hasPrefix("#") {
        blocks.append(.heading(plain(line.drop { $0 == "#" || $0 == " " })))
      } else if line.hasPrefix("|") {
        var rows = [line]
        while let row = lines.first, row.hasPrefix("|") {
          rows.append(row)
          lines.removeFirst()
        }
        // The second row only separates the header from the other rows.
        rows.remove(at: min(1, rows.count - 1))
        blocks.append(.table(rows.map(cells)))
      } else {
        var text = [line]
        while let next = lines.first, continues(next) {
          text.append(next)
          lines.removeFirst()
        }
        let joined = plain(Substring(text.joined(separator: "\n")))
        blocks.append(.text(joined.split(separator: "\n").map(String.init)))
      }
    }
    return blocks
  }

  /// Whether a line continues the text above it.
  private static func continues(_ line: Substring) -> Bool {
    !line.isEmpty && !line.hasPrefix("- ") && !line.hasPrefix("#") && !line.hasPrefix("|")
      && !line.hasPrefix("```") && !(line.first?.isNumber == true && line.contains(". "))
  }

  /// The cells of a row, in which `\|` stands for a vertical bar.
  private static func cells(_ row: Substring) -> [String] {
    let bar = "\u{0}"
    let cells = row.replacing("\\|", with: bar).split(
      separator: "|", omittingEmptySubsequences: false)
    return cells.dropFirst().dropLast().map { cell in
      let bare = cell.drop { $0 == " " }
      let end = bare.lastIndex { $0 != " " }.map { bare.index(after: $0) } ?? bare.startIndex
      return plain(bare[..<end]).replacing(bar, with: "|")
    }
  }

  /// Returns a text without marks of emphasis, in which only the texts of links remain.
  ///
  /// Code keeps its backticks and stays unchanged.
  static func plain(_ text: Substring) -> String {
    var plain = ""
    var rest = text
    while let character = rest.first {
      if character == "`" {
        let ticks = rest.prefix { $0 == "`" }
        let after = rest.dropFirst(ticks.count)
        guard let close = after.firstRange(of: ticks) else { return plain + rest }
        plain += ticks.count == 1 ? "`\(after[..<close.lowerBound])`" : after[..<close.lowerBound]
        rest = after[close.upperBound...]
      } else if character == "[", let middle = rest.firstRange(of: "]("),
        let close = rest[middle.upperBound...].firstIndex(of: ")")
      {
        plain += self.plain(rest[rest.index(after: rest.startIndex)..<middle.lowerBound])
        rest = rest[rest.index(after: close)...]
      } else {
        if character != "*" { plain.append(character) }
        rest.removeFirst()
      }
    }
    return plain
  }
}

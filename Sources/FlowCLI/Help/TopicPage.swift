import FlowManual
import FlowTerminal
import FlowText

/// A page of the manual, or a section of one, for a terminal: headings in bold, code indented, tables in columns.
struct TopicPage {
  private let title: String
  private let blocks: [ManualBlock]
  private let style: Style

  init(topic: ManualTopic, style: Style) {
    self.init(topic.title, topic.blocks, style)
  }

  /// A section, by its heading and what follows it.
  init(_ title: String, _ blocks: [ManualBlock], _ style: Style) {
    self.title = title
    self.blocks = blocks
    self.style = style
  }

  /// The widest line of a table, in characters; text stays as wide as it is written.
  private static let widthMax = 100
  /// The widest columns before the last one of a table whose last column is broken into lines.
  private static let headMax = 56
  private static let indentation = "    "

  /// The page.
  var text: TerminalText {
    var pieces = [style("\(title)", as: .bold) + "\n"]
    for block in blocks {
      // An item of a list follows the text before it without an empty line.
      if !Self.isItem(block) || pieces.last?.text.hasPrefix("- ") != true { pieces.append("\n") }
      switch block {
      case .heading(let heading): pieces.append(style("\(heading)", as: .bold) + "\n")
      case .text(let lines): pieces.append(lines.map { "\($0)\n" }.joined())
      case .code(let lines):
        pieces.append(lines.map { $0.isEmpty ? "\n" : "\(Self.indentation)\($0)\n" }.joined())
      case .table(let rows): pieces.append(table(rows))
      }
    }
    return pieces.joined()
  }

  private static func isItem(_ block: ManualBlock) -> Bool {
    if case .text(let lines) = block { lines.first?.hasPrefix("- ") == true } else { false }
  }

  /// A table in columns.
  ///
  /// If it is too wide, its last column is broken into lines, or else each row becomes a list.
  private func table(_ rows: [[String]]) -> TerminalText {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    let head = widths.dropLast().reduce(0) { $0 + $1 + 2 }
    guard head <= Self.headMax || head + (widths.last ?? 0) <= Self.widthMax else {
      return list(rows)
    }
    let lines = rows.enumerated().map { index, row in
      let start = zip(row.dropLast(), widths).map { Columns.pad($0, $1 + 2) }.joined()
      let parts = Self.wrapped(row.last ?? "", Self.widthMax - head)
      let rest = parts.dropFirst().map { "\n" + String(repeating: " ", count: head) + $0 }
      let line: TerminalText = TerminalText(lines: start + (parts.first ?? "") + rest.joined())
      return (index == 0 ? style(line, as: .bold) : line) + "\n"
    }
    return lines.joined()
  }

  private func list(_ rows: [[String]]) -> TerminalText {
    rows.dropFirst().map { row in
      let details = Self.details(of: row, below: rows[0])
        .flatMap { Self.wrapped($0, Self.widthMax - Self.indentation.count) }
      return "\(row.first ?? "")\n" + details.map { "\(Self.indentation)\($0)\n" }.joined()
    }
    .joined()
  }

  /// The cells of a row after the first, each with the name of its column if there are several.
  static func details(of row: [String], below header: [String]) -> [String] {
    zip(header, row).dropFirst().filter { !$0.1.isEmpty }.map { name, cell in
      header.count > 2 && !name.isEmpty ? "\(name): \(cell)" : cell
    }
  }

  /// Breaks a text between words; a longer word has a line of its own.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

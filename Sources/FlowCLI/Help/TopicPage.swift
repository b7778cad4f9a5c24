import FlowManual
import FlowTerminal
import FlowText

/// Formats a page of the manual, or a section of it, for a terminal.
///
/// Headings are bold, code is indented, and tables have columns.
struct TopicPage {
  private let title: String
  private let blocks: [ManualBlock]
  private let style: Style

  init(topic: ManualTopic, style: Style) {
    self.init(topic.title, topic.blocks, style)
  }

  /// Makes a page from a heading and the blocks below it.
  init(_ title: String, _ blocks: [ManualBlock], _ style: Style) {
    self.title = title
    self.blocks = blocks
    self.style = style
  }

  /// The maximum width of a table, in characters; other text isn't wrapped.
  private static let widthMax = 100
  /// The maximum width of all columns but the last, if the last column is wrapped.
  private static let headMax = 56
  private static let indentation = "    "

  /// The formatted page.
  var text: TerminalText {
    var pieces = [style("\(title)", as: .bold) + "\n"]
    for block in blocks {
      // If a list's item follows text, there is no empty line between them.
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

  /// Formats a table in columns.
  ///
  /// If the table is too wide, its last column is wrapped. If that isn't enough, each row becomes a
  /// list.
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

  /// The cells of a row after the first, with the names of their columns if there are several.
  static func details(of row: [String], below header: [String]) -> [String] {
    zip(header, row).dropFirst().filter { !$0.1.isEmpty }.map { name, cell in
      header.count > 2 && !name.isEmpty ? "\(name): \(cell)" : cell
    }
  }

  /// Wraps a text between words; a word that is too long gets a line of its own.
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

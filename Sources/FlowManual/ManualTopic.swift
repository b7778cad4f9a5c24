/// A page of the manual about a topic, which `flow help TOPIC` prints.
package struct ManualTopic: Sendable, Hashable {
  /// The word after `flow help`.
  package let name: String
  /// The heading of the page.
  package let title: String
  /// One sentence about what the page explains.
  package let summary: String
  /// The blocks below the title.
  package let blocks: [ManualBlock]
  /// The words of each heading that users may search for instead of its own.
  private let searchWords: [String: String]

  /// A heading, and the blocks up to the next heading.
  package struct Section: Sendable, Hashable {
    /// The heading; for the beginning of a page, the page's title.
    package let heading: String
    /// The blocks below the heading.
    package let blocks: [ManualBlock]
    /// Words that users may search for instead of the heading's.
    package let searchWords: String
  }

  /// The sections in order; the first one has the blocks before the first heading.
  package var sections: [Section] {
    var sections: [Section] = []
    var heading = title
    var open: [ManualBlock] = []
    for block in blocks {
      if case .heading(let next) = block {
        sections.append(section(heading, open))
        heading = next
        open = []
      } else {
        open.append(block)
      }
    }
    return sections + [section(heading, open)]
  }

  private func section(_ heading: String, _ blocks: [ManualBlock]) -> Section {
    Section(heading: heading, blocks: blocks, searchWords: searchWords[heading] ?? "")
  }

  /// Reads a page: a heading, a paragraph of one sentence, and other blocks.
  ///
  /// A line `<!-- search: drift, yesterday -->` below a heading has search words.
  ///
  /// The result is `nil` if the page doesn't begin with such a heading and paragraph.
  ///
  /// - Parameters:
  ///   - name: The name of the topic.
  ///   - markdown: The text of the topic's file.
  package init?(_ name: String, markdown: String) {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    var heading = ""
    var searchWords: [String: String] = [:]
    for line in lines {
      if line.hasPrefix("#") { heading = ManualBlock.plain(line.drop { $0 == "#" || $0 == " " }) }
      guard line.hasPrefix(ManualTopic.searchMark) else { continue }
      searchWords[heading] = String(line.dropFirst(ManualTopic.searchMark.count).dropLast(4))
    }
    lines.removeAll { $0.hasPrefix(ManualTopic.searchMark) }
    guard let first = lines.first, first.hasPrefix("# ") else { return nil }
    let blocks = ManualBlock.blocks(of: lines.dropFirst())
    guard case .text(let summary) = blocks.first else { return nil }
    self.name = name
    self.title = String(first.dropFirst(2))
    self.summary = summary.joined(separator: " ")
    self.blocks = blocks
    self.searchWords = searchWords
  }

  private static let searchMark = "<!-- search: "
}

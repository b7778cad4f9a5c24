import FlowManual
import FlowTerminal

extension ManualPage {
  /// The section of the manual page that lists the topics of the manual.
  var topics: String {
    ".SH TOPICS\n" + line("flow help TOPIC prints one of these, and flow man TOPIC for man.") + "\n"
      + Manual.topics.map { topic in
        ".TP\n.B \(escaped(topic.name))\n\(line(topic.summary))\n"
      }
      .joined()
  }

  /// A topic of the manual as a manual page of its own.
  func text(of topic: ManualTopic) -> String {
    var page = """
      .\\" Made by `flow man` of a page of the manual.
      .TH FLOW\\-\(escaped(topic.name.uppercased())) 7 "" "flow \(version)" "Manual of flow"
      .SH NAME
      \(line("flow-\(topic.name) - \(topic.title)"))

      """
    page += ".SH DESCRIPTION\n"
    for block in topic.blocks { page += roff(block) }
    return page
  }

  private func roff(_ block: ManualBlock) -> String {
    switch block {
    case .heading(let heading):
      // In roff, quotes group the words of a request, so a heading can't contain them.
      ".SH \(escaped(heading.uppercased().filter { $0 != "\"" }))\n"
    case .text(let lines): ".PP\n" + lines.map { line($0) + "\n" }.joined()
    case .code(let lines):
      ".PP\n.RS 4\n.nf\n" + lines.map { line($0) + "\n" }.joined() + ".fi\n.RE\n"
    case .table(let rows):
      rows.dropFirst().map { row in
        let details = TopicPage.details(of: row, below: rows[0]).joined(separator: "; ")
        return ".TP\n\\fB\(escaped(row.first ?? ""))\\fR\n\(line(details))\n"
      }
      .joined()
    }
  }
}

import CommandSupport
import FlowManual
import Testing

@testable import FlowCLI

/// The README, the pages of the manual and the other documents agree with each other.
@Suite struct DocumentTests {
  static let documents =
    Project.documents + ["Grammar.md"]
    + ["ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map { ".github/\($0).md" }

  /// The lines of a document outside of its fenced blocks.
  static func prose(_ path: String) throws -> [Substring] {
    let text = try #require(Project.text(path))
    var isOpen = false
    return text.split(separator: "\n").filter { line in
      guard line.hasPrefix("```") else { return !isOpen }
      isOpen.toggle()
      return false
    }
  }

  /// The anchors of a document's headings, as GitHub makes them.
  static func anchors(_ path: String) throws -> [String] {
    try prose(path).filter { $0.hasPrefix("#") }.map { line in
      let heading = line.drop { $0 == "#" || $0 == " " }.lowercased()
      return String(
        heading.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .map { $0 == " " ? "-" : $0 })
    }
  }

  /// The targets of a document's links.
  static func links(_ path: String) throws -> [String] {
    try prose(path).joined(separator: " ").split(separator: "](", omittingEmptySubsequences: false)
      .dropFirst().compactMap { $0.split(separator: ")").first.map(String.init) }
      .filter { !$0.contains("://") && !$0.contains(" ") }
  }

  /// The path that a link of a document leads to.
  static func resolved(_ target: Substring, from document: String) -> String {
    guard !target.isEmpty else { return document }
    var folders = document.split(separator: "/").dropLast()
    for part in target.split(separator: "/") {
      if part == ".." { _ = folders.popLast() } else if part != "." { folders.append(part) }
    }
    return folders.joined(separator: "/")
  }

  @Test("Every link between documents leads to a file and a heading", arguments: documents)
  func links(document: String) throws {
    for link in try Self.links(document) {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = Self.resolved(parts[0], from: document)
      #expect(Project.text(path) != nil, "\(link)")
      guard parts.count == 2, Project.text(path) != nil else { continue }
      #expect(try Self.anchors(path).contains(String(parts[1])), "\(link)")
    }
  }

  @Test("There are links to files and to headings")
  func areThere() throws {
    let links = try Self.documents.flatMap(Self.links)
    #expect(links.count > 80)
    #expect(links.filter { $0.contains("#") }.count > 15)
    #expect(Self.resolved("../a/b.md", from: "x/y/z.md") == "x/a/b.md")
  }

  // MARK: The manual

  @Test("Every page of the folder is a topic, and every topic is a page")
  func order() {
    #expect(Manual.topics.map(\.name).sorted() == Manual.topicFiles.sorted())
    #expect(Set(Manual.topics.map(\.name)).count == Manual.topicFiles.count)
    #expect(Manual.topics.count > 20)
    let commands = CommandTable.all.map(\.name)
    #expect(Manual.topics.allSatisfy { !commands.contains($0.name) })
  }

  @Test("A page has a summary of one sentence, and a readable length", arguments: Manual.topicFiles)
  func shape(name: String) throws {
    let topic = try #require(Manual.topic(name))
    #expect(topic.summary.hasSuffix(".") && topic.summary.count <= 100, "\(topic.summary)")
    #expect(!topic.summary.dropLast().contains(". "))
    #expect(topic.sections.count > 1)
    let lines = try #require(Project.text(Project.page(name))).split(separator: "\n")
    #expect(lines.count < 400)
    for line in try Self.prose(Project.page(name)) where !line.hasPrefix("|") {
      #expect(line.count <= 120, "\(line)")
    }
  }

  @Test("The README lists every page with its summary, and has at most 300 lines")
  func contents() throws {
    let readme = try #require(Project.text("README.md"))
    let rows = readme.split(separator: "\n").filter { $0.contains("](\(Project.manual)/") }
      .filter { $0.hasPrefix("| ") }
    #expect(
      rows
        == Manual.topics.map { topic in
          "| `\(topic.name)` | [\(topic.title)](\(Project.page(topic.name))) | \(topic.summary) |"
        })
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 301)
    for command in ["swift run flow run Examples/sign-in.flow", "swift test"] {
      #expect(readme.contains("\n\(command)\n"))
    }
  }

  @Test("The manual lists every command and every exit status")
  func commands() throws {
    let running = try #require(Project.text(Project.page("running")))
    for command in CommandTable.all { #expect(running.contains("| `flow \(command.name)")) }
  }
}

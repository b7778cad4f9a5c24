/// The page that `flow explain` prints for a problem: its meaning, an example, and the fix.
package struct ProblemPage: Sendable, Hashable {
  /// The name of the kind of problem.
  package let id: String
  /// The title, in a few words.
  package let title: String
  /// What the problem means.
  package let meaning: String
  /// An example of the problem.
  package let example: Example
  /// How to fix the problem.
  package let cure: String

  /// An example of a problem, which a test checks.
  package enum Example: Sendable, Hashable {
    /// A script in which reading or checking finds the problem.
    case check(String)
    /// Several files, of which loading the first one finds the problem.
    case files([File])
    /// A script in which the schema of an org's settings finds the problem.
    case settings(String)
    /// A script whose run with the built-in demo org has the problem, without a user to prompt.
    case run(String)
    /// A sentence about a situation that a script can't produce.
    case situation(String)
  }

  /// A file of an example.
  package struct File: Sendable, Hashable {
    /// The path.
    package let name: String
    /// The contents.
    package let text: String
  }

  /// The page as `flow explain` prints it.
  package var text: String {
    var lines = ["\(id): \(title)", "", meaning, ""]
    switch example {
    case .check(let script), .settings(let script), .run(let script):
      lines += ProblemPage.indented(script)
    case .files(let files):
      for (index, file) in files.enumerated() {
        if index > 0 { lines.append("") }
        lines += ["\(file.name):"] + ProblemPage.indented(file.text)
      }
    case .situation(let sentence): lines.append(sentence)
    }
    return (lines + ["", cure, ""]).joined(separator: "\n")
  }

  private static func indented(_ script: String) -> [String] {
    script.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
  }
}

extension ProblemPage {
  /// Reads a page: a heading, the meaning of the problem, an example and the fix.
  ///
  /// An example is a fenced block. Its first line determines how it produces the problem: `flow
  /// check`, `flow run`, `flow settings`, or `flow files NAME` for each of several files. If no
  /// script produces the problem, a quotation describes the situation. The result is `nil` if a
  /// part is missing.
  ///
  /// - Parameters:
  ///   - id: The name of the kind of problem.
  ///   - markdown: The text of the page's file.
  package init?(_ id: String, markdown: String) {
    var reader = PageReader(markdown)
    guard let title = reader.title() else { return nil }
    let meaning = reader.prose()
    guard let example = reader.example() else { return nil }
    let cure = reader.prose()
    guard reader.isAtEnd, !meaning.isEmpty, !cure.isEmpty else { return nil }
    self.id = id
    self.title = title
    self.meaning = meaning
    self.example = example
    self.cure = cure
  }
}

/// Reads the parts of a page one after the other.
private struct PageReader {
  private var lines: ArraySlice<Substring>

  init(_ markdown: String) {
    lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
  }

  var isAtEnd: Bool { lines.allSatisfy(\.isEmpty) }

  mutating func title() -> String? {
    guard let line = lines.popFirst(), line.hasPrefix("# ") else { return nil }
    return String(line.dropFirst(2))
  }

  /// Reads the paragraphs up to an example or the end, without empty lines around them.
  mutating func prose() -> String {
    skipEmptyLines()
    let end = lines.firstIndex { $0.hasPrefix("```") || $0.hasPrefix("> ") } ?? lines.endIndex
    var text = lines[..<end]
    lines = lines[end...]
    while text.last?.isEmpty == true { text.removeLast() }
    return text.joined(separator: "\n")
  }

  mutating func example() -> ProblemPage.Example? {
    guard let line = lines.first else { return nil }
    if line.hasPrefix("> ") { return .situation(quotation()) }
    guard let (kind, text) = block() else { return nil }
    switch kind.dropFirst("flow ".count) {
    case "check": return .check(text)
    case "run": return .run(text)
    case "settings": return .settings(text)
    default: break
    }
    let prefix = "flow files "
    guard kind.hasPrefix(prefix) else { return nil }
    var files = [ProblemPage.File(name: String(kind.dropFirst(prefix.count)), text: text)]
    skipEmptyLines()
    while let (kind, text) = block() {
      files.append(ProblemPage.File(name: String(kind.dropFirst(prefix.count)), text: text))
      skipEmptyLines()
    }
    return .files(files)
  }

  /// Reads a fenced block, and returns the text after the opening fence and the block's lines.
  ///
  /// In the lines, `␀` represents the NUL character. The result is `nil` if there is no fenced
  /// block.
  private mutating func block() -> (kind: Substring, text: String)? {
    let fence = "```"
    guard let first = lines.first, first.hasPrefix(fence),
      let end = lines.dropFirst().firstIndex(of: fence[...])
    else { return nil }
    let text = lines[(lines.startIndex + 1)..<end].joined(separator: "\n")
    lines = lines[(end + 1)...]
    let script = String(text.map { $0 == "␀" ? "\0" : $0 })
    return (first.dropFirst(fence.count), script)
  }

  private mutating func quotation() -> String {
    var parts: [Substring] = []
    while let line = lines.first, line.hasPrefix("> ") {
      parts.append(line.dropFirst(2))
      lines.removeFirst()
    }
    return parts.joined(separator: " ")
  }

  private mutating func skipEmptyLines() {
    while lines.first?.isEmpty == true { lines.removeFirst() }
  }
}

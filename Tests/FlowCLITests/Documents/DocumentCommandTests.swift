import CommandSupport
import FlowManual
import FlowTerminal
import Testing

@testable import FlowCLI

/// The commands that documents show exist, with the options that they show.
@Suite struct DocumentCommandTests {
  /// The command lines of a shell's text, as words; comments, redirections and other programs are
  /// left out.
  static func commands(_ text: String) -> [[String]] {
    var lines: [[String]] = [[]]
    var word: String?
    var quote: Character?
    func end() {
      if let text = word { lines[lines.count - 1].append(text) }
      word = nil
    }
    let joined = text.replacing("\\\n", with: " ")
    var rest = Substring(joined.replacing("\"$(", with: ";").replacing(")\"", with: ";"))
    while let character = rest.popFirst() {
      switch character {
      case let mark where quote == mark: quote = nil
      case _ where quote != nil: word?.append(character)
      case "'", "\"":
        quote = character
        word = word ?? ""
      case "#" where word == nil: rest = rest.drop { $0 != "\n" }
      case " ": end()
      case "\n", ";", "|", "&", "<", ">", ")":
        end()
        // The file of a redirection isn't an argument.
        lines.append("<>".contains(character) ? ["file"] : [])
      default: word = (word ?? "") + String(character)
      }
    }
    end()
    return lines.compactMap { words in
      let words = words.starts(with: ["swift", "run"]) ? Array(words.dropFirst(2)) : words
      return words.first == "flow" ? Array(words.dropFirst()) : nil
    }
  }

  /// The fenced command lines of a document.
  static func fenced(_ document: String) -> [[String]] {
    Project.blocks(of: document).filter { $0.info == "sh" }
      .flatMap { commands($0.lines.joined(separator: "\n")) }
  }

  /// The command lines within sentences and tables of a document.
  static func inline(_ document: String) throws -> [[String]] {
    try DocumentTests.prose(document).flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("flow ") }
        .map { $0.element.split(separator: " ").dropFirst().map(String.init) }
    }
  }

  @Test("A fenced command line is one that flow accepts", arguments: Project.documents)
  func accepts(document: String) throws {
    for words in Self.fenced(document) { try Self.accept(words) }
  }

  @Test(
    "A command in a sentence exists, with its options",
    arguments: Project.documents + Project.articles)
  func exists(document: String) throws {
    for words in try Self.inline(document) {
      guard let name = words.first, !["help", "--help", "--version"].contains(name),
        name != name.uppercased()
      else { continue }
      let command = CommandTable.all.first { $0.name == name }
      #expect(command != nil, "\(words)")
      for word in words.dropFirst() where word.hasPrefix("--") {
        let option = String(word.prefix { $0 != "=" })
        #expect(command?.allOptions.contains { $0.name == option } == true, "\(words)")
      }
    }
  }

  /// Records an issue if flow doesn't accept a command line.
  static func accept(_ words: [String]) throws {
    let name = try #require(words.first)
    if name == "--version" { return }
    if name == "help" {
      let topics = Manual.topics.map(\.name) + CommandTable.all.map(\.name)
      #expect(words.count == 1 || topics.contains(words[1]) || words[1] == "totp", "\(words)")
      return
    }
    let command = try #require(CommandTable.all.first { $0.name == name }, "\(words)")
    #expect(throws: Never.self, "\(words)") {
      _ = try ParsedArguments(Array(words.dropFirst()), for: command)
    }
  }

  @Test("Command lines are found, and wrong ones are too")
  func finds() throws {
    let text =
      "A=1 x\nflow run a.flow --only 'a b' \\\n  --trace # run it\neval \"$(flow man)\" | flow fmt - < b"
    #expect(
      Self.commands(text) == [
        ["run", "a.flow", "--only", "a b", "--trace"], ["man"], ["fmt", "-"],
      ])
    #expect(Project.documents.flatMap(Self.fenced).count > 100)
    #expect(try Project.documents.flatMap(Self.inline).count > 60)
    #expect(throws: (any Error).self) {
      let command = try #require(CommandTable.all.first { $0.name == "run" })
      _ = try ParsedArguments(["a.flow", "--onyl", "x"], for: command)
    }
  }
}

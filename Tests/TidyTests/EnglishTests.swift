import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Words that the project's prose doesn't use.
///
/// The list only catches the cheap cases of old, vague or British words.
@Suite struct EnglishTests {
  /// The words and phrases, with the plain English for them.
  private static let words: [(word: String, instead: String)] = [
    ("whoever", "anyone who"), ("whomever", "anyone who"), ("somebody", "a user"),
    ("anew", "again"), ("likewise", "the same"), ("at hand", "current"),
    ("in vain", "without success"), ("by the way", "on the way"), ("anyhow", "unconditionally"),
    ("mend", "fix"), ("mends", "fixes"), ("mended", "fixed"), ("errand", "task"),
    ("hitherto", "so far"), ("told apart", "distinguished"), ("the newest", "the latest"),
    ("is in the way", "already exists"), ("parts from", "differs from"),
    ("where there is", "if there is"), ("where there are", "if there are"),
    ("`nil` where", "`nil` if"), ("for ever", "forever"), ("behaviour", "behavior"),
    ("favour", "favor"), ("neighbour", "neighbor"), ("recognise", "recognize"),
    ("organise", "organize"), ("initialise", "initialize"), ("serialise", "serialize"),
    ("normalise", "normalize"), ("optimise", "optimize"), ("authorise", "authorize"),
  ]

  /// Documents, by their paths from the root, and the folders whose documents are checked.
  private static let documents = ["README.md", "Grammar.md"]
  private static let folders = [
    ".github", "Sources/FlowManual/Resources/Manual", "Sources/FlowManual/Resources/Problems",
    "Sources/FlowSignIn/FlowSignIn.docc", "Sources/FlowSignInTesting/FlowSignInTesting.docc",
  ]

  /// The word of the list that a line has; `nil` if it has none.
  private static func word(in line: some StringProtocol) -> (word: String, instead: String)? {
    let line = line.lowercased()
    return words.first { entry in
      line.ranges(of: entry.word).contains { range in
        func isLetter(_ character: Character?) -> Bool {
          character.map { $0.isLetter || $0 == "-" || $0 == "_" } ?? false
        }
        let before = line[..<range.lowerBound].last
        let after = line[range.upperBound...].first
        return !isLetter(before) && !isLetter(after)
      }
    }
  }

  @Test("The list finds its words, and nothing within other words")
  func list() {
    #expect(Self.word(in: "/// Whoever signs up.")?.instead == "anyone who")
    #expect(Self.word(in: "/// Returns `nil` where nothing is.")?.word == "`nil` where")
    #expect(Self.word(in: "/// An amendment, a commend and renewed.") == nil)
  }

  @Test("Docstrings and comments of Swift files are in plain English")
  func comments() {
    for file in TidyTests.files where !file.path.hasSuffix("EnglishTests.swift") {
      for (number, line) in file.lines.enumerated() {
        let bare = line.drop { $0 == " " }
        guard bare.hasPrefix("//"), let found = Self.word(in: bare) else { continue }
        Issue.record("\(file.path):\(number + 1): `\(found.word)`: write `\(found.instead)`")
      }
    }
  }

  @Test("Messages and titles of tests are in plain English")
  func texts() {
    for file in TidyTests.files where !file.path.hasSuffix("EnglishTests.swift") {
      let isTest = file.path.hasPrefix("Tests")
      for (number, line) in file.lines.enumerated() where line.contains("\"") {
        let bare = line.drop { $0 == " " }
        // What tests compare with may be a fixture in any words.
        guard !isTest || bare.hasPrefix("@Test(") || bare.hasPrefix("@Suite("),
          !bare.hasPrefix("//"), let found = Self.word(in: line)
        else { continue }
        Issue.record("\(file.path):\(number + 1): `\(found.word)`: write `\(found.instead)`")
      }
    }
  }

  @Test("Documents are in plain English")
  func prose() throws {
    var paths = Self.documents
    for folder in Self.folders {
      let names =
        try FileManager.default.contentsOfDirectory(atPath: TidyTests.root + "/" + folder)
      paths += names.filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    #expect(paths.count > 100)
    for path in paths {
      let text = try String(contentsOfFile: TidyTests.root + "/" + path, encoding: .utf8)
      var isCode = false
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if line.hasPrefix("```") { isCode.toggle() }
        guard !isCode, let found = Self.word(in: line) else { continue }
        Issue.record("\(path):\(number + 1): `\(found.word)`: write `\(found.instead)`")
      }
    }
  }
}

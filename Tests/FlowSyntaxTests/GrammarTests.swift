import FlowDiagnostics
import Testing

@testable import FlowSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `Grammar.md` and the parser agree.
@Suite struct GrammarTests {
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// The blocks fenced as a language.
  static func blocks(_ language: String, in text: String) -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = current {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
          current = nil
        } else {
          current = lines + [line]
        }
      } else if line == "```" + language {
        current = []
      }
    }
    return blocks
  }

  /// The productions in a text: name to body, white space folded.
  static func productions(_ lines: [Substring]) -> [String: String] {
    var all: [String: String] = [:]
    var open: [Substring] = []
    for line in lines {
      let words = line.split(separator: " ")
      for word in words {
        if open.isEmpty, words.count < 3 || words.dropFirst().first != "=" && word == words.first {
          break
        }
        if word == "." {
          guard open.count > 2, open[1] == "=" else { break }
          all[String(open[0])] = open.dropFirst(2).joined(separator: " ")
          open = []
        } else {
          open.append(word)
        }
      }
    }
    return all
  }

  /// The productions in the doc comments of the parser.
  static func commented() throws -> [String: String] {
    var all: [String: String] = [:]
    let folder = "Sources/FlowSyntax/Parser"
    for name in try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) {
      let text = try text(folder + "/" + name)
      var comment: [Substring] = []
      for line in text.split(separator: "\n") {
        let bare = line.drop { $0 == " " }
        if bare.hasPrefix("///") {
          comment.append(bare.dropFirst(3))
        } else {
          all.merge(productions(comment)) { first, _ in first }
          comment = []
        }
      }
    }
    return all
  }

  @Test("Grammar.md has the productions of the parser, verbatim")
  func productionsAgree() throws {
    let page = try GrammarTests.text("Grammar.md")
    let lines = GrammarTests.blocks("ebnf", in: page)
      .flatMap { $0.split(separator: "\n") }
    let written = GrammarTests.productions(lines)
    let parsed = try GrammarTests.commented()
    #expect(parsed.count > 30)
    for (name, body) in parsed {
      #expect(written[name] == body, "production \(name)")
    }
    #expect(Set(written.keys) == Set(parsed.keys))
  }

  @Test("Every fenced script of Grammar.md parses without a problem")
  func scriptsParse() throws {
    let scripts = GrammarTests.blocks("flow", in: try GrammarTests.text("Grammar.md"))
    #expect(scripts.count > 10)
    for script in scripts {
      let (_, diagnostics) = Script.parse(SourceFile(name: "Grammar.md", text: script))
      #expect(diagnostics.isEmpty, "\(diagnostics.map(\.problem)) in\n\(script)")
    }
  }

  @Test("Every production of Grammar.md is used by another, except the whole script")
  func productionsAreUsed() throws {
    let productions = try GrammarTests.commented()
    let used = Set(productions.values.flatMap { $0.split(separator: " ").map(String.init) })
    for name in productions.keys where name != "script" {
      #expect(used.contains(name), "nothing uses \(name)")
    }
  }
}

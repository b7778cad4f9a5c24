import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files of the checkout that tests read.
package enum Project {
  package static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  /// A file's text; `nil` if it doesn't exist.
  package static func text(_ path: String) -> String? {
    try? String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// The scripts of the examples, except folders that have separate tests, and profiles, which
  /// scripts use.
  package static let examples: [String] = {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: root + "/Examples")) ?? []
    let others = ["nextauth/", "policy-qa/", "profiles/", "use-cases/"]
    return names.sorted().filter { name in
      name.hasSuffix(".flow") && !others.contains { name.hasPrefix($0) }
    }
  }()

  /// The path of an example.
  package static func example(_ name: String) -> String { root + "/Examples/" + name }

  /// The folder of the manual's pages.
  package static let manual = "Sources/FlowManual/Resources/Manual"

  /// The path of the manual's page on a topic.
  package static func page(_ topic: String) -> String { "\(manual)/\(topic).md" }

  /// The README and the pages of the manual, by their paths.
  package static let documents: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + manual)) ?? []
    return ["README.md"] + names.sorted().map { manual + "/" + $0 }
  }()

  /// The articles about the products for apps, by their paths.
  package static let articles: [String] = ["FlowSignIn", "FlowSignInTesting"].flatMap { product in
    let folder = "Sources/\(product)/\(product).docc"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { folder + "/" + $0 }
  }

  /// The fenced scripts of a page, each with its number; none if there is no such page.
  package static func scripts(of page: String) -> [Script] {
    let blocks = blocks(of: page).filter { $0.info == "flow" || $0.info == "flow run" }
    return blocks.enumerated().map { index, block in
      Script(
        page: page, number: index + 1, text: block.lines.joined(separator: "\n"),
        isRun: block.info == "flow run")
    }
  }

  /// The fenced blocks of a page: what follows the opening marks, and the lines.
  package static func blocks(of page: String) -> [(info: String, lines: [String])] {
    var blocks: [(info: String, lines: [String])] = []
    var isOpen = false
    for line in (text(page) ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if !isOpen { blocks.append((String(line.dropFirst(3)), [])) }
        isOpen.toggle()
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(String(line))
      }
    }
    return blocks
  }

  /// A fenced script of a page.
  package struct Script: Sendable {
    package var page: String
    package var number: Int
    package var text: String
    /// Whether the page promises that it runs unchanged: its block is fenced as `flow run`.
    package var isRun = false
  }

  /// The lines of a document's section, up to the next one.
  package static func section(_ title: String, of file: String) throws -> [String] {
    let text = try #require(Self.text(file))
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let from = lines.firstIndex(of: title) ?? lines.count - 1
    let level = title.prefix { $0 == "#" }.count
    let body = lines[(from + 1)...].prefix { line in
      let marks = line.prefix { $0 == "#" }.count
      return marks == 0 || marks > level
    }
    return Array(body)
  }
}

extension Project.Script: CustomStringConvertible {
  package var description: String { "\(page), script \(number)" }
}

/// The captured responses; empty if absent.
package enum Samples {
  package static let files: [String] = {
    let root = SampleFolder.url.path()
    let index = root + "/INDEX.tsv"
    guard let text = try? String(contentsOfFile: index, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      line.split(separator: "\t").first.map { root + "/" + $0 }
    }
  }()

  package static let areThere = !files.isEmpty
}

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

  /// The fenced scripts of a page, each with its number; empty if the page doesn't exist.
  package static func scripts(of page: String) -> [Script] {
    var scripts: [Script] = []
    var current: [Substring]?
    for line in (text(page) ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = current {
        if line == "```" {
          scripts.append(
            Script(page: page, number: scripts.count + 1, text: lines.joined(separator: "\n")))
          current = nil
        } else {
          current = lines + [line]
        }
      } else if line == "```flow" {
        current = []
      }
    }
    return scripts
  }

  /// A fenced script of a page.
  package struct Script: Sendable {
    package var page: String
    package var number: Int
    package var text: String
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

import CommandSupport
import FlowTerminal
import Testing

@testable import FlowCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files that build, install and describe a release name only what exists.
@Suite struct ReleaseTests {
  private static func text(_ path: String) throws -> String {
    try #require(Project.text(path), "\(path)")
  }

  /// The words of a text that look like long options.
  private static func options(_ text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /(?:^|[\s(])(--[a-z][a-z-]+)/).map { String($0.output.1) })
  }

  @Test("A pre-commit hook is a command line that flow accepts")
  func hooks() throws {
    let entries = try Self.text(".pre-commit-hooks.yaml").matches(of: /\n  entry: flow (.+)/)
    #expect(entries.map(\.output.1) == ["check", "fmt --check"])
    for entry in entries {
      let words = entry.output.1.split(separator: " ").map(String.init)
      try DocumentCommandTests.accept(words + ["a.flow", "b c.flow"])
    }
  }

  @Test("The scripts of a release run command lines that flow accepts")
  func commands() throws {
    let build = try Self.text(".github/release/build").matches(of: /bin\/flow" ([a-z -]+)/)
    let test = try Self.text(".github/release/test").split(separator: "\n")
    let listed = test.drop { !$0.hasSuffix("<<'COMMANDS'") }.dropFirst()
      .prefix { $0 != "COMMANDS" }
    #expect(build.count > 3 && listed.count > 3)
    let lines = build.map(\.output.1) + listed
    for line in lines {
      try DocumentCommandTests.accept(line.split(separator: " ").map(String.init))
    }
  }

  @Test("A workflow, an action and an image give the scripts options that they have")
  func options() throws {
    let build = Self.options(try Self.text(".github/release/build"))
    let docker = Self.options(
      try Self.text(".github/docker/Dockerfile").split(separator: "\n")
        .first { $0.contains(".github/release/build") } ?? "")
    #expect(docker == ["--output"] && docker.isSubset(of: build))
    let workflow = try Self.text(".github/workflows/release.yml")
    let given = workflow.matches(of: /options\+?=\(([^)]+)\)/).map(\.output.1)
    #expect(given.count == 2)
    for line in given { #expect(Self.options(" " + line).isSubset(of: build)) }

    let install = Self.options(try Self.text(".github/release/install"))
    let action = Self.options(try Self.text(".github/actions/setup-flow/action.yml"))
    #expect(action == ["--from", "--version", "--prefix"] && action.isSubset(of: install))
  }

  @Test("The manual names the archives that a release has")
  func archives() throws {
    let workflow = try Self.text(".github/workflows/release.yml")
    let names = workflow.matches(of: /\{ name: ([a-z0-9_-]+),/).map(\.output.1)
    #expect(names.count == 3)
    let page = try Self.text(Project.page("installing"))
    for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    for document in [page, try Self.text("README.md")] {
      for match in document.matches(of: /flow-([0-9.]+)-([a-z0-9_-]+)\.tar\.gz/) {
        #expect(match.output.1 == version && names.contains(match.output.2))
      }
    }
  }

  @Test("An image is built from files that exist")
  func image() throws {
    let lines = try Self.text(".dockerignore").split(separator: "\n")
    #expect(lines.contains("*"))
    let paths = lines.filter { $0.hasPrefix("!") }.map { $0.dropFirst() }
    let needed = ["Package.swift", "Sources", "Tests", "Examples", "README.md"]
    #expect(Set(paths.map(String.init)).isSuperset(of: needed))
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: "\(Project.root)/\(path)"), "\(path)")
    }
  }

  @Test("The changelog begins with what isn't released yet")
  func changelog() throws {
    let lines = try Self.text(".github/CHANGELOG.md").split(separator: "\n")
    let versions = lines.filter { $0.hasPrefix("## ") }
    #expect(versions.first == "## Unreleased")
    for heading in versions.dropFirst() {
      #expect(
        heading.wholeMatch(of: /## [0-9]+\.[0-9]+\.[0-9]+ - [0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil)
    }
    let groups = lines.filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) }
    let known: Set<Substring> = [
      "Breaking", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security",
    ]
    #expect(!groups.isEmpty && Set(groups).isSubset(of: known))
  }
}

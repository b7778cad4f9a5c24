import TestSupport
import Testing

@testable import FlowSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Scripts of every form, made by chance; `FLOW_GENERATED_SCRIPTS` says how many.
@Suite("Generated scripts")
struct GeneratedScriptTests {
  private static let count =
    ProcessInfo.processInfo.environment["FLOW_GENERATED_SCRIPTS"].flatMap { UInt64($0) } ?? 100

  @Test("Generated scripts have no mistake, keep every law, and so do their mutants")
  func laws() throws {
    var kinds: Set<SyntaxNode.Kind> = []
    var words: Set<Keyword> = []
    for seed in 0..<Self.count {
      let run = GeneratedScript(random: SeededGenerator(seed: seed))
      if let broken = run.broken() {
        Issue.record("seed \(seed): \(broken)\n\(String(decoding: run.bytes, as: UTF8.self))")
        return
      }
      let source = SourceFile(name: "t.flow", bytes: run.bytes)
      if kinds.count < SyntaxNode.Kind.allCases.count { run.add(to: &kinds) }
      if words.count < Keyword.allCases.count {
        for token in LexedSource(source).tokens { words.insert(token.keyword) }
      }
    }
    // What is never written proves nothing.
    #expect(Set(SyntaxNode.Kind.allCases).subtracting(kinds).isEmpty)
    #expect(Set(Keyword.allCases).subtracting(words).isEmpty)
  }
}

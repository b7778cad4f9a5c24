import FlowDiagnostics
import TestSupport
import Testing

@testable import FlowSyntax

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Random scripts of every form; `FLOW_GENERATED_SCRIPTS` sets their number.
@Suite("Generated scripts")
struct GeneratedScriptTests {
  private static let count =
    ProcessInfo.processInfo.environment["FLOW_GENERATED_SCRIPTS"].flatMap { UInt64($0) } ?? 100

  /// The index of the first script, so that several processes can share the work.
  private static let first =
    ProcessInfo.processInfo.environment["FLOW_GENERATED_FROM"].flatMap { UInt64($0) } ?? 0

  /// The number of mutants of each script.
  private static let mutants = 4

  @Test("Generated scripts have no mistake and satisfy every law, and so do their mutants")
  func laws() throws {
    var kinds: Set<SyntaxNode.Kind> = []
    var words: Set<Keyword> = []
    for seed in Self.first..<Self.first + Self.count {
      let run = GeneratedScript(random: SeededGenerator(seed: seed))
      if let broken = run.broken(mutants: Self.mutants) {
        Issue.record("seed \(seed): \(broken)\n\(String(decoding: run.bytes, as: UTF8.self))")
        return
      }
      let source = SourceFile(name: "t.flow", bytes: run.bytes)
      if kinds.count < SyntaxNode.Kind.allCases.count { run.add(to: &kinds) }
      if words.count < Keyword.allCases.count {
        for token in LexedSource(source).tokens { words.insert(token.keyword) }
      }
    }
    // A part that is never written proves nothing.
    #expect(Set(SyntaxNode.Kind.allCases).subtracting(kinds).isEmpty)
    #expect(Set(Keyword.allCases).subtracting(words).isEmpty)
  }
}

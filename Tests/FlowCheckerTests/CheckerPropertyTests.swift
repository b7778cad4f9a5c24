import FlowChecker
import FlowDiagnostics
import FlowSyntax
import TestSupport
import Testing

/// The invariants of checking and drawing, for any text.
@Suite struct CheckerPropertyTests {
  /// Checks a text, draws its problems, and checks the invariants of both.
  private func hold(_ bytes: [UInt8], _ name: String = "t.flow") {
    let source = SourceFile(name: name, bytes: bytes)
    let found = TestVocabulary.problems(source)
    var renderer = DiagnosticRenderer(columnsMax: 60)
    for diagnostic in found {
      for place in [diagnostic.place].compactMap({ $0 }) + diagnostic.labels.map(\.place) {
        #expect(place.range.start <= place.range.end && Int(place.range.end) <= bytes.count)
      }
      let drawn = renderer.render(diagnostic)
      #expect(drawn.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
      #expect(!drawn.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
    }
  }

  @Test("A script with any insertion is checked and drawn", arguments: Corpus.all)
  func mutants(text: String) {
    let bytes = Array(text.utf8)
    var generator = SeededGenerator(seed: 11)
    let pieces: [[UInt8]] = [
      [0x22], [0x7B], [0x7D], [0x28], [0x5C], [0x0A], [0], [0xFF], [0xE2, 0x82], [0x1B, 0x5B],
      Array("\"\"\"\n".utf8), Array(" or ".utf8), Array("\\(x)".utf8), Array("\u{202E}".utf8),
      Array("\ton any stop\n".utf8), Array(" is 3 ".utf8), Array("use a\n".utf8),
    ]
    for _ in 0..<150 {
      var mutant = bytes
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let start = Int.random(in: 0...mutant.count, using: &generator)
        let end = min(mutant.count, start + Int.random(in: 0...6, using: &generator))
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        mutant.replaceSubrange(start..<end, with: piece)
      }
      hold(mutant)
    }
  }

  @Test("Checking doesn't depend on the order of the profiles", arguments: Corpus.all)
  func stable(text: String) {
    let source = SourceFile(name: "t", text: text)
    let first = TestVocabulary.problems(source)
    for _ in 0..<3 {
      #expect(TestVocabulary.problems(source) == first)
    }
  }
}

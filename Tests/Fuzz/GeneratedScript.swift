import FlowDiagnostics
@testable import FlowSyntax

/// A random script, and the invariants of it and of its mutants.
struct GeneratedScript<Source: RandomNumberGenerator> {
  /// The script.
  let bytes: [UInt8]
  private let random: Source

  /// The script that a random source makes.
  init(random: Source) {
    var generator = ScriptGenerator(random: random)
    bytes = generator.script()
    self.random = generator.random
  }

  /// The law that it or one of its mutants breaks; `nil` if all satisfy all.
  func broken(mutants: Int) -> String? {
    let (_, diagnostics) = Script.parse(SourceFile(name: "t.flow", bytes: bytes))
    if let problem = diagnostics.first(where: { $0.severity == .error }) {
      return "it has a mistake, \(problem.kind) at \(problem.place?.range.start ?? 0)"
    }
    if let broken = ScriptLaw.broken(by: bytes) { return broken }
    var random = random
    let tokens = LexedSource(SourceFile(name: "t.flow", bytes: bytes)).tokens
    for _ in 0..<mutants {
      let mutant = mutant(tokens, &random)
      if let broken = ScriptLaw.broken(by: mutant) {
        return "\(broken), in the mutant\n\(String(decoding: mutant, as: UTF8.self))\nof"
      }
    }
    return nil
  }

  /// Adds the kinds of nodes in its tree.
  func add(to kinds: inout Set<SyntaxNode.Kind>) {
    var rest = [SyntaxTree(SourceFile(name: "t.flow", bytes: bytes)).root]
    while let node = rest.popLast() {
      kinds.insert(node.kind)
      rest += node.children
    }
  }

  private static var marks: [[UInt8]] {
    [
      "{", "}", ";", "\n", "#", " or ", "(", ")", ",", "\n\n\n", " ", "=", "\"\"\"", "\"", "\\(",
      "\u{0}",
      "\u{202E}", " then ", " not ", " when ",
    ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]
  }

  /// The script with a token or two omitted, doubled, moved, or with a character inserted, or cut
  /// off.
  private func mutant(_ tokens: [Token], _ random: inout Source) -> [UInt8] {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let token = tokens.randomElement(using: &random) else { break }
      let start = min(Int(token.start), mutant.count)
      let end = min(Int(token.end), mutant.count)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: mutant.removeSubrange(start..<end)
      case 1: mutant.insert(contentsOf: [0x20] + mutant[start..<end], at: end)
      case 2: mutant.removeSubrange(end...)
      case 3:
        let other = tokens.randomElement(using: &random) ?? token
        mutant.replaceSubrange(start..<end, with: bytes[Int(other.start)..<Int(other.end)])
      default: mutant.insert(contentsOf: Self.marks.randomElement(using: &random) ?? [], at: start)
      }
    }
    return mutant
  }
}

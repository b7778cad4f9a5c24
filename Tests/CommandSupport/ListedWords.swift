import FlowCLI
package import FlowEngine
import FlowTerminal
import Testing

extension EngineVocabulary {
  /// Checks that `flow names` lists every word with its meaning, except subjects and methods.
  package func holdListing() async {
    let run = await Shell()("names", engine)
    #expect(run.status == .success)
    #expect(run.output.contains("\nEvents (meanwhile …)\n"))
    let all =
      (intents + events + messages).map { ($0.name, $0.meaning) }
      + steps.map { ($0.name, $0.meaning) } + capabilities.map { ($0.naming.word, $0.meaning) }
      + parameters.map { ($0.name, $0.meaning) } + knownFacts.map { ($0.name, $0.meaning) }
    for (name, meaning) in all {
      #expect(!meaning.isEmpty, "\(name)")
      #expect(run.lines.contains { $0.hasPrefix("  \(name) ") && $0.hasSuffix(meaning) }, "\(name)")
    }
  }
}

package import FlowDiagnostics
import FlowSyntax

/// A value from outside of the script that a flow, or the settings of its org, may send.
package enum OutsideValue: Sendable, Hashable {
  case env(String)
  case secret(String)
  /// A file, by the path that the script writes, and the script's name.
  case file(path: String, script: String)
  /// A file of a script whose path is made in the run.
  case computedFile(script: String)
  /// A program with its arguments, as a user reads it, and the script's name.
  case command(String, script: String)
  /// A value of `--var`, by its name.
  case variable(String)
}

// What of a plan can leave this machine.
extension RunPlan {
  /// The values from outside that the flow may send, each once, in the order of the script; those
  /// of `--var` come last.
  package var outsideValues: [OutsideValue] {
    let values = needs.compactMap { need -> OutsideValue? in
      let script = need.place.source.name
      return switch need.kind {
      case .env(let name): .env(name)
      case .secret(let name): .secret(name)
      case .file(let path): .file(path: path, script: script)
      case .computedFile: .computedFile(script: script)
      case .command(let command): .command(command, script: script)
      case .person, .passkeys: nil
      }
    }
    return values + usedVariables.sorted().map { .variable($0) }
  }

  /// The refusal of every variable that the flow may not read.
  ///
  /// - Parameters:
  ///   - sources: Where it would be read.
  ///   - asks: Whether a secret is asked for at a terminal instead.
  ///   - others: Refusals of the settings of the flow's org, which are listed with the flow's own.
  /// - Returns: One problem for all of them, at the first; `nil` if there is none.
  package func refusal(
    by sources: ValueSources, asks: Bool, and others: [Diagnostic] = []
  ) -> Diagnostic? {
    var refused: [(text: String, place: Place?)] = []
    for other in others where other.kind == .envNotAllowed {
      refused += other.problem.names.map { ($0, other.place) }
    }
    // What isn't demanded is refused only if a rule uses it.
    for need in needs where need.time.isDemanded {
      switch need.kind {
      case .env(let name) where !sources.allows(name):
        refused.append(("env \(name)", need.place))
      case .secret(let name) where !asks && sources.isRefused(name):
        refused.append(("secret \(name)", need.place))
      default: continue
      }
    }
    guard let first = refused.first else { return nil }
    var texts: [String] = []
    for (text, _) in refused where !texts.contains(text) { texts.append(text) }
    let labels = refused.dropFirst().compactMap { refusal in
      refusal.place.map { Diagnostic.PlaceLabel($0, "not allowed either") }
    }
    return Diagnostic(.envNotAllowed(texts), at: first.place, labels: labels)
  }
}

extension ValueSources {
  /// Whether `secret NAME` isn't found only because the variable may not be read.
  func isRefused(_ name: String) -> Bool {
    !allows(name) && secret(name) == nil && variable(name) != nil
  }
}

package import FlowSyntax

// What of a plan can leave this machine.
extension RunPlan {
  /// The values from outside that the flow may send, each once, as the script writes them:
  /// `env NAME`, `secret NAME`, `file "path"`, `run "command"`.
  package var outsideValues: [String] {
    var texts: [String] = []
    for need in needs {
      let text: String? =
        switch need.kind {
        case .env(let name): "env \(name)"
        case .secret(let name): "secret \(name)"
        case .file(let path): "file \"\(path)\""
        case .computedFile: "file … (the path is made in the run)"
        case .command(let command): "run \"\(command)\""
        case .person, .passkeys: nil
        }
      if let text, !texts.contains(text) { texts.append(text) }
    }
    return texts
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
    for other in others {
      guard case .envNotAllowed(let texts) = other.problem else { continue }
      refused += texts.map { ($0, other.place) }
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

import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension RunPlan {
  /// Checks before the first request that everything exists that the flow needs.
  ///
  /// The thrown faults report everything that is missing at once.
  ///
  /// An inbox and the user's answers are checked only when a rule needs them, because few runs use
  /// every rule.
  func preflight(_ environment: RunEnvironment) throws(Stop) {
    guard !needs.isEmpty else { return }
    var missing: [(text: String, place: Place)] = []
    var unasked: [(text: String, place: Place)] = []
    let refusal = self.refusal(by: environment.sources, asks: environment.prompter != nil)
    var faults = refusal.map { [$0] } ?? []
    var needsCommands = false
    var help: String?
    for need in needs {
      guard need.time.isDemanded else {
        // The secret isn't required yet, but if it exists, it is masked from the start.
        if case .secret(let name) = need.kind, let secret = environment.sources.secretValue(name) {
          environment.masker.add(secret)
        }
        continue
      }
      switch need.kind {
      case .env(let name):
        guard environment.sources.allows(name) else { continue }
        if environment.sources.envValue(name) == nil { missing.append(("env \(name)", need.place)) }
      case .secret(let name):
        // The secret is masked from the start, because a text before the first request may contain
        // it.
        if let secret = environment.sources.secretValue(name) {
          environment.masker.add(secret)
        } else if environment.prompter == nil, !environment.sources.isRefused(name) {
          missing.append(("secret \(name)", need.place))
        }
      case .file(let path):
        do throws(PlainFailure) {
          _ = try environment.sources.file(path, need.place.source.name)
        } catch {
          help = help ?? error.help
          missing.append(("file `\(path)`: \(error.message)", need.place))
        }
      case .person(let field):
        if environment.prompter == nil { unasked.append((field, need.place)) }
      case .passkeys:
        if let failure = environment.passkeyUnavailability {
          faults.append(
            Diagnostic(
              .passkeyFailed(message: failure.message), at: need.place, help: failure.help))
        }
      case .command:
        // Comparing the function with `nil` would need iOS 18, because it has a typed error.
        if case .some = environment.command { continue }
        guard !needsCommands else { continue }
        needsCommands = true
        faults.append(Diagnostic(.runNotAllowed, at: need.place))
      case .computedFile: continue
      }
    }
    if let first = missing.first {
      let labels = missing.dropFirst().map { Diagnostic.PlaceLabel($0.place, "missing too") }
      faults.append(
        Diagnostic(
          .missingValues(missing.map(\.text)), at: first.place, labels: labels, help: help))
    }
    if let first = unasked.first {
      let labels = unasked.dropFirst().map {
        Diagnostic.PlaceLabel($0.place, "no one can answer this either")
      }
      faults.append(Diagnostic(.nobodyToAsk(field: first.text), at: first.place, labels: labels))
    }
    if !faults.isEmpty { throw .fault(faults) }
  }
}

extension RunEnvironment {
  /// The reason why passkeys can't answer challenges in this run; `nil` if they can.
  fileprivate var passkeyUnavailability: PlainFailure? {
    guard let passkeys else { return .noHolder }
    return passkeys.unavailability
  }
}

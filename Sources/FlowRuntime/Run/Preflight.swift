import FlowEngine
import FlowSyntax

extension Run {
  /// Looks, before the first request, for everything that the run may need, and says all that is
  /// missing at once.
  func preflight() async throws(Stop) {
    guard !plan.needs.isEmpty else { return }
    var missing: [(text: String, place: Place)] = []
    var unasked: [(text: String, place: Place)] = []
    var faults: [Diagnostic] = []
    for need in plan.needs {
      switch need.kind {
      case .env(let name):
        if environment.sources.variable(name) == nil { missing.append(("env \(name)", need.place)) }
      case .secret(let name):
        // Known from the start: what is told before it is sent is masked too.
        if let secret = environment.sources.secretValue(name) {
          environment.masker.add(secret)
        } else if environment.prompter == nil {
          missing.append(("secret \(name)", need.place))
        }
      case .file(let path):
        do throws(ValueSources.FileUnreadable) {
          _ = try await contents(ofFile: path, at: need.place)
        } catch {
          if let stop = stop(for: error, ofFile: path, at: need.place) { throw stop }
          missing.append(("file `\(path)`: \(error.reason)", need.place))
        }
      case .person(let field):
        if environment.prompter == nil { unasked.append((field, need.place)) }
      case .passkeys:
        if let failure = passkeyUnavailability {
          faults.append(
            Diagnostic(
              .passkeyFailed(message: failure.message), at: need.place, help: failure.help))
        }
      case .inbox(let channel):
        if let diagnostic = inboxUnavailability(of: channel, at: need.place) {
          faults.append(diagnostic)
        }
      case .commands:
        if environment.command == nil { faults.append(Diagnostic(.runNotAllowed, at: need.place)) }
      }
    }
    if let first = missing.first {
      let labels = missing.dropFirst().map { Diagnostic.PlaceLabel($0.place, "missing too") }
      faults.append(
        Diagnostic(.missingValues(missing.map(\.text)), at: first.place, labels: labels))
    }
    if let first = unasked.first {
      let labels = unasked.dropFirst().map { Diagnostic.PlaceLabel($0.place, "nobody here either") }
      faults.append(Diagnostic(.nobodyToAsk(field: first.text), at: first.place, labels: labels))
    }
    if !faults.isEmpty { throw .fault(faults) }
  }
}

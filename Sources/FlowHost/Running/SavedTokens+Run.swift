package import FlowInterpreter
package import FlowScript
package import FlowSimulation

extension SavedTokens {
  /// The tokens of a run; `nil` where it brought none.
  package init?(_ result: RunResult, of counterpart: Counterpart, now: Duration) {
    guard let tokens = result.tokens, let configuration = counterpart.configuration else {
      return nil
    }
    self.init(tokens, of: configuration, now: now)
  }
}

import FlowEngine
import FlowSyntax

/// What the parts of a run share.
///
/// Noncopyable because it is large, and a class would pay for an exclusivity check on every access.
struct RunState: ~Copyable {
  let plan: RunPlan
  let environment: RunEnvironment
  var time: TimeLimit
  var journal: Journal
  var transaction: Transaction
  var asker: Asker
  var matcher = Matcher()

  init(_ plan: RunPlan, engine: any Engine, environment: RunEnvironment) {
    self.plan = plan
    self.environment = environment
    time = TimeLimit(environment.deadline, by: environment.clock)
    journal = Journal(of: plan, masker: environment.masker, events: environment.events)
    transaction = Transaction(with: engine, environment)
    asker = Asker(environment)
  }

  /// Stops a run that was canceled or is out of time.
  ///
  /// - Returns: The time.
  func checkTime() throws(Stop) -> Duration { try time.check(at: journal.linePlace) }

  /// Lets time pass at the current step, while nothing is asked of the server.
  func pause(for duration: Duration) async throws(Stop) {
    journal.reportPause(duration)
    try await time.sleep(for: duration)
  }

  /// Learns a secret before anything can show it.
  func learned(_ secret: Secret) -> Secret {
    environment.masker.add(secret)
    return secret
  }
}

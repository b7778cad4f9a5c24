import Synchronization

/// Collects the events of an org during a flow, from any thread.
public final class OrgTraceLog: Sendable {
  private let held = Mutex(OrgTrace())

  /// Creates an empty log.
  public init() {}

  /// The events so far.
  public var trace: OrgTrace { held.withLock { $0 } }

  package func add(_ trace: OrgTrace) { held.withLock { $0.formUnion(trace) } }
}

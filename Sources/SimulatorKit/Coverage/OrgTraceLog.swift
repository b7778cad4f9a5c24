import Synchronization

/// Collects what an org does in answering a flow, from whatever threads its requests come.
public final class OrgTraceLog: Sendable {
  private let held = Mutex(OrgTrace())

  /// Makes a log of nothing.
  public init() {}

  /// What was done so far.
  public var trace: OrgTrace { held.withLock { $0 } }

  package func add(_ trace: OrgTrace) { held.withLock { $0.formUnion(trace) } }
}

import FlowLock

/// Collects the points that an org covers during a flow, from any thread.
public final class OrgTraceLog: Sendable {
  private let held = Mutex(OrgTrace())

  /// Creates an empty log.
  public init() {}

  /// The points covered so far.
  public var trace: OrgTrace { held.withLock { $0 } }

  package func add(_ trace: OrgTrace) { held.withLock { $0.formUnion(trace) } }
}

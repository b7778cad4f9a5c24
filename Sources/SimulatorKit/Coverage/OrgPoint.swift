/// Something that a simulated org has done or found while it answered, as coverage counts it.
///
/// Each simulator has its own points; all that others need to know is whether two are the same.
public struct OrgPoint: Sendable, Hashable {
  /// The point, of a type that its simulator knows.
  package let what: any Hashable & Sendable

  package init(_ what: some Hashable & Sendable) {
    self.what = what
  }

  /// Whether both are the same point of the same simulator.
  public static func == (left: OrgPoint, right: OrgPoint) -> Bool {
    AnyHashable(left.what) == AnyHashable(right.what)
  }

  /// Hashes the point.
  public func hash(into hasher: inout Hasher) { what.hash(into: &hasher) }
}

/// What an org has done while it answered requests: each thing once, whatever the order.
///
/// It is an output beside the response and no part of the org's state, and it is made only where
/// somebody asks for it.
public struct OrgTrace: Sendable, Hashable {
  /// What was done.
  public private(set) var points: Set<OrgPoint> = []

  /// Makes a trace of nothing.
  public init() {}

  /// Adds a point.
  package mutating func add(_ what: some Hashable & Sendable) { points.insert(OrgPoint(what)) }

  /// Adds what another trace has.
  public mutating func formUnion(_ other: OrgTrace) { points.formUnion(other.points) }
}

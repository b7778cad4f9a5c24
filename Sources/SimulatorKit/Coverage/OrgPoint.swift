/// Something that a simulated org does or decides while it answers, such as the rule that it
/// applies.
///
/// Coverage counts these points. Each simulator has its own type of points. Other code only
/// compares points for equality.
public struct OrgPoint: Sendable, Hashable {
  /// The point, whose type belongs to the simulator.
  package let what: any Hashable & Sendable

  package init(_ what: some Hashable & Sendable) {
    self.what = what
  }

  /// Whether both points have the same type and value.
  public static func == (left: OrgPoint, right: OrgPoint) -> Bool {
    AnyHashable(left.what) == AnyHashable(right.what)
  }

  /// Hashes the point.
  public func hash(into hasher: inout Hasher) { what.hash(into: &hasher) }
}

/// The points that an org has covered while it answered requests, without order or repetition.
///
/// A trace is an additional output. It isn't part of the org's state, and is recorded only on
/// request.
public struct OrgTrace: Sendable, Hashable {
  /// The covered points.
  public private(set) var points: Set<OrgPoint> = []

  /// Creates an empty trace.
  public init() {}

  /// Adds a point.
  package mutating func add(_ what: some Hashable & Sendable) { points.insert(OrgPoint(what)) }

  /// Adds the points of another trace.
  public mutating func formUnion(_ other: OrgTrace) { points.formUnion(other.points) }
}

/// An event or a result of a simulated org while it answered, as coverage counts it.
///
/// Each simulator has its own points. Others only compare them for equality.
public struct OrgPoint: Sendable, Hashable {
  /// The point, of a type of its simulator.
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

/// The events of an org while it answered requests: each event once, without an order.
///
/// It is an output in addition to the response and not part of the org's state. It is only made on
/// request.
public struct OrgTrace: Sendable, Hashable {
  /// The events.
  public private(set) var points: Set<OrgPoint> = []

  /// Creates an empty trace.
  public init() {}

  /// Adds a point.
  package mutating func add(_ what: some Hashable & Sendable) { points.insert(OrgPoint(what)) }

  /// Adds the points of another trace.
  public mutating func formUnion(_ other: OrgTrace) { points.formUnion(other.points) }
}

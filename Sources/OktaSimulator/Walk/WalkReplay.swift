/// Replays paths of one exploration.
///
/// The common beginning of several paths is replayed only once.
///
/// The paths form a tree. Replaying each path from its beginning would take longer than the
/// exploration.
package struct WalkReplay {
  /// A position, and the step that led to it.
  private struct Node {
    var position: WalkPosition
    var step: WalkStep?
    var children: [WalkAct: Int] = [:]
  }

  private let walk: Walk
  private var nodes: [Node] = []

  /// The maximum number of stored positions.
  ///
  /// This many positions take some tens of megabytes.
  private static let nodesMax = 10_000

  /// Prepares to replay paths of an exploration.
  package init(_ walk: Walk) { self.walk = walk }

  /// Replays a path.
  ///
  /// - Parameter way: The acts of the path, in order.
  /// - Returns: A step for each act; empty if the org doesn't allow the start.
  package mutating func steps(of way: [WalkAct]) -> [WalkStep] {
    if nodes.count + way.count > WalkReplay.nodesMax { nodes = [] }
    if nodes.isEmpty {
      guard let first = walk.first else { return [] }
      nodes.append(Node(position: first))
    }
    var steps: [WalkStep] = []
    steps.reserveCapacity(way.count)
    var index = 0
    for act in way {
      if let known = nodes[index].children[act] {
        index = known
      } else {
        let (step, reached) = walk.step(act, at: nodes[index].position)
        nodes[index].children[act] = nodes.count
        index = nodes.count
        nodes.append(Node(position: reached, step: step))
      }
      if let step = nodes[index].step { steps.append(step) }
    }
    return steps
  }
}

/// Replays ways of one walk, and their common beginnings only once.
///
/// The ways of a walk are paths of a tree. Replaying each from its beginning would take longer than
/// the exploration did.
package struct WalkReplay {
  /// A position that was reached, and the step that led to it.
  private struct Node {
    var position: WalkPosition
    var step: WalkStep?
    var children: [WalkAct: Int] = [:]
  }

  private let walk: Walk
  private var nodes: [Node] = []

  /// The maximum number of kept positions: some tens of megabytes.
  private static let nodesMax = 10_000

  /// Prepares to replay ways of a walk.
  package init(_ walk: Walk) { self.walk = walk }

  /// Replays a way.
  ///
  /// - Parameter way: The acts, in order.
  /// - Returns: A step for each act; none if the walk can't begin.
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

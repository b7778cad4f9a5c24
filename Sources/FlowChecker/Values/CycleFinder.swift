import FlowDiagnostics
import FlowSyntax

/// Finds cycles among things that mention each other.
enum CycleFinder {
  /// A cycle: its nodes, with the first one repeated at the end, and the mention that closes it.
  struct Cycle {
    var nodes: [Int]
    var place: Place
  }

  /// The cycles that are found from every node.
  ///
  /// Each mention closes at most one.
  ///
  /// The search has its own stack, so that a long chain of mentions can't exhaust the thread's
  /// stack.
  static func cycles(_ edges: [[(node: Int, place: Place)]]) -> [Cycle] {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: edges.count)
    var cycles: [Cycle] = []
    for root in edges.indices where states[root] == .new {
      var path: [(node: Int, next: Int)] = [(root, 0)]
      states[root] = .open
      while let (node, next) = path.last {
        guard next < edges[node].count else {
          states[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let edge = edges[node][next]
        switch states[edge.node] {
        case .new:
          states[edge.node] = .open
          path.append((edge.node, 0))
        case .open:
          guard let first = path.firstIndex(where: { $0.node == edge.node }) else { continue }
          let nodes = path[first...].map(\.node) + [edge.node]
          cycles.append(Cycle(nodes: nodes, place: edge.place))
        case .done: continue
        }
      }
    }
    return cycles
  }
}

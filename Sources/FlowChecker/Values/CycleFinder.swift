import FlowDiagnostics
import FlowSyntax

/// Finds circles among nodes that refer to each other.
enum CycleFinder {
  /// A circle: its nodes, with the first repeated at the end, and the location of the reference
  /// that closes it.
  struct Cycle {
    var nodes: [Int]
    var place: Place
  }

  /// Finds circles.
  ///
  /// Each reference closes at most one circle. The search keeps its own stack, so that a long chain
  /// of references can't overflow the thread's stack.
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

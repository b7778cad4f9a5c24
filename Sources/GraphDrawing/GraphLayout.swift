import FlowEngine

/// The positions of the boxes and lines of a drawn state machine.
///
/// States are drawn one below the other. Transitions are drawn in lanes next to them. Transitions
/// to later states are on the right, and transitions to earlier states are on the left. The first
/// box is the start of every session.
///
/// The layout is simple on purpose: in no machine does a box or a line cover a text.
struct GraphLayout {
  /// All transitions between the same two states, drawn as one line.
  struct Line {
    var from: Int
    var to: Int
    var ids: [String]
    /// The lane, counted outwards from the boxes; `nil` for a line straight to the next box.
    var lane: Int?
    var isRight: Bool
    /// The vertical positions of the line's two ends.
    var start = 0
    var end = 0
  }

  private(set) var lines: [Line] = []
  private(set) var boxTops: [Int] = []
  private(set) var boxHeights: [Int] = []
  private(set) var boxWidth = 0
  private(set) var rightLanes: [Int] = []
  private(set) var leftLanes: [Int] = []
  /// The height of the area with the boxes.
  private(set) var height = 0

  static let characterWidth = 7
  static let lineHeight = 16
  private static let gap = 44
  private static let margin = 12
  private static let portDistance = 10
  private static let lanePadding = 16
  private static let idsPerRow = 3

  /// Lays out a graph.
  init(_ graph: StateGraph) {
    let texts = graph.states.flatMap { [$0.name, $0.note] }
    boxWidth = (texts.map(\.count).max() ?? 0) * GraphLayout.characterWidth + 32
    collect(graph)
    assignLanes()
    placeBoxes(graph)
    placePorts()
    rightLanes = lanes(isRight: true)
    leftLanes = lanes(isRight: false)
  }

  /// Returns the rows of a line's text.
  static func rows(_ line: Line) -> [String] {
    var rows: [String] = []
    var index = 0
    while index < line.ids.count {
      let next = min(index + idsPerRow, line.ids.count)
      rows.append(line.ids[index..<next].joined(separator: " "))
      index = next
    }
    return rows
  }

  private mutating func collect(_ graph: StateGraph) {
    var numbers: [String: Int] = [:]
    for (index, state) in graph.states.enumerated() { numbers[state.name] = index + 1 }
    var known: [[Int]: Int] = [:]
    for transition in graph.transitions {
      let begin = transition.from.map { numbers[$0] } ?? 0
      guard let from = begin, let to = numbers[transition.to] else { continue }
      if let index = known[[from, to]] {
        lines[index].ids.append(transition.id)
      } else {
        known[[from, to]] = lines.count
        lines.append(Line(from: from, to: to, ids: [transition.id], isRight: to >= from))
      }
    }
  }

  /// Assigns a lane to each line, shorter lines first: the first lane in which no line overlaps.
  private mutating func assignLanes() {
    var taken: [Bool: [[ClosedRange<Int>]]] = [true: [], false: []]
    let order = lines.indices.sorted { left, right in
      let lengths = (
        abs(lines[left].to - lines[left].from), abs(lines[right].to - lines[right].from)
      )
      return lengths.0 == lengths.1 ? left < right : lengths.0 < lengths.1
    }
    for index in order where lines[index].to != lines[index].from + 1 {
      let side = lines[index].isRight
      let range =
        min(lines[index].from, lines[index].to)...max(lines[index].from, lines[index].to)
      var lanes = taken[side] ?? []
      let free = lanes.firstIndex { $0.allSatisfy { !$0.overlaps(range) } }
      let lane = free ?? lanes.count
      if free == nil { lanes.append([]) }
      lanes[lane].append(range)
      taken[side] = lanes
      lines[index].lane = lane
    }
  }

  private func ports(of box: Int, isRight: Bool) -> [(line: Int, isStart: Bool)] {
    var arriving: [Int] = []
    var leaving: [Int] = []
    for (index, line) in lines.enumerated() where line.lane != nil && line.isRight == isRight {
      if line.to == box { arriving.append(index) }
      if line.from == box { leaving.append(index) }
    }
    let lane = { (index: Int) in self.lines[index].lane ?? 0 }
    // Lines go down on the right and up on the left. With this order, nested lines never cross at a
    // box.
    let above = isRight ? arriving : leaving
    let below = isRight ? leaving : arriving
    return above.sorted { lane($0) < lane($1) }.map { ($0, !isRight) }
      + below.sorted { lane($0) > lane($1) }.map { ($0, isRight) }
  }

  private mutating func placeBoxes(_ graph: StateGraph) {
    var top = GraphLayout.margin
    for index in 0...graph.states.count {
      let ports = max(ports(of: index, isRight: true).count, ports(of: index, isRight: false).count)
      var text = 0
      if index > 0 {
        let rows = graph.states[index - 1].note.isEmpty ? 1 : 2
        text = 18 + rows * GraphLayout.lineHeight
      }
      let height = max(text, (ports + 1) * GraphLayout.portDistance)
      boxTops.append(top)
      boxHeights.append(height)
      let straight = lines.first { $0.lane == nil && $0.from == index }
      let rows = straight.map { GraphLayout.rows($0).count } ?? 0
      top += height + max(GraphLayout.gap, rows * GraphLayout.lineHeight + 20)
    }
    height = top
  }

  private mutating func placePorts() {
    for box in boxTops.indices {
      for isRight in [true, false] {
        let ports = ports(of: box, isRight: isRight)
        for (position, port) in ports.enumerated() {
          let y = boxTops[box] + boxHeights[box] * (position + 1) / (ports.count + 1)
          if port.isStart { lines[port.line].start = y } else { lines[port.line].end = y }
        }
      }
    }
  }

  /// Returns the distance of each lane from the boxes.
  private func lanes(isRight: Bool) -> [Int] {
    let count = lines.filter { $0.isRight == isRight }.compactMap(\.lane).max().map { $0 + 1 } ?? 0
    var distances: [Int] = []
    var distance = 28
    for lane in 0..<count {
      distances.append(distance)
      let texts = lines.filter { $0.isRight == isRight && $0.lane == lane }
        .flatMap(GraphLayout.rows)
      let width = (texts.map(\.count).max() ?? 0) * GraphLayout.characterWidth
      distance += width + GraphLayout.lanePadding
    }
    return distances + [distance]
  }
}

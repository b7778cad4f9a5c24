package import FlowEngine
import FlowHTTP

/// A state machine as an SVG picture, with a list of its transitions below.
package struct GraphSVG {
  private let graph: StateGraph
  private let layout: GraphLayout
  private let legend: [String]
  private let left: Int
  private let width: Int
  private let height: Int

  private static let margin = 20
  private static let startWidth = 36

  /// Creates the picture.
  package init(_ graph: StateGraph) {
    self.graph = graph
    layout = GraphLayout(graph)
    left = GraphSVG.margin + (layout.leftLanes.last ?? 0)
    let drawing = left + layout.boxWidth + (layout.rightLanes.last ?? 0) + GraphSVG.margin
    legend = GraphSVG.legend(graph)
    let longest = legend.map(\.count).max() ?? 0
    width = max(drawing, longest * GraphLayout.characterWidth + 2 * GraphSVG.margin)
    height =
      layout.height + legend.count * GraphLayout.lineHeight + 2 * GraphSVG.margin
  }

  /// The picture as SVG.
  package var text: String {
    let boxes = graph.states.indices.map(box)
    let paths = layout.lines.map(path)
    let labels = layout.lines.flatMap { self.labels($0) }
    let entries = legend.indices.map(entry)
    let picture: HTML = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(graph.name)</title>
      <style>
      text { font: 12px ui-monospace, monospace; fill: #1f2328 }
      .note { fill: #59636e }
      .id { fill: #0550ae; stroke: #fff; stroke-width: 3px; paint-order: stroke }
      rect { fill: #f6f8fa; stroke: #1f2328 } .part { stroke-dasharray: 4 3 }
      path { fill: none; stroke: #59636e } .head { fill: #59636e }
      @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc } .note { fill: #9198a1 } .id { fill: #79c0ff; stroke: #0d1117 }
      svg { background: #0d1117 }
      rect { fill: #151b23; stroke: #f0f6fc } path { stroke: #9198a1 } .head { fill: #9198a1 }
      }
      </style>
      <defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" \
      markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
      \(start)\(boxes)\(paths)\(labels)\(entries)</svg>

      """
    return picture.markup
  }

  // MARK: Boxes

  private var middle: Int { left + layout.boxWidth / 2 }

  /// The box from which all sessions start.
  private var start: HTML {
    let x = middle - GraphSVG.startWidth / 2
    return """
      <rect x="\(x)" y="\(layout.boxTops[0])" width="\(GraphSVG.startWidth)" \
      height="\(layout.boxHeights[0])" rx="8" class="head"/>

      """
  }

  private func box(_ index: Int) -> HTML {
    let state = graph.states[index]
    let top = layout.boxTops[index + 1]
    let height = layout.boxHeights[index + 1]
    let kind = state.kind == .part ? "part" : ""
    var result: HTML = """
      <rect x="\(left)" y="\(top)" width="\(layout.boxWidth)" height="\(height)" rx="8" \
      class="\(kind)"/>

      """
    if state.kind == .final {
      result = """
        \(result)<rect x="\(left + 3)" y="\(top + 3)" width="\(layout.boxWidth - 6)" \
        height="\(height - 6)" rx="6"/>

        """
    }
    let shift = state.note.isEmpty ? 4 : -4
    let nameHeight = top + height / 2 + shift
    result = """
      \(result)<text x="\(middle)" y="\(nameHeight)" text-anchor="middle">\(state.name)</text>

      """
    guard !state.note.isEmpty else { return result }
    return """
      \(result)<text x="\(middle)" y="\(nameHeight + GraphLayout.lineHeight)" \
      text-anchor="middle" class="note">\(state.note)</text>

      """
  }

  // MARK: Lines

  private func path(_ line: GraphLayout.Line) -> HTML {
    guard let lane = line.lane else {
      let top = layout.boxTops[line.from] + layout.boxHeights[line.from]
      return """
        <path d="M\(middle) \(top)V\(layout.boxTops[line.to])" marker-end="url(#head)"/>

        """
    }
    let edge = edge(line)
    let start = line.from == 0 ? middle + GraphSVG.startWidth / 2 : edge
    return """
      <path d="M\(start) \(line.start)H\(x(of: lane, line))V\(line.end)H\(edge)" \
      marker-end="url(#head)"/>

      """
  }

  private func edge(_ line: GraphLayout.Line) -> Int {
    line.isRight ? left + layout.boxWidth : left
  }

  private func x(of lane: Int, _ line: GraphLayout.Line) -> Int {
    line.isRight ? edge(line) + layout.rightLanes[lane] : edge(line) - layout.leftLanes[lane]
  }

  private func labels(_ line: GraphLayout.Line) -> [HTML] {
    guard let lane = line.lane else {
      let top = layout.boxTops[line.from] + layout.boxHeights[line.from]
      return labels(line, x: middle + 8, around: (top + layout.boxTops[line.to]) / 2)
    }
    let anchor: HTML = line.isRight ? "" : " text-anchor=\"end\""
    let x = x(of: lane, line) + (line.isRight ? 5 : -5)
    return labels(line, x: x, around: (line.start + line.end) / 2, anchor: anchor)
  }

  private func labels(
    _ line: GraphLayout.Line, x: Int, around y: Int, anchor: HTML = ""
  ) -> [HTML] {
    let rows = GraphLayout.rows(line)
    let first = y - (rows.count - 1) * GraphLayout.lineHeight / 2 + 4
    return rows.enumerated().map { row, text in
      """
      <text x="\(x)" y="\(first + row * GraphLayout.lineHeight)"\(anchor) class="id">\(text)</text>

      """
    }
  }

  // MARK: Legend

  /// Returns the legend's lines, one for each row of the engine's table.
  ///
  /// A line names the state in which its transition starts only if there is a single such state.
  private static func legend(_ graph: StateGraph) -> [String] {
    GraphText.grouped(graph.transitions) { [$0.id, $0.to, $0.trigger, $0.condition] }
      .map { _, same in
        let first = same[0]
        let from = same.count > 1 ? "" : " " + (first.from ?? "start")
        let condition = first.condition.isEmpty ? "" : " [\(first.condition)]"
        return "\(first.id)\(from) → \(first.to): \(first.trigger)\(condition)"
      }
  }

  private func entry(_ index: Int) -> HTML {
    let y = layout.height + GraphSVG.margin + index * GraphLayout.lineHeight
    return """
      <text x="\(GraphSVG.margin)" y="\(y)" class="note">\(legend[index])</text>

      """
  }
}

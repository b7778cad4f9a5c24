#if canImport(FoundationEssentials)
import CommandSupport
import FoundationEssentials
#else
import Foundation
#endif
import FlowEngine
import FlowTerminal
import FlowHTTP
import FlowScript
import IDXEngine
import Testing

@testable import GraphDrawing

@Suite("State machines")
struct GraphTests {
  static let graphs = EngineCatalog.standard.definitions.map(\.graph)

  @Test(
    "Each is available in each format", arguments: graphs.map(\.name), ["mermaid", "dot", "svg"])
  func formats(engine: String, format: String) async {
    let run = await Shell()("graph", engine, "--format", format)
    #expect(run.status == .success, "\(run.all)")
    let start = ["mermaid": "stateDiagram-v2\n", "dot": "digraph ", "svg": "<svg "][format] ?? "?"
    #expect(run.output.hasPrefix(start))
    #expect(run.errors.isEmpty)
  }

  @Test(
    "An unknown machine is answered with the known ones",
    arguments: [
      (["graph", "idxx"], "did you mean `idx`?"),
      (["graph", "sql"], "`idx`, `nextauth`, `mobile-idp`"),
      (["graph", "idx", "--format", "sgv"], "did you mean `svg`?"),
      (["graph", "idx", "--format", "png"], "`mermaid`, `dot`, `svg`"), (["graph"], "flow graph"),
    ])
  func unknown(arguments: [String], help: String) async {
    let run = await Shell()(arguments)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(help), "\(run.errors)")
  }

  @Test("Every transition leads between existing states", arguments: graphs)
  func isWhole(graph: StateGraph) {
    let names = graph.states.map(\.name)
    #expect(Set(names).count == names.count)
    for transition in graph.transitions {
      #expect(names.contains(transition.to), "\(transition)")
      if let from = transition.from { #expect(names.contains(from), "\(transition)") }
    }
    #expect(graph.transitions.contains { $0.from == nil })
    for name in names {
      #expect(graph.transitions.contains { $0.to == name || $0.from == name }, "\(name)")
    }
    for state in graph.states where state.kind == .final {
      #expect(!graph.transitions.contains { $0.from == state.name && $0.to != state.name })
    }
  }

  @Test("Every state and transition is in every format, equally often", arguments: graphs)
  func isComplete(graph: StateGraph) {
    let mermaid = GraphText.mermaid(graph)
    let ends = graph.states.count { $0.kind == .final }
    let pairs = Set(graph.transitions.map { [$0.from ?? "", $0.to] })
    #expect(mermaid.split(separator: "\n").count { $0.contains(" --> ") } == pairs.count + ends)
    for transition in graph.transitions {
      #expect(mermaid.contains(transition.id), "\(transition)")
      #expect(mermaid.contains(transition.condition) || transition.condition.isEmpty)
    }
    let dot = GraphText.dot(graph).split(separator: "\n").count { $0.contains(" -> ") }
    #expect(dot == graph.transitions.count)
    let svg = GraphSVG(graph).text
    for state in graph.states { #expect(svg.contains(">\(state.name)</text>"), "\(state.name)") }
    let rows = Set(graph.transitions.map { [$0.id, $0.to, $0.trigger, $0.condition] })
    #expect(svg.split(separator: "\n").count { $0.contains(" → ") } == rows.count)
  }

  @Test("In the picture, no box and no lane's text overlaps another", arguments: graphs)
  func isReadable(graph: StateGraph) {
    let layout = GraphLayout(graph)
    for index in layout.boxTops.indices.dropLast() {
      #expect(layout.boxTops[index] + layout.boxHeights[index] < layout.boxTops[index + 1])
    }
    for isRight in [true, false] {
      let sided = layout.lines.filter { $0.isRight == isRight && $0.lane != nil }
      for (index, line) in sided.enumerated() {
        let own = min(line.from, line.to)...max(line.from, line.to)
        for other in sided[(index + 1)...] where other.lane == line.lane {
          #expect(!own.overlaps(min(other.from, other.to)...max(other.from, other.to)))
        }
      }
      let lanes = isRight ? layout.rightLanes : layout.leftLanes
      for line in sided {
        guard let lane = line.lane else { continue }
        let text = GraphLayout.rows(line).map(\.count).max() ?? 0
        #expect(lanes[lane + 1] - lanes[lane] > text * GraphLayout.characterWidth)
      }
    }
  }

  @Test("Characters with a meaning for the drawing program are escaped")
  func escapes() {
    let graph = StateGraph(
      "a\"b",
      states: [
        StateGraph.State("one & <two>", note: "x: \"y\"; z"), StateGraph.State("end", .final),
      ],
      transitions: [
        StateGraph.Transition("1", from: nil, to: "one & <two>", trigger: "begin"),
        StateGraph.Transition(
          "2", from: "one & <two>", to: "end", trigger: "a: \"b\"", condition: "c\\d"),
      ])
    #expect(
      GraphText.mermaid(graph) == """
        stateDiagram-v2
          state "one & #lt;two#gt;" as one____two_
          note right of one____two_ : x#colon; #quot;y#quot;#semi; z
          [*] --> one____two_ : 1 begin
          one____two_ --> end : 2 a#colon; #quot;b#quot;
          end --> [*]
          %% 2 a: "b" [c\\d]

        """)
    #expect(GraphText.dot(graph).contains("digraph \"a\\\"b\" {"))
    #expect(
      GraphText.dot(graph).contains(
        "\"one & <two>\" -> \"end\" [label = \"2 a: \\\"b\\\" [c\\\\d]\"]"))
    #expect(GraphSVG(graph).text.contains(">one &amp; &lt;two&gt;</text>"))
  }

  // MARK: The Identity Engine

  @Test("Every known step of the Identity Engine is in one state, or is allowed anywhere")
  func phases() {
    let placed = IDXGraph.phases.flatMap(\.steps) + IDXGraph.anywhere
    #expect(placed.sorted() == IDXEngine.vocabulary.steps.map(\.name).sorted())
  }

  /// The scripts of the Identity Engine whose runs are compared with the machine.
  static let scripts: [String] = {
    let files = try? FileManager.default.subpathsOfDirectory(atPath: Project.root + "/Examples")
    let names = (files ?? []).filter { $0.hasSuffix(".flow") }
    let others = ["mobile-idp/", "nextauth/", "policy-qa/"]
    return names.sorted().filter { name in !others.contains { name.hasPrefix($0) } }
  }()

  /// The transitions that no simulated org has, because an org never asks for consent yet.
  static let unseen: Set = ["consent-tokens", "consent-ended", "challenge-consent"]

  @Test("The Identity Engine's machine has the examples' transitions, and only those")
  func isObserved() async throws {
    var seen: Set<String> = []
    for script in GraphTests.scripts {
      let run = await Shell()("run", "--json", "--no-input", Project.root + "/Examples/" + script)
      for line in run.output.split(separator: "\n") {
        let object = try JSON(parsing: Array(line.utf8))
        seen.formUnion(GraphTests.transitions(object["steps"]?.array ?? []))
      }
    }
    let known = Set(IDXGraph.graph.transitions.map { "\($0.from ?? "")-\($0.to)" })
    #expect(seen.subtracting(known).sorted() == [])
    #expect(known.subtracting(seen).subtracting(GraphTests.unseen).sorted() == [])
  }

  /// The states of a run's responses, in pairs: the answered step's state, otherwise the main
  /// step's.
  private static func transitions(_ steps: [JSON]) -> [String] {
    var found: [String] = []
    var last = ""
    for step in steps {
      let offered = step["offered"]?.array?.compactMap(\.string) ?? []
      let names = ([step["step"]?.string] + offered.map { $0 }).compactMap { $0 }
        .map { String($0.prefix { $0 != " " }) }
      let phase = names.lazy.compactMap { name in
        IDXGraph.phases.first { $0.steps.contains(name) }?.name
      }.first
      let outcome = step["outcome"]?.string.map { $0 == "success" ? "tokens" : "ended" }
      guard let state = phase ?? outcome else { continue }
      found.append("\(last)-\(state)")
      last = state
    }
    return found
  }
}

import FlowEngine

/// A state machine in the languages of programs that draw.
enum GraphText {
  /// A state diagram of Mermaid, which GitHub and many wikis draw in their pages.
  static func mermaid(_ graph: StateGraph) -> String {
    var lines = ["stateDiagram-v2"]
    for state in graph.states where identifier(state.name) != state.name {
      lines.append("  state \"\(mermaidText(state.name))\" as \(identifier(state.name))")
    }
    for state in graph.states where !state.note.isEmpty {
      lines.append("  note right of \(identifier(state.name)) : \(mermaidText(state.note))")
    }
    for transition in graph.transitions {
      let from = transition.from.map(identifier) ?? "[*]"
      let text = mermaidText(label(transition))
      lines.append("  \(from) --> \(identifier(transition.to)) : \(text)")
    }
    for state in graph.states where state.kind == .final {
      lines.append("  \(identifier(state.name)) --> [*]")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A graph for Graphviz.
  static func dot(_ graph: StateGraph) -> String {
    var lines = [
      "digraph \(quoted(graph.name)) {", "  rankdir = TB", "  node [shape = box, style = rounded]",
      "  start [shape = point]",
    ]
    for state in graph.states {
      var attributes: [String] = []
      if !state.note.isEmpty {
        attributes.append("label = \(quoted(state.name + "\n" + state.note))")
      }
      switch state.kind {
      case .final: attributes.append("peripheries = 2")
      case .part: attributes.append("style = \"rounded,dashed\"")
      case .usual: break
      }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      lines.append("  \(quoted(state.name))\(list)")
    }
    for transition in graph.transitions {
      let from = transition.from.map(quoted) ?? "start"
      let text = quoted(label(transition))
      lines.append("  \(from) -> \(quoted(transition.to)) [label = \(text)]")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// What a transition is called: its id, what happens, and when that counts.
  static func label(_ transition: StateGraph.Transition) -> String {
    let condition = transition.condition.isEmpty ? "" : " [\(transition.condition)]"
    return "\(transition.id) \(transition.trigger)\(condition)"
  }

  private static func identifier(_ name: String) -> String {
    String(
      decoding: name.utf8.map { byte in
        switch byte {
        case 48...57, 65...90, 95, 97...122: byte
        default: UInt8(ascii: "_")
        }
      }, as: UTF8.self)
  }

  /// What stands in a label of Mermaid, where these marks have a meaning.
  private static func mermaidText(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case ":": result += "#colon;"
      case ";": result += "#semi;"
      case "\"": result += "#quot;"
      case "\n": result += " "
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

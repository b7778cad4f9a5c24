package import FlowEngine
import FlowText

/// Writes a state machine in the languages of drawing programs.
package enum GraphText {
  /// Returns a state diagram for Mermaid, which GitHub and many wikis draw in their pages.
  ///
  /// One line of the diagram leads from one state to another and names the triggers. Conditions are
  /// in comments, because a drawing has no space for them.
  package static func mermaid(_ graph: StateGraph) -> String {
    var lines = ["stateDiagram-v2"]
    for state in graph.states where identifier(state.name) != state.name {
      lines.append("  state \"\(mermaidText(state.name))\" as \(identifier(state.name))")
    }
    for state in graph.states where !state.note.isEmpty {
      lines.append("  note right of \(identifier(state.name)) : \(mermaidText(state.note))")
    }
    for (ends, transitions) in grouped(graph.transitions, by: { [$0.from ?? "", $0.to] }) {
      let from = ends[0].isEmpty ? "[*]" : identifier(ends[0])
      let parts = grouped(transitions, by: \.trigger).map { trigger, same in
        mermaidText(same.map(\.id).joined(separator: ", ") + " " + trigger)
      }
      let text = parts.joined(separator: "<br/>")
      lines.append("  \(from) --> \(identifier(ends[1])) : \(text)")
    }
    for state in graph.states where state.kind == .final {
      lines.append("  \(identifier(state.name)) --> [*]")
    }
    for (_, same) in grouped(graph.transitions, by: { [$0.id, $0.trigger, $0.condition] })
    where !same[0].condition.isEmpty {
      lines.append("  %% \(mermaidComment(label(same[0])))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns transitions grouped by a key; groups are in the order of their first transitions.
  static func grouped<Key: Hashable>(
    _ transitions: [StateGraph.Transition], by key: (StateGraph.Transition) -> Key
  ) -> [(key: Key, transitions: [StateGraph.Transition])] {
    var groups: [(key: Key, transitions: [StateGraph.Transition])] = []
    var numbers: [Key: Int] = [:]
    for transition in transitions {
      let key = key(transition)
      if let number = numbers[key] {
        groups[number].transitions.append(transition)
      } else {
        numbers[key] = groups.count
        groups.append((key, [transition]))
      }
    }
    return groups
  }

  /// Returns a graph for Graphviz.
  package static func dot(_ graph: StateGraph) -> String {
    var lines = [
      "digraph \(quoted(graph.name)) {", "  rankdir = TB", "  node [shape = box, style = rounded]",
      "  start [shape = point]",
    ]
    for state in graph.states {
      var attributes: [String] = []
      if !state.note.isEmpty {
        let lines = [state.name, state.note].map(DisplayText.line)
        attributes.append("label = \(quoted(lines.joined(separator: "\n")))")
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

  /// Returns the label of a transition: its id, its trigger and its condition.
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

  /// Returns a comment for Mermaid, on one line, that can't be read as a directive.
  private static func mermaidComment(_ text: String) -> String {
    var comment = ""
    for scalar in DisplayText.line(text).unicodeScalars {
      if scalar == "%", comment.hasSuffix("%") { comment += " " }
      comment.unicodeScalars.append(scalar)
    }
    return comment
  }

  /// Returns the text of a label for Mermaid, with its special characters escaped.
  private static func mermaidText(_ text: String) -> String {
    var result = ""
    for scalar in DisplayText.line(text).unicodeScalars {
      switch scalar {
      case ":": result += "#colon;"
      case ";": result += "#semi;"
      case "\"": result += "#quot;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "#": result += "#35;"
      case "%": result += "#37;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a string for DOT, in which the only control character is the line feed, as `\n`.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in DisplayText.lines(text).unicodeScalars {
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

import FlowDiagnostics
import FlowSyntax

/// Prints a tree as an S-expression: words and texts verbatim, without ranges and insignificant
/// spaces.
enum TreeDump {
  static func dump(_ script: Script) -> String {
    script.items.map { node($0, script.source) }.joined(separator: "\n")
  }

  private static func node(_ value: Any, _ source: SourceFile) -> String {
    switch value {
    case let name as Name: return source.text(name.range)
    case let text as Text: return source.text(text.range)
    case SettingAtom.mark(let range): return source.text(range)
    case is SourceRange: return ""
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { node($0.value, source) } ?? "-"
    case .collection:
      return "[" + mirror.children.map { node($0.value, source) }.joined(separator: " ") + "]"
    case .enum:
      guard let child = mirror.children.first else { return "\(value)" }
      return "(\(child.label ?? "") \(node(child.value, source)))"
    case .struct, .tuple:
      let parts = mirror.children.filter { $0.label != "range" && $0.label != "operatorRange" }
      return "(" + parts.map { node($0.value, source) }.joined(separator: " ") + ")"
    default:
      return "\(value)"
    }
  }
}

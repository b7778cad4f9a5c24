import FlowHost
import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSyntax

/// Writes one flow with everything that it needs as a single file without imports.
struct OneFile {
  let program: Program
  let flow: Program.FlowUnit
  /// The name of the command line's org and the program that has the org; `nil` if there is none.
  var org: (name: String, program: Program)?
  /// The names of the command line's profiles.
  var profiles: [String] = []
  /// The path at which the file will be saved.
  ///
  /// Paths in the file are relative to the file.
  var path: String

  /// An edit of a script's text.
  private struct Edit {
    var range: SourceRange
    var text: String
  }

  /// The text of the file: the flow, and the values, profiles and orgs that it may need.
  ///
  /// Other flows, and all `claim`s, are left out.
  var source: SourceFile {
    var parts: [String] = []
    for script in org?.program.scripts ?? [] {
      parts += texts(of: script) { if case .org = $0 { true } else { false } }
    }
    let main = flow.script.source
    let others = program.scripts.filter { $0.source !== main }
    for script in others { parts += texts(of: script, where: isShared) }
    let isLoose = !flow.script.items.contains(where: isFlow)
    parts += texts(of: flow.script) { item in
      if case .statement = item { return isLoose || isShared(item) }
      return isShared(item) || isFlow(item)
    }
    if isLoose, !ending.isEmpty { parts.append(ending) }
    return SourceFile(name: path, text: parts.joined(separator: "\n\n") + "\n")
  }

  /// Whether an item is the flow itself.
  private func isFlow(_ item: Item) -> Bool {
    if case .flow(let node) = item { node.name.range == flow.nameRange } else { false }
  }

  /// Whether an item may be needed by the flow, in whichever file it is.
  private func isShared(_ item: Item) -> Bool {
    switch item {
    case .profile, .statement(.constant): true
    case .org: org == nil
    case .importing, .flow, .claim, .statement: false
    }
  }

  /// The org and profiles of the command line, as statements for the end of the flow.
  private var ending: String {
    let lines = (org.map { ["against \($0.name)"] } ?? []) + profiles.map { "use \($0)" }
    return lines.joined(separator: "\n")
  }

  // MARK: Texts

  private func texts(of script: Script, where isWanted: (Item) -> Bool) -> [String] {
    let edits = edits(of: script)
    return script.items.filter(isWanted).map { item in
      text(item.range, of: script.source, edits)
    }
  }

  private func text(_ range: SourceRange, of source: SourceFile, _ edits: [Edit]) -> String {
    var text = ""
    var start = range.start
    for edit in edits where range.start <= edit.range.start && edit.range.end <= range.end {
      text += source.text(SourceRange(start, edit.range.start)) + edit.text
      start = edit.range.end
    }
    return text + source.text(SourceRange(start, range.end))
  }

  /// Returns the edits of a script, sorted by location.
  private func edits(of script: Script) -> [Edit] {
    var edits: [Edit] = []
    addPaths(SyntaxTree(script.source).root, in: script.source, &edits)
    if script.source === flow.script.source {
      for case .against(let node) in flow.body where org != nil {
        edits.append(Edit(range: node.range, text: ""))
      }
      for case .flow(let node) in script.items where isFlow(.flow(node)) && !ending.isEmpty {
        let brace = SourceRange(node.range.end - 1, node.range.end)
        edits.append(Edit(range: brace, text: "\n\(ending)\n}"))
      }
    }
    return edits.sorted { $0.range.start < $1.range.start }
  }

  /// Changes the paths of `file "…"` so that they are relative to the path of the new file.
  private func addPaths(_ node: SyntaxNode, in source: SourceFile, _ edits: inout [Edit]) {
    let isFile = node.attributes.contains { $0.name == "function" && $0.value == .text("file") }
    if node.kind == .call, isFile, let text = node.children.first,
      case .text(let written)? = text.value, !written.hasPrefix("/")
    {
      let seen = FilePath.relative(
        OneFile.folder(of: source.name) + written, to: OneFile.folder(of: path))
      if seen != written {
        edits.append(Edit(range: text.range, text: TextLiteral.quoted(seen)))
      }
    }
    for child in node.children { addPaths(child, in: source, &edits) }
  }

  /// Returns the part of a path up to and including the last `/`.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

extension Item {
  /// The range of the whole declaration or statement.
  fileprivate var range: SourceRange {
    switch self {
    case .importing(let node): node.range
    case .profile(let node): node.range
    case .org(let node): node.range
    case .flow(let node): node.range
    case .claim(let node): node.range
    case .statement(let node): node.range
    }
  }
}

package import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
package import FlowHTTP
package import FlowTerminal
package import FlowText

/// Formats a script's syntax tree as text for users, and as JSON for programs.
package struct TreeOutput {
  /// The version of the JSON form.
  ///
  /// The version increases if a program for the old form would misunderstand the new one.
  static let version = 1

  /// A line and a column.
  ///
  /// Both start at 1.
  private struct Position {
    var line: Int
    var column: Int
  }

  private let source: SourceFile
  private let tree: SyntaxTree
  private let masker: Masker
  private let positions: [UInt32: Position]

  package init(_ source: SourceFile) {
    self.source = source
    tree = SyntaxTree(source)
    masker = Masker()
    for text in source.secretLiterals { masker.add(Secret(text)) }
    positions = TreeOutput.positions(tree, source)
  }

  /// The problems of the script's grammar and texts.
  package var diagnostics: [Diagnostic] { tree.diagnostics }

  /// Returns the line and the column of each offset in the tree.
  ///
  /// Each line of the source is scanned only once.
  private static func positions(
    _ tree: SyntaxTree, _ source: SourceFile
  ) -> [UInt32: Position] {
    var offsets: Set<UInt32> = []
    func collect(_ node: SyntaxNode) {
      offsets.insert(node.range.start)
      offsets.insert(node.range.end)
      for child in node.children { collect(child) }
    }
    collect(tree.root)
    for comment in tree.comments {
      offsets.insert(comment.start)
      offsets.insert(comment.end)
    }
    var tables = LineTables()
    var positions: [UInt32: Position] = [:]
    for offset in offsets.sorted() {
      let found = tables.position(offset, in: source)
      positions[offset] = Position(line: found.line, column: found.column)
    }
    return positions
  }

  // MARK: Text

  /// Returns the tree as text.
  ///
  /// Each node is a line, which is indented by the node's depth.
  package func text(_ style: Style) -> TerminalText {
    var text: TerminalText = ""
    append(tree.root, depth: 0, style, to: &text)
    for comment in tree.comments {
      text +=
        style("comment", as: .bold) + " \(quoted(source.text(comment))) "
        + style("\(place(comment))", as: .dim) + "\n"
    }
    return text
  }

  private func append(
    _ node: SyntaxNode, depth: Int, _ style: Style, to text: inout TerminalText
  ) {
    text += "\(String(repeating: "  ", count: depth))"
    if let role = node.role { text += style("\(role): ", as: .dim) }
    text += style("\(node.kind.rawValue)", as: .bold)
    if let value = node.value { text += " " + style("\(shown(value))", as: .name) }
    for attribute in node.attributes { text += " \(attribute.name)=\(shown(attribute.value))" }
    text += " " + style("\(place(node.range))", as: .dim) + "\n"
    for child in node.children { append(child, depth: depth + 1, style, to: &text) }
  }

  private func shown(_ value: SyntaxNode.Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): String(decoding: json(number).bytes(), as: UTF8.self)
    case .milliseconds(let count): "\(count)ms"
    case .boolean(let truth): truth ? "true" : "false"
    case .secret: Secret.mask
    case .parts(let parts):
      parts.map { part in
        switch part {
        case .text(let text): quoted(text)
        case .name(let name): source.text(name.range)
        }
      }.joined(separator: " + ")
    }
  }

  /// Returns a text in quotes on one line, with escapes as in JSON.
  private func quoted(_ text: String) -> String {
    let written = JSON.string(masker.masked(text)).bytes()
    return String(decoding: written, as: UTF8.self)
  }

  private func place(_ range: SourceRange) -> String {
    let start = position(range.start)
    let end = position(range.end)
    return "\(start.line):\(start.column)-\(end.line):\(end.column) [\(range.start)..<\(range.end)]"
  }

  private func position(_ offset: UInt32) -> Position {
    positions[offset] ?? Position(line: 1, column: 1)
  }

  // MARK: JSON

  /// Returns the tree, the comments and the problems as one JSON object.
  ///
  /// - Parameter diagnostics: The problems as JSON.
  /// - Returns: The object that `flow ast --json` prints.
  package func json(diagnostics: JSON) -> JSON {
    let comments = tree.comments.map { comment in
      JSON.object(
        JSONObject(
          members: range(comment)
            + [.init("text", .string(masker.masked(source.text(comment))))]))
    }
    return [
      "version": .integer(TreeOutput.version), "file": .string(source.name),
      "tree": object(tree.root), "comments": .array(comments), "diagnostics": diagnostics,
    ]
  }

  private func object(_ node: SyntaxNode) -> JSON {
    var members: [JSONObject.Member] = [.init("kind", .string(node.kind.rawValue))]
    if let role = node.role { members.append(.init("role", .string(role))) }
    members += range(node.range)
    if let value = node.value { members.append(.init("value", json(value))) }
    if node.value == .secret { members.append(.init("secret", true)) }
    if !node.attributes.isEmpty {
      let attributes = node.attributes.map { JSONObject.Member($0.name, json($0.value)) }
      members.append(.init("attributes", .object(JSONObject(members: attributes))))
    }
    members.append(.init("children", .array(node.children.map(object))))
    return .object(JSONObject(members: members))
  }

  private func range(_ range: SourceRange) -> [JSONObject.Member] {
    [("start", range.start), ("end", range.end)].map { name, offset in
      let position = position(offset)
      return JSONObject.Member(
        name,
        [
          "offset": .integer(Int(offset)), "line": .integer(position.line),
          "column": .integer(position.column),
        ])
    }
  }

  private func json(_ value: SyntaxNode.Value) -> JSON {
    switch value {
    case .text(let text): .string(masker.masked(text))
    case .number(let number): json(number)
    case .milliseconds(let count): ["milliseconds": .whole(count)]
    case .boolean(let truth): .bool(truth)
    case .secret: .string(Secret.mask)
    case .parts(let parts):
      .array(
        parts.map { part in
          switch part {
          case .text(let text): ["text": .string(masker.masked(text))]
          case .name(let name): ["name": .string(source.text(name.range))]
          }
        })
    }
  }

  private func json(_ number: Double) -> JSON {
    Int(exactly: number).map { .integer($0) } ?? .double(number)
  }
}

import FlowDiagnostics
import FlowScript
import FlowSyntax
import FlowHTTP

/// The structure of a document: its outline and its folding ranges.
struct OutlineRequests: DocumentRequest {
  let server: LanguageServer

  /// The symbol kinds in use (LSP 3.17, `SymbolKind`).
  private enum SymbolKind: Int {
    case module = 2
    case namespace = 3
    case classKind = 5
    case property = 7
    case function = 12
    case constant = 14
    case event = 24
  }

  func documentSymbols(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try server.document(params)
    guard let script = known.script.program.scripts.first else { return [] }
    return .array(script.items.compactMap { symbol(of: $0, in: script) })
  }

  private func symbol(of item: Item, in script: Script) -> JSON? {
    switch item {
    case .importing(let node):
      let path = TextLiteral.read(node.path, in: script.source).fixedText ?? ""
      return symbol(path, .module, node.range, node.path.range, script)
    case .profile(let node):
      return symbol(
        script.text(node.name), .classKind, node.range, node.name.range, script, node.body)
    case .org(let node):
      return symbol(script.text(node.name), .namespace, node.range, node.name.range, script)
    case .flow(let node):
      let name = TextLiteral.read(node.name, in: script.source).fixedText
      return symbol(
        name ?? script.source.text(node.name.range), .function, node.range, node.name.range,
        script, node.body)
    case .claim(let node):
      let text = TextLiteral.read(node.text, in: script.source).fixedText ?? ""
      return symbol(text, .property, node.range, node.text.range, script)
    case .statement(let statement): return symbol(of: statement, in: script)
    }
  }

  private func symbol(of statement: Statement, in script: Script) -> JSON? {
    switch statement {
    case .constant(let node):
      symbol(script.text(node.name), .constant, node.range, node.name.range, script)
    case .answer(let node):
      symbol(script.text(node.field), .property, node.range, node.field.range, script)
    case .rule(let node): rule(node, in: script)
    case .engine, .start, .against, .use, .expect, .otherwise, .known, .preference: nil
    }
  }

  private func rule(_ node: Rule, in script: Script) -> JSON? {
    guard let first = node.patterns.first, let last = node.patterns.last else { return nil }
    let range = first.range.through(last.range)
    return symbol("on " + script.source.text(range), .event, node.range, range, script)
  }

  /// A symbol.
  ///
  /// A symbol without a name is omitted, because clients refuse an empty name.
  private func symbol(
    _ name: String, _ kind: SymbolKind, _ range: SourceRange, _ selection: SourceRange,
    _ script: Script, _ body: [Statement] = []
  ) -> JSON? {
    guard !name.isEmpty else { return nil }
    let lines = server.lines(of: script.source)
    // The range of the name must be inside the whole range, even in a broken text.
    let whole = SourceRange(
      min(range.start, selection.start), max(range.end, selection.end))
    var object: JSONObject = [
      "name": .string(name.split(whereSeparator: \.isNewline).joined(separator: " ")),
      "kind": .integer(kind.rawValue), "range": server.json(whole, lines),
      "selectionRange": server.json(selection, lines),
    ]
    let children = body.compactMap { symbol(of: $0, in: script) }
    if !children.isEmpty { object["children"] = .array(children) }
    return .object(object)
  }

  // MARK: Folding

  func foldingRanges(_ params: MessageParams) throws(ServerError) -> JSON {
    let document = try server.document(params).document
    let lexed = LexedSource(document.source)
    var ranges: [JSON] = []
    var open: [UInt32] = []
    for token in lexed.tokens {
      switch token.kind {
      case .leftBrace: open.append(token.start)
      case .rightBrace:
        guard let start = open.popLast() else { continue }
        let first = document.lines.line(of: Int(start))
        // The line of the closing brace stays visible.
        let last = document.lines.line(of: Int(token.start)) - 1
        if last > first {
          ranges.append(["startLine": .integer(first), "endLine": .integer(last)])
        }
      default: continue
      }
    }
    return .array(ranges + comments(of: lexed, in: document))
  }

  /// Comments on adjacent lines, with no code before them.
  private func comments(of lexed: LexedSource, in document: OpenDocument) -> [JSON] {
    var ranges: [JSON] = []
    var first = -1
    var last = -2
    func end() {
      guard last > first else { return }
      ranges.append(
        ["startLine": .integer(first), "endLine": .integer(last), "kind": "comment"])
    }
    for comment in lexed.comments {
      let line = document.lines.line(of: Int(comment.start))
      let before = document.source.bytes[
        document.lines.content(of: line).lowerBound..<Int(comment.start)]
      guard before.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      if line != last + 1 {
        end()
        first = line
      }
      last = line
    }
    end()
    return ranges
  }
}

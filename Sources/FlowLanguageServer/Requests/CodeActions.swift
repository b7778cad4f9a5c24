import FlowChecker
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP

/// The fixes of a problem, and the rules that a flow may lack.
struct CodeActions: DocumentRequest {
  let server: LanguageServer

  /// The kinds of actions (LSP 3.17, `CodeActionKind`).
  private enum ActionKind: String {
    case mending = "quickfix"
    case adding = "refactor"
  }

  /// The maximum number of rules that are offered at once.
  private static let rulesMax = 6

  func codeActions(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try server.document(params)
    let asked = try params.range
    let start = known.document.lines.offset(asked.start)
    let end = max(start, known.document.lines.offset(asked.end))
    let only = params.json["context"]?["only"]?.array?.compactMap(\.string)
    func isWanted(_ kind: ActionKind) -> Bool {
      only?.contains { $0.isEmpty || $0 == kind.rawValue } ?? true
    }
    var actions: [JSON] = []
    if isWanted(.mending) {
      let masker = known.masker
      for diagnostic in known.script.diagnostics {
        guard let place = diagnostic.place, place.source === known.document.source,
          Int(place.range.start) <= end, start <= Int(place.range.end)
        else { continue }
        actions += mendings(of: diagnostic, at: place, in: known, masker)
      }
    }
    if isWanted(.adding) { actions += missingRules(at: start, in: known) }
    return .array(actions)
  }

  // MARK: Fixes

  private func mendings(
    of diagnostic: Diagnostic, at place: Place, in known: CheckedDocument, _ masker: Masker
  ) -> [JSON] {
    var texts = diagnostic.fixes.map { (title: "Write `\($0.word)`", text: $0.text) }
    if diagnostic.kind == .secretLiteral, let field = diagnostic.problem.names.first {
      let name = Self.secretName(field, place, in: known)
      texts.append((title: "Use `secret \(name)`", text: "secret \(name)"))
    }
    let range = server.json(place.range, known.document.lines)
    return texts.enumerated().map { index, item in
      [
        "title": .string(item.title), "kind": .string(ActionKind.mending.rawValue),
        "isPreferred": .bool(index == 0),
        "diagnostics": [
          [
            "range": range, "severity": .integer(diagnostic.severity.number),
            "code": .string(diagnostic.kind.id), "source": "flow",
            "message": .string(masker.masked(diagnostic.message)),
          ]
        ],
        "edit": edit(of: known.document, range, item.text),
      ]
    }
  }

  /// The name of a secret, from its profile and its field.
  private static func secretName(
    _ field: String, _ place: Place, in known: CheckedDocument
  ) -> String {
    var parts = [field.split(separator: ".").last.map(String.init) ?? field]
    for script in known.script.program.scripts where script.source === place.source {
      for case .profile(let node) in script.items where node.range.holds(Int(place.range.start)) {
        parts.insert(script.text(node.name), at: 0)
      }
    }
    let bytes = parts.joined(separator: "_").utf8.map { byte -> UInt8 in
      switch byte {
      case 97...122: byte - 32
      case 48...57, 65...90: byte
      default: UInt8(ascii: "_")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func edit(of document: OpenDocument, _ range: JSON, _ text: String) -> JSON {
    [
      "changes": .object(
        JSONObject(members: [
          JSONObject.Member(document.uri, [["range": range, "newText": .string(text)]])
        ]))
    ]
  }

  // MARK: Missing rules

  /// The end of the line, if only a comment follows the offset; otherwise the offset.
  private static func lineEnd(after offset: Int, in document: OpenDocument) -> Int {
    let line = document.lines.content(of: document.lines.line(of: offset))
    let rest = document.source.bytes[min(offset, line.upperBound)..<line.upperBound]
    let first = rest.first { $0 != 0x20 && $0 != 0x09 }
    return first == nil || first == UInt8(ascii: "#") ? line.upperBound : offset
  }

  /// A rule for each step that the flow at an offset may reach without an answer.
  private func missingRules(at offset: Int, in known: CheckedDocument) -> [JSON] {
    guard !known.script.hasErrors, let flow = known.flow(at: offset),
      let last = flow.body.last(where: { if case .expect = $0 { false } else { true } }),
      !flow.body.contains(where: { if case .otherwise = $0 { true } else { false } })
    else { return [] }
    let names = known.names
    guard let words = names.scripts.first,
      let block = words.blocks.lastIndex(where: { $0.range.holds(Int(last.range.start)) })
    else { return [] }
    let rules = names.rules(of: block, in: words)
    let engine = names.engine(at: Int(last.range.start), in: words, usual: EngineCatalog.usual)
    let steps = engines.catalog.unansweredSteps(of: engine) { step in
      rules.contains { $0.rule.answers(step) }
    }
    let lines = known.document.lines
    let line = lines.content(of: lines.line(of: Int(last.range.start)))
    let indentation = known.document.source.bytes[line].prefix { $0 == 0x20 || $0 == 0x09 }
    let place = UInt32(Self.lineEnd(after: Int(last.range.end), in: known.document))
    let end = server.json(SourceRange(place, place), lines)
    return steps.prefix(Self.rulesMax).map { step in
      [
        "title": .string("Add a rule for `\(step.name)`"),
        "kind": .string(ActionKind.adding.rawValue),
        "edit": edit(
          of: known.document, end,
          "\n" + String(decoding: indentation, as: UTF8.self) + step.example),
      ]
    }
  }
}

extension CheckedDocument {
  /// The flow at an offset: a block, or the statements outside of all blocks.
  fileprivate func flow(at offset: Int) -> Program.FlowUnit? {
    guard let script = script.program.scripts.first else { return nil }
    for item in script.items {
      let range: SourceRange
      switch item {
      case .flow(let node):
        guard node.range.holds(offset) else { continue }
        return self.script.program.flows.first { $0.nameRange == node.name.range }
      case .profile(let node): range = node.range
      case .org(let node): range = node.range
      case .claim(let node): range = node.range
      case .importing, .statement: continue
      }
      if range.holds(offset) { return nil }
    }
    return self.script.program.flows.first { flow in
      flow.body.first?.range.start == flow.nameRange.start
    }
  }
}

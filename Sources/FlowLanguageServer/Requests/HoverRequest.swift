import FlowDiagnostics
import FlowManual
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP
import FlowTerminal
import FlowText

/// The meaning of the word under the pointer, and the problems there.
struct HoverRequest: DocumentRequest {
  let server: LanguageServer

  func hover(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try server.document(params)
    let offset = known.document.lines.offset(try params.position)
    let names = known.names
    let masker = known.masker
    var parts: [String] = []
    var range: SourceRange?
    if let words = names.scripts.first, let word = words.word(at: offset) {
      range = word.range
      if let declaration = names.declaration(of: word, in: words) {
        parts += Self.text(of: declaration, ValueShape(names: names, masker: masker))
      }
      if word.role == .step, let block = word.block {
        parts += answers(to: known.document.source.text(word.range), in: block, names, masker)
      }
      let text = known.document.source.text(word.range)
      if word.role == .fact, words.script.isClaim(at: offset) {
        parts +=
          ClaimFact(rawValue: text).map { ["`\(text)`, a fact of a route: \($0.meaning)"] }
          ?? []
      } else {
        let engine = names.engine(at: offset, in: words, usual: EngineCatalog.usual)
        let secret = secretRequests.meaning(at: offset, of: known)
        parts += secret.map { [$0] } ?? meaning(of: word, text, engine)
      }
    }
    if let script = names.scripts.first?.script,
      let setting = settingRequests.documentation(ofSettingAt: offset, in: script)
    {
      range = setting.range
      parts.append(setting.text)
    }
    for diagnostic in known.script.diagnostics {
      guard let place = diagnostic.place, place.source === known.document.source,
        place.range.holds(offset)
      else { continue }
      range = range ?? place.range
      guard let page = Manual.page(diagnostic.kind.id) else { continue }
      parts.append("**\(page.id)**: \(page.title)\n\n\(page.meaning)\n\n\(page.cure)")
    }
    guard !parts.isEmpty, let range else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(parts.joined(separator: "\n\n---\n\n"))],
      "range": server.json(range, known.document.lines),
    ]
  }

  // MARK: The engine's words

  private func meaning(of word: ScriptWord, _ text: String, _ engine: String) -> [String] {
    switch word.role {
    case .step, .subject, .method, .intent, .parameter, .event, .fact, .message:
      for vocabulary in engines.catalog.vocabularies(of: engine) {
        guard let found = try? EngineNames(vocabulary).meant(by: text) else { continue }
        return ["```text\n\(found.details(Style(isColored: false)))```"]
      }
      return []
    case .field:
      let fields = engines.catalog.vocabularies(of: engine).flatMap { vocabulary in
        vocabulary.steps.compactMap { step in
          let meant = step.fields.filter { vocabulary.isField($0, text) }
          return meant.isEmpty ? nil : "- `\(step.name)`: \(meant.joined(separator: ", "))"
        }
      }
      return fields.isEmpty
        ? [] : ["`\(text)`, a field of these steps:\n\n" + fields.joined(separator: "\n")]
    case .engine:
      let known = engines.catalog.engines.contains { $0.engine == text }
      return known ? ["`\(text)`, an engine: `flow names \(text)` lists its words"] : []
    case .outside: return ["`\(text)`, a value from outside of the script"]
    case .profile, .org, .value, .valueOrWord, .flow, .tag: return []
    }
  }

  // MARK: The script's names

  private static func text(
    of declaration: NameResolver.Declaration, _ shape: ValueShape
  ) -> [String] {
    let names = shape.names
    guard let words = names.scripts.first(where: { $0.script.source.name == declaration.path })
    else { return [] }
    let source = words.script.source
    let name = source.text(declaration.range)
    switch declaration.kind {
    case .profile:
      let block = words.blocks.first {
        $0.isProfile && $0.range.holds(Int(declaration.range.start))
      }
      let values = (block?.values.keys.sorted() ?? []).map { "`\($0)`" }
      let uses = (block?.uses ?? []).map { "`\($0)`" }
      var text = "`\(name)`, a profile"
      if !values.isEmpty { text += " with \(values.joined(separator: ", "))" }
      if !uses.isEmpty { text += "; it uses \(uses.joined(separator: ", "))" }
      return [text]
    case .org:
      guard let org = names.program.orgs[name] else { return [] }
      let kind = org.node.address == nil ? "a simulated org" : "a real issuer"
      return ["`\(name)`, \(kind) of the engine `\(EngineCatalog.engine(of: org))`"]
    case .value, .answer:
      let kind = declaration.kind == .value ? "a value" : "a profile's answer"
      let value = names.value(declaredAt: declaration).map {
        ": " + shape.text(of: $0, declaration)
      }
      return ["`\(name)`, \(kind)\(value ?? "")"]
    }
  }

  // MARK: Rules

  /// The maximum number of listed rules.
  private static let rulesMax = 8
  /// The number of characters of a rule that are shown.
  private static let headMax = 100

  /// The rules that answer a step, in the order in which they are tried.
  private func answers(
    to step: String, in block: Int, _ names: NameResolver, _ masker: Masker
  ) -> [String] {
    guard let words = names.scripts.first else { return [] }
    let found = names.rules(of: block, in: words).filter { rule, _ in
      rule.answers(step) || rule.steps.contains { $0.hasPrefix(step + "-") }
    }
    guard !found.isEmpty else { return ["No rule here answers `\(step)`."] }
    var lines = found.prefix(Self.rulesMax).map { rule, words in
      let source = words.script.source
      // The text is masked before it is joined and cut, because a part of a secret could not be
      // found.
      let head = masker.masked(source.text(rule.head)).split { $0 == " " || $0.isNewline }
        .joined(separator: " ")
      let line = self.server.lines(of: source).line(of: Int(rule.range.start)) + 1
      let isHere = source === names.program.scripts.first?.source
      let file = isHere ? "" : " of `\(DisplayText.line(source.name))`"
      return "- line \(line)\(file): `\(head.prefix(Self.headMax))`"
    }
    if found.count > Self.rulesMax { lines.append("- and \(found.count - Self.rulesMax) more") }
    return ["Answered by the first matching rule:\n\n" + lines.joined(separator: "\n")]
  }
}

extension NameResolver {
  /// The value that a declaration assigns to a name; `nil` for a row's name.
  func value(declaredAt declaration: Declaration) -> Expression? {
    guard let script = program.scripts.first(where: { $0.source.name == declaration.path }) else {
      return nil
    }
    var statements: [Statement] = []
    for item in script.items {
      switch item {
      case .statement(let statement): statements.append(statement)
      case .flow(let node): statements += node.body
      case .profile(let node): statements += node.body
      case .importing, .org, .claim: continue
      }
    }
    for statement in statements {
      switch statement {
      case .constant(let node) where node.name.range == declaration.range: return node.value
      case .answer(let node) where node.field.range == declaration.range: return node.value
      default: continue
      }
    }
    return nil
  }
}

extension EngineVocabulary {
  /// Whether a word is the name of a field: its full name, its last part, or a synonym of that.
  func isField(_ field: String, _ word: String) -> Bool {
    guard field != word else { return true }
    let last = field.split(separator: ".").last.map(String.init) ?? field
    return last == word || fieldAliases[last]?.contains(word) == true
  }
}

extension Script {
  /// Whether an offset is inside a claim.
  fileprivate func isClaim(at offset: Int) -> Bool {
    items.contains { item in
      if case .claim(let node) = item { node.range.holds(offset) } else { false }
    }
  }
}

import FlowDiagnostics
import FlowEngine
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowHTTP
import SimulatorKit

/// The words that are possible at a position.
struct CompletionRequest: DocumentRequest {
  let server: LanguageServer

  /// The icon that clients show for a word (LSP 3.17, `CompletionItemKind`).
  private enum ItemKind: Int {
    case function = 3
    case field = 5
    case variable = 6
    case classKind = 7
    case module = 9
    case property = 10
    case value = 12
    case keyword = 14
    case event = 23
  }

  private struct Item {
    var word: String
    var kind: ItemKind
    var detail = ""
    /// The meaning, as Markdown; empty if `detail` contains it.
    var documentation = ""
  }

  func completion(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try server.document(params)
    let document = known.document
    let offset = document.lines.offset(try params.position)
    let context = CompletionContext(LexedSource(document.source), document.source, at: offset)
    guard !context.kinds.isEmpty else { return [] }
    let names = known.names
    guard let words = names.scripts.first else { return [] }
    let engine = names.engine(at: offset, in: words, usual: EngineCatalog.usual)
    let vocabularies = engines.catalog.vocabularies(of: engine)
    let range = SourceRange(
      UInt32(context.typed.lowerBound), UInt32(context.typed.upperBound))
    let place = server.json(range, document.lines)
    var seen: Set<String> = []
    var items: [JSON] = []
    for kind in context.kinds {
      let own =
        switch kind {
        case .setting:
          settingRequests.settingWords(document.source, context.typed).map(Self.item)
        case .secret: secretRequests.names(for: known).map { Item(word: $0, kind: .variable) }
        default: Self.names(kind, names, words, offset)
        }
      for item in own + self.items(kind, vocabularies, context)
      where seen.insert(item.word).inserted {
        var object: JSONObject = [
          "label": .string(item.word), "kind": .integer(item.kind.rawValue),
          "textEdit": ["range": place, "newText": .string(item.word)],
          // In the order of this list: the most likely word first.
          "sortText": .string(Self.rank(items.count)),
        ]
        if !item.detail.isEmpty { object["detail"] = .string(item.detail) }
        if !item.documentation.isEmpty {
          object["documentation"] = ["kind": "markdown", "value": .string(item.documentation)]
        }
        items.append(.object(object))
      }
    }
    return .array(items)
  }

  private static func item(_ word: SettingRequests.SettingWord) -> Item {
    Item(
      word: word.word, kind: .property, detail: word.setting?.form ?? "",
      documentation: word.setting.map { SettingRequests.documentation(of: $0) } ?? "")
  }

  private static func rank(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
  }

  // MARK: The script's names

  private static func names(
    _ kind: CompletionContext.Kind, _ names: NameResolver, _ words: ScriptWords, _ offset: Int
  ) -> [Item] {
    switch kind {
    case .org: names.program.orgs.keys.sorted().map { Item(word: $0, kind: .module) }
    case .profile: names.program.profiles.keys.sorted().map { Item(word: $0, kind: .classKind) }
    case .value, .nameInText:
      names.visibleValues(at: offset, in: words).map { Item(word: $0, kind: .variable) }
    default: []
    }
  }

  // MARK: The engine's words

  private func items(
    _ kind: CompletionContext.Kind, _ vocabularies: [EngineVocabulary],
    _ context: CompletionContext
  ) -> [Item] {
    switch kind {
    case .topLevel: Self.keywords(["flow", "profile", "org", "import", "claim"])
    case .flowStatement:
      Self.keywords([
        "on", "use", "let", "start", "against", "engine", "otherwise", "expect", "known",
      ])
    case .profileStatement: Self.keywords(["on", "choose", "use", "let"])
    case .action:
      Self.keywords(
        [
          "answer", "choose", "prompt", "poll", "wait", "meanwhile", "expect", "say", "fail",
        ] + PlainAction.Verb.allCases.map(\.rawValue))
    case .words(let words): Self.keywords(words)
    case .value:
      Self.keywords([
        "secret", "env", "inbox", "passkey", "file", "ask", "run", "totp", "random", "true",
        "false",
      ])
    case .engine: engines.catalog.engines.map { Item(word: $0.engine, kind: .module) }
    case .claimFact:
      ClaimFact.allCases.map { Item(word: $0.rawValue, kind: .variable, detail: $0.meaning) }
    case .org, .profile, .secret, .setting: []
    case .step, .subject, .method, .field, .fact, .nameInText, .intent, .parameter, .event,
      .message,
      .valueOfParameter, .valueOfFact:
      vocabularies.flatMap { Self.items(kind, $0, context) }
    }
  }

  private static func keywords(_ words: [String]) -> [Item] {
    words.map { Item(word: $0, kind: .keyword) }
  }

  private static func items(
    _ kind: CompletionContext.Kind, _ words: EngineVocabulary, _ context: CompletionContext
  ) -> [Item] {
    switch kind {
    case .step: return steps(words)
    case .subject:
      let choices = words.steps(meant: context.steps).flatMap(\.choices)
      return choices.map { Item(word: $0, kind: .value) } + known(words.subjects)
    case .method: return known(words.methods)
    case .field: return fields(words, context.steps)
    case .fact, .nameInText:
      return LanguageWords.facts.map { Item(word: $0, kind: .variable) }
        + words.knownFacts.map { Item(word: $0.name, kind: .variable, detail: $0.meaning) }
    case .intent: return intents(words.intents, .function)
    case .event: return intents(words.events, .event)
    case .message: return intents(words.messages, .event)
    case .parameter:
      let more = (words.intents + words.events).flatMap(\.parameters)
      return words.parameters.map { Item(word: $0.name, kind: .field, detail: $0.meaning) }
        + more.map { Item(word: $0, kind: .field) }
    case .valueOfParameter(let name):
      guard let known = words.parameters.first(where: { $0.name == name }),
        case .word(let values) = known.form
      else { return [] }
      return values.map { Item(word: $0, kind: .value, detail: known.meaning) }
    case .valueOfFact("step"): return steps(words)
    case .valueOfFact(let name):
      let known = words.knownFacts.first { $0.name == name }
      return LanguageWords.words(ofFact: name).map { Item(word: $0, kind: .value) }
        + (known?.values ?? []).map {
          Item(word: TextLiteral.quoted($0), kind: .value, detail: known?.meaning ?? "")
        }
    default: return []
    }
  }

  private static func steps(_ words: EngineVocabulary) -> [Item] {
    var items: [Item] = []
    for step in words.steps {
      // The shorter words for several steps come before the steps.
      items += step.prefixes.map { Item(word: $0, kind: .function, detail: "\($0)-…") }
      items.append(Item(word: step.name, kind: .function, detail: step.meaning))
    }
    return items + [Item(word: "any", kind: .keyword, detail: "Every step.")]
  }

  private static func known(_ words: [EngineVocabulary.KnownWord]) -> [Item] {
    words.map { Item(word: $0.naming.word, kind: .value, detail: $0.meaning) }
  }

  private static func intents(
    _ intents: [EngineVocabulary.Intent], _ kind: ItemKind
  ) -> [Item] {
    intents.map { Item(word: $0.name, kind: kind, detail: $0.meaning) }
  }

  /// The fields of the given steps, or of all steps if none of them is known.
  private static func fields(_ words: EngineVocabulary, _ steps: [String]) -> [Item] {
    let meant = words.steps(meant: steps)
    var items: [Item] = []
    for field in (meant.isEmpty ? words.steps : meant).flatMap(\.fields) {
      let last = field.split(separator: ".").last.map(String.init) ?? field
      for word in [last] + (words.fieldAliases[last] ?? []) + [field] {
        items.append(Item(word: word, kind: .field, detail: word == field ? "" : field))
      }
    }
    return items
  }
}

extension EngineVocabulary {
  /// The steps that a script's words match.
  fileprivate func steps(meant words: [String]) -> [KnownStep] {
    steps.filter { step in
      words.contains { $0 == step.name || step.name.hasPrefix($0 + "-") }
    }
  }
}

package import FlowEngine
package import FlowText
import FlowScript
import FlowSyntax
package import FlowHTTP
package import FlowTerminal

/// Some words of an engine, as text and as JSON.
package struct EngineNames {
  private var vocabulary: EngineVocabulary

  package init(_ vocabulary: EngineVocabulary) {
    self.vocabulary = vocabulary
  }

  /// Returns the words that a word, in any spelling, matches.
  package func meant(by word: String) throws(UsageFault) -> EngineNames {
    let name = Naming.normalized(vocabulary.oldSpellings.currentWord(for: word))
    var found = vocabulary
    found.intents = vocabulary.intents.filter { $0.name == name && !$0.meaning.isEmpty }
    found.events = vocabulary.events.filter { event in
      event.name == name && !found.intents.contains(event)
    }
    found.messages = vocabulary.messages.filter { $0.name == name }
    let exact = vocabulary.steps.filter { $0.name == name }
    found.steps = exact.isEmpty ? vocabulary.steps.filter { $0.prefixes.contains(name) } : exact
    let isMeant = { (known: EngineVocabulary.KnownWord) in
      known.naming.answers(to: name) || Naming.normalized(known.key) == name
    }
    found.subjects = vocabulary.subjects.filter(isMeant)
    found.methods = vocabulary.methods.filter(isMeant)
    found.capabilities = vocabulary.capabilities.filter(isMeant)
    found.parameters = vocabulary.parameters.filter { $0.name == name }
    found.knownFacts = vocabulary.knownFacts.filter { $0.name == name }
    let names = EngineNames(found)
    guard names.words.isEmpty else { return names }
    let nearest = Suggestion.nearest(name, among: words).first
    throw UsageFault(
      message: "the engine `\(vocabulary.engine)` has no word `\(word)`",
      help: nearest.map { "did you mean `\($0)`?" }
        ?? "`flow names \(vocabulary.engine)` lists them; an unlisted step can be answered too"
    )
  }

  private var words: [String] {
    (vocabulary.intents + vocabulary.events + vocabulary.messages).map(\.name)
      + vocabulary.steps.map(\.name)
      + vocabulary.steps.flatMap(\.prefixes)
      + groups.flatMap(\.words).map(\.naming.word)
  }

  /// A group of words other than steps: its title, and the name of one word.
  private struct Group {
    var title: String
    var name: String
    var kind: String
    var words: [EngineVocabulary.KnownWord]
    /// The title of the words that fit a word of the group.
    var others = "methods"
  }

  private var groups: [Group] {
    // Other engines don't have authenticators: the subject of a step is an app, an account, or the
    // start.
    let isUsual = vocabulary.engine == EngineCatalog.usual
    return [
      Group(
        title: isUsual ? "Authenticators and identity providers" : "Subjects and choices",
        name: "subjects", kind: isUsual ? "authenticator" : "subject",
        words: vocabulary.subjects),
      Group(
        title: "Methods and channels", name: "methods", kind: "method", words: vocabulary.methods),
      Group(
        title: "Capabilities", name: "capabilities", kind: "capability",
        words: vocabulary.capabilities),
      Group(
        title: "Parameters (start … with)", name: "parameters", kind: "parameter",
        words: vocabulary.parameters.map { parameter in
          var values: [String] = []
          if case .word(let words) = parameter.form { values = words }
          return EngineVocabulary.KnownWord(
            Naming(parameter.name), key: parameter.name, methods: values,
            meaning: parameter.meaning, example: parameter.example)
        }, others: "values"),
      Group(
        title: "Facts (expect …)", name: "facts", kind: "fact",
        words: vocabulary.knownFacts.map { fact in
          EngineVocabulary.KnownWord(
            Naming(fact.name), key: fact.name, methods: fact.values, meaning: fact.meaning,
            example: fact.example)
        }, others: "values"),
    ]
  }

  // MARK: Text

  /// One line for each word.
  package func overview(_ style: Style) -> TerminalText {
    var text = style("Beginnings (start …)", as: .bold) + "\n"
    text += vocabulary.intents.map { Self.line(of: $0, style) }.joined()
    if !vocabulary.events.isEmpty {
      text += "\n" + style("Events (meanwhile …)", as: .bold) + "\n"
      text += vocabulary.events.map { Self.line(of: $0, style) }.joined()
    }
    if !vocabulary.messages.isEmpty {
      text += "\n" + style("Messages (expect sent …)", as: .bold) + "\n"
      text += vocabulary.messages.map { Self.line(of: $0, style) }.joined()
    }
    text += "\n" + style("Steps (on …)", as: .bold) + "\n"
    for step in vocabulary.steps {
      text += "  \(Columns.pad(step.name, 45))\(step.meaning)\n"
      let parts = [step.fields.joined(separator: ", "), step.options ?? ""]
      let asked = parts.filter { !$0.isEmpty }.joined(separator: ": ")
      if !asked.isEmpty { text += "    " + style("\(asked)", as: .dim) + "\n" }
    }
    for group in groups where !group.words.isEmpty {
      text += "\n" + style("\(group.title)", as: .bold) + "\n"
      for word in group.words {
        let key = word.key == word.naming.word ? "" : word.key
        let columns = Columns.pad(word.naming.word, 20) + Columns.pad(key, 25)
        text += "  \(columns)\(word.meaning)\n"
      }
    }
    return text
  }

  /// A start or an event with its parameters, which are below the meaning if there is one.
  private static func line(of intent: EngineVocabulary.Intent, _ style: Style) -> TerminalText {
    let parameters = intent.parameters.joined(separator: ", ")
    guard !intent.meaning.isEmpty else {
      return "  \(Columns.pad(intent.name, 42))\(parameters)\n"
    }
    let line: TerminalText = "  \(Columns.pad(intent.name, 45))\(intent.meaning)\n"
    return parameters.isEmpty ? line : line + "    " + style("\(parameters)", as: .dim) + "\n"
  }

  /// Each word with all its details.
  package func details(_ style: Style) -> TerminalText {
    let intents = details(of: vocabulary.intents, as: "a beginning", style)
    let events = details(of: vocabulary.events, as: "an event", style)
    let steps = vocabulary.steps.map { step in
      let head = style("\(step.name)", as: .bold) + ", a step: \(step.meaning)\n"
      return head + Self.lines(rows(of: step))
    }
    let words = groups.flatMap { group in
      group.words.map { word in
        let head = style("\(word.naming.word)", as: .bold) + ", \(group.kind): \(word.meaning)\n"
        return head + Self.lines(rows(of: word, in: group))
      }
    }
    let messages = details(of: vocabulary.messages, as: "a message", others: "parts", style)
    return (intents + events + messages + steps + words).joined(separator: "\n")
  }

  private func details(
    of intents: [EngineVocabulary.Intent], as kind: String, others: String = "with",
    _ style: Style
  ) -> [TerminalText] {
    intents.map { intent in
      let head = style("\(intent.name)", as: .bold) + ", \(kind): \(intent.meaning)\n"
      var rows = [("example", intent.example)]
      if !intent.parameters.isEmpty {
        rows.insert((others, intent.parameters.joined(separator: ", ")), at: 0)
      }
      return head + Self.lines(rows)
    }
  }

  private func rows(of step: EngineVocabulary.KnownStep) -> [(String, String)] {
    var rows: [(String, String)] = []
    if !step.prefixes.isEmpty { rows.append(("shorter", step.prefixes.joined(separator: ", "))) }
    for (index, field) in step.fields.enumerated() {
      let aliases = aliases(of: field)
      let others = aliases.isEmpty ? "" : " (\(aliases.joined(separator: ", ")))"
      rows.append((index == 0 ? "fields" : "", field + others))
    }
    if let options = step.options { rows.append(("options", options)) }
    return rows + [("example", step.example)]
  }

  private func rows(
    of word: EngineVocabulary.KnownWord, in group: Group
  ) -> [(String, String)] {
    var rows = [("words", word.naming.words.joined(separator: ", "))]
    if word.key != word.naming.word { rows.append(("key", word.key)) }
    if !word.methods.isEmpty { rows.append((group.others, word.methods.joined(separator: ", "))) }
    return rows + [("example", word.example)]
  }

  private static func lines(_ rows: [(String, String)]) -> TerminalText {
    rows.map { "  \(Columns.pad($0, 9))\($1)\n" }.joined()
  }

  /// The other words for a field: its last part, and the synonyms of that part.
  private func aliases(of field: String) -> [String] {
    let parts = field.split(separator: ".")
    let last = String(parts.last ?? "")
    return (parts.count > 1 ? [last] : []) + (vocabulary.fieldAliases[last] ?? [])
  }

  // MARK: JSON

  /// All details, as an object.
  package var json: JSON {
    var object: JSONObject = ["engine": .string(vocabulary.engine)]
    object["intents"] = .array(vocabulary.intents.map(Self.json))
    if !vocabulary.events.isEmpty {
      object["events"] = .array(vocabulary.events.map(Self.json))
    }
    if !vocabulary.messages.isEmpty {
      object["messages"] = .array(vocabulary.messages.map(Self.json))
    }
    object["steps"] = .array(vocabulary.steps.map { json(of: $0) })
    for group in groups {
      object[group.name] = .array(
        group.words.map { word in
          [
            "name": .string(word.naming.word), "key": .string(word.key),
            "title": .string(word.naming.title), "words": Self.list(word.naming.words),
            group.others: Self.list(word.methods), "meaning": .string(word.meaning),
            "example": .string(word.example),
          ]
        })
    }
    return .object(object)
  }

  private static func json(of intent: EngineVocabulary.Intent) -> JSON {
    var object: JSONObject = [
      "name": .string(intent.name), "parameters": list(intent.parameters),
    ]
    if !intent.meaning.isEmpty {
      object["meaning"] = .string(intent.meaning)
      object["example"] = .string(intent.example)
    }
    return .object(object)
  }

  private func json(of step: EngineVocabulary.KnownStep) -> JSON {
    [
      "name": .string(step.name), "prefixes": Self.list(step.prefixes),
      "fields": .array(
        step.fields.map { ["name": .string($0), "aliases": Self.list(aliases(of: $0))] }),
      "options": step.options.map { .string($0) } ?? .null, "meaning": .string(step.meaning),
      "example": .string(step.example),
    ]
  }

  private static func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}

import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks values, and the names in them.
struct ValueCheck: CheckPart {
  let context: CheckContext

  /// Checks a value.
  ///
  /// - Parameters:
  ///   - expression: The value.
  ///   - wordsStand: Whether a word that isn't the name of a value stands for itself.
  func check(_ expression: Expression, wordsStand: Bool) {
    switch expression {
    case .text(let text): check(text)
    case .number, .duration, .boolean, .random: return
    case .name(let name):
      context.usage.mention(id(name))
      if !wordsStand { checkName(name) }
    case .lookup(let node): check(node)
    case .call(let node):
      check(node.text)
      if node.kind == .run, let fault = CommandWords(node.text, in: source).fault {
        report(.badCommand(fault: fault), node.text.range)
      }
    case .totp(let node):
      if case .text(let text) = node.secret, fieldCheck.isWritten(text) {
        report(.secretLiteral(field: "totp"), text.range)
      }
      check(node.secret, wordsStand: false)
    }
  }

  private func check(_ node: Lookup) {
    switch node.kind {
    case .env, .secret, .passkey: return
    case .inbox:
      let range = node.name.range
      if ValueCheck.channels.contains(id(node.name)) { return }
      if context.scope.isRow(id(node.name)) { return }
      report(.wrongWord(found: source.text(range), expected: FixedWords.channels), range)
    }
  }

  private static let channels = FixedWords.set(FixedWords.channels)

  // MARK: Texts

  /// Checks the escapes in a text, and the names in it.
  func check(_ text: Text) {
    guard !text.isPlain else { return }
    if let names = names(in: text) {
      for name in names {
        context.usage.mention(id(name))
        checkName(name, isInText: true)
      }
      return
    }
    let literal = TextLiteral.check(text, in: source)
    for diagnostic in literal.diagnostics { report(diagnostic) }
    for name in literal.names {
      context.usage.mention(id(name))
      checkName(name, isInText: true)
    }
  }

  /// Returns the names in a text on one line; `nil` if the text has uncommon escapes, or may have
  /// an error.
  private func names(in text: Text) -> [Name]? {
    var found: [Name] = []
    var position = Int(text.range.start) + 1
    let end = Int(text.range.end) - 1
    guard position < end, bytes[position] != UInt8(ascii: "\"") else { return nil }
    while position < end {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      switch bytes[position + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "t"):
        position += 2
      case UInt8(ascii: "("):
        let start = position + 2
        position = start
        while position < end, bytes[position].continuesWord { position += 1 }
        guard position > start, position < end, bytes[position] == UInt8(ascii: ")"),
          !bytes[start].isDigit
        else { return nil }
        found.append(Name(bytes, SourceRange(UInt32(start), UInt32(position))))
        position += 1
      default: return nil
      }
    }
    return position == end ? found : nil
  }

  // MARK: Names

  private func checkName(_ name: Name, isInText: Bool = false) {
    guard !context.isForOtherFlows, !context.scope.knows(id(name)), !isShown(name),
      !isFact(name, isInText: isInText), wants(.error, name.range)
    else { return }
    let text = source.text(name.range)
    let nearest = Suggestion.nearest(text, among: visibleNames() + factNames(isInText: isInText))
    report(
      .unknownName(kind: "value", name: text, nearest: nearest), name.range,
      help: Prose.didYouMean(nearest)
        ?? (Slip.isVariable(text)
          ? "write `secret \(text)` for a secret from the environment or a file of secrets"
          : "declare it with `let \(text) = …`, or put a literal text in quotes"))
  }

  /// Returns the names of known facts that a value can refer to.
  ///
  /// Within a text, these include names without a dot.
  private func factNames(isInText: Bool) -> [String] {
    let known = words?.vocabulary.knownFacts.map(\.name) ?? []
    let names = BuiltInFact.allCases.map(\.rawValue) + known
    let usable = isInText ? names : names.filter { $0.utf8.contains(UInt8(ascii: ".")) }
    return usable + (words?.messageFacts ?? [])
  }

  /// Whether a name refers to what the current step shows, as in `step.question`.
  func isShown(_ name: Name) -> Bool {
    let root = numbers.firstPart(name, bytes)
    return root == ValueCheck.step && root != id(name)
  }

  private static let step = FixedWords.id("step")

  /// Whether a name refers to a fact of a response, as in `user.identifier` or `message.text`.
  ///
  /// Within a text, `step` and `history` are facts too.
  private func isFact(_ name: Name, isInText: Bool) -> Bool {
    let root = numbers.firstPart(name, bytes)
    let hasDot = root != id(name)
    guard hasDot || isInText else { return false }
    if BuiltInFact(id(name)) != nil { return true }
    guard let words else {
      return hasDot || options.lexicon.engines.contains { $0.factType(id(name)) != nil }
    }
    if !hasDot {
      return words.factType(id(name)) != nil || isForeign { $0.factType(id(name)) != nil }
    }
    if words.isMessage(root) { return words.knowsMessageFact(id(name)) }
    let knows = { (words: EngineWords) in
      !words.vocabulary.facts.isEmpty && (words.knowsFact(root) || words.knowsFact(id(name)))
    }
    return knows(words) || isForeign(knows)
  }

  /// Returns the names of the values that are visible here, in a fixed order.
  func visibleNames() -> [String] {
    var names = Set(options.variables).union(program.constants.keys)
    for profile in program.profiles.values {
      names.formUnion(profile.script.valueNames(profile.node.body))
    }
    for flow in program.flows where flow.script.source === source {
      guard !context.scope.isEmpty else { continue }
      names.formUnion(flow.script.valueNames(flow.body))
      for clause in flow.rows { names.formUnion(clause.names.map(flow.script.text)) }
    }
    return names.filter { context.scope.knows(numbers.exact($0)) }.sorted()
  }

  // MARK: Meanings

  /// Returns the values that a name can have, if they are in this file; otherwise an empty list.
  func meanings(of name: Name) -> [Expression] {
    if context.scope.isOwn(id(name)) { return context.scope.ownValues(id(name)) }
    guard let constant = program.constants[source.text(name.range)],
      constant.script.source === source
    else { return [] }
    return [constant.node.value]
  }

  /// Returns the word or the text that a value consists of; `nil` if it is the name of another
  /// value.
  func fixedWord(of value: Expression) -> (String, SourceRange)? {
    switch value {
    case .name(let name):
      if context.scope.knows(id(name)) { return nil }
      return (source.text(name.range), name.range)
    case .text(let text):
      guard let fixed = TextLiteral.fixedText(text, in: source) else { return nil }
      return (fixed, text.range)
    default: return nil
    }
  }
}

extension Script {
  /// Returns the names of the values and answers that statements declare.
  func valueNames(_ body: [Statement]) -> [String] {
    body.compactMap { statement in
      switch statement {
      case .constant(let node): text(node.name)
      case .answer(let node): text(node.field)
      default: nil
      }
    }
  }
}

import FlowEngine
import FlowText
import FlowSyntax
import FlowDiagnostics

extension Checker {
  /// Checks a value.
  ///
  /// - Parameters:
  ///   - expression: The value.
  ///   - wordsStand: Whether a bare word that names no value stands for itself.
  mutating func check(_ expression: Expression, wordsStand: Bool) {
    switch expression {
    case .text(let text): check(text)
    case .number, .duration, .boolean, .random: return
    case .name(let name):
      usage.mention(id(name))
      if !wordsStand { checkName(name) }
    case .lookup(let node): check(node)
    case .call(let node):
      check(node.text)
      if node.kind == .run, let fault = CommandWords(node.text, in: source).fault {
        report(.badCommand(fault: fault), node.text.range)
      }
    case .totp(let node):
      if case .text(let text) = node.secret, isWritten(text) {
        report(.secretLiteral(field: "totp"), text.range)
      }
      check(node.secret, wordsStand: false)
    }
  }

  private mutating func check(_ node: Lookup) {
    switch node.kind {
    case .env, .secret, .passkey: return
    case .inbox:
      let range = node.name.range
      if Checker.channels.contains(id(node.name)) { return }
      if scope.isRow(id(node.name)) { return }
      report(.wrongWord(found: source.text(range), expected: FixedWords.channels), range)
    }
  }

  private static let channels = FixedWords.set(FixedWords.channels)

  /// Reports a form that can't run yet: an error where it would run, else a warning.
  mutating func reportLater(_ form: String, _ range: SourceRange) {
    report(.notYet(form: form), range, severity: isRun ? .error : .warning)
  }

  // MARK: Texts

  /// Checks a text's escapes and the names in it.
  mutating func check(_ text: Text) {
    guard !text.isPlain else { return }
    if readsNames(of: text) {
      for index in textNames.indices {
        usage.mention(id(textNames[index]))
        checkName(textNames[index], isInText: true)
      }
      return
    }
    let literal = TextLiteral.check(text, in: source)
    for diagnostic in literal.diagnostics { report(diagnostic) }
    for name in literal.names {
      usage.mention(id(name))
      checkName(name, isInText: true)
    }
  }

  /// Reads the names in a text of one line into `textNames`; `false` where it has other escapes than
  /// the usual ones, or something may be wrong with it.
  private mutating func readsNames(of text: Text) -> Bool {
    textNames.clear()
    var position = Int(text.range.start) + 1
    let end = Int(text.range.end) - 1
    guard position < end, bytes[position] != UInt8(ascii: "\"") else { return false }
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
        else { return false }
        textNames.append(Name(bytes, SourceRange(UInt32(start), UInt32(position))))
        position += 1
      default: return false
      }
    }
    return position == end
  }

  // MARK: Names

  private mutating func checkName(_ name: Name, isInText: Bool = false) {
    guard !scope.knows(id(name)), !isShown(name), !isFact(name, isInText: isInText),
      wants(.error, name.range)
    else { return }
    let text = source.text(name.range)
    let nearest = Suggestion.nearest(text, among: visibleNames() + factNames(isInText: isInText))
    report(
      .unknownName(kind: "value", name: text, nearest: nearest), name.range,
      help: Prose.didYouMean(nearest)
        ?? "name it with `let \(text) = …`, or put quotes around a text that is meant as it stands")
  }

  /// The names of what a response says that a value can be, as far as they are known: in a text those
  /// without a dot too.
  private func factNames(isInText: Bool) -> [String] {
    let known = words?.vocabulary.knownFacts.map(\.name) ?? []
    let names = BuiltInFact.allCases.map(\.rawValue) + known
    let usable = isInText ? names : names.filter { $0.utf8.contains(UInt8(ascii: ".")) }
    return usable + (words?.messageFacts ?? [])
  }

  /// Whether a name asks for what the step at hand shows: `step.question`.
  func isShown(_ name: Name) -> Bool {
    let root = numbers.firstPart(name, bytes)
    return root == Checker.step && root != id(name)
  }

  private static let step = FixedWords.id("step")

  /// Whether a name asks for what a response says: `user.identifier`, `message.text`, and in a text
  /// also `step` and `history`.
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

  /// Checks a bare field, which takes the value of its name, or of another word for the same field.
  mutating func checkBare(_ field: Name, mayBeAbsent: Bool) {
    usage.mention(bare: field, bytes)
    guard !scope.knows(id(field)), !mayBeAbsent,
      wants(.error, field.range)
    else {
      return
    }
    let text = source.text(field.range)
    let word = Checker.lastPart(text)
    let flags = words?.vocabulary.flags ?? []
    if flags.contains(where: { Checker.lastPart($0) == word }) { return }
    let names = visibleNames()
    let isCredential = FixedWords.credentials.contains(word)
    for name in names {
      let other = Checker.lastPart(name)
      if other == word || isCredential && FixedWords.credentials.contains(other) { return }
    }
    let nearest = Suggestion.nearest(text, among: names)
    report(
      .unknownName(kind: "value", name: text, nearest: nearest), field.range,
      help: Prose.didYouMean(nearest)
        ?? "write `\(text) = …`, `prompt \(text)`, or give it a value in a profile")
  }

  /// A field's name after its last dot, as words compare.
  static func lastPart(_ name: String) -> String {
    let part = name.utf8.split(separator: UInt8(ascii: ".")).last ?? Substring(name).utf8
    return String(decoding: part.map(WordHash.fold), as: UTF8.self)
  }

  /// The names that stand for values here, in a fixed order.
  func visibleNames() -> [String] {
    var names = Set(options.variables).union(program.constants.keys)
    for profile in program.profiles.values {
      names.formUnion(profile.script.valueNames(profile.node.body))
    }
    for flow in program.flows where flow.script.source === source {
      guard !scope.isEmpty else { continue }
      names.formUnion(flow.script.valueNames(flow.body))
      for clause in flow.rows { names.formUnion(clause.names.map(flow.script.text)) }
    }
    return names.filter { scope.knows(numbers.exact($0)) }.sorted()
  }

  // MARK: Secrets

  /// Reports a secret that is written in the script.
  ///
  /// A flow that expects to be refused gives a wrong one on purpose.
  mutating func checkSecret(_ field: Name, _ value: Expression) {
    guard !expectsFailure, isWritten(value),
      Checker.secretWords.contains(numbers.foldedLastPart(field, bytes)),
      wants(.warning, value.range)
    else { return }
    report(.secretLiteral(field: source.text(field.range)), value.range)
  }

  private static let secretWords = FixedWords.set(["passcode", "password", "pin"])

  /// Whether a value says something by itself.
  private func isWritten(_ value: Expression) -> Bool {
    switch value {
    case .number: true
    case .text(let text): isWritten(text)
    default: false
    }
  }

  /// Whether a text says something by itself: it isn't empty, and no name stands in it.
  private func isWritten(_ text: Text) -> Bool {
    guard !text.isPlain else { return text.range.end - text.range.start > 2 }
    return TextLiteral.fixedText(text, in: source)?.isEmpty == false
  }
}

extension Script {
  /// The names of the values and answers among statements.
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

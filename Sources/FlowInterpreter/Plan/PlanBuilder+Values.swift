import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension PlanBuilder {
  /// Resolves the names in an expression.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - context: The script and the names that are visible in the expression.
  ///   - wordsStand: Whether an unknown word stands for itself as a text.
  /// - Returns: The value. An unknown name is reported as a diagnostic.
  mutating func value(
    _ expression: Expression, _ context: PlanContext, wordsStand: Bool
  ) -> PlannedValue {
    let content: PlannedValue.Content =
      switch expression {
      case .text(let text): self.text(text, context).content
      case .number(let node): .constant(.number(node.value))
      case .duration(let node):
        .duration(
          seconds: Double(node.milliseconds) / 1000,
          written: context.script.source.text(expression.range))
      case .boolean(let node): .constant(.boolean(node.value))
      case .name(let node): name(node.range, context, wordsStand: wordsStand)
      case .lookup(let node): lookup(node, context)
      case .call(let node): call(node, context)
      case .totp(let node):
        .totp(
          value(node.secret, context, wordsStand: false),
          PlannedTotp(
            algorithm: node.algorithm, digits: node.digits, period: node.period?.value))
      case .random(let node): .random(node.kind, count: node.count ?? 0)
      }
    return PlannedValue(content: content, place: context.place(expression.range))
  }

  /// Returns the slot of a name; `nil` if the name isn't a value of the script.
  func slot(_ name: String, _ context: PlanContext) -> Int? {
    if let own = context.overlay[name], own != context.hidden { return own }
    guard let slot = scope[name], slot != context.hidden else {
      // A value may refer to another value with its own name, which it hides.
      guard let hidden = context.hidden else { return nil }
      return slots.indices.first { $0 > hidden && slots[$0].name == name }
    }
    return slot
  }

  /// Whether a name has a dot, and is the name of a fact in the engine's responses.
  private func isFact(_ name: String) -> Bool {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
    return factGroups.contains(String(name[..<dot])) || factGroups.contains(name)
  }

  /// Returns the fact that a name stands for; `nil` if it isn't a fact.
  ///
  /// A fact without a dot in its name is found only within a text. Elsewhere such a name is more
  /// likely a typo.
  private func fact(_ name: String, isInText: Bool) -> PlannedValue.Content? {
    if let shown = shownFact(name) { return .shown(shown) }
    guard isInText || name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    if let known = PlannedTest.Subject(builtIn: name) { return .found(known) }
    // A profile for several engines may name a fact that only another engine has.
    let isKnown = isFact(name) || facts.contains(name) || foreignInProfiles.exclude(fact: name)
    return isKnown ? .fact(name) : nil
  }

  private mutating func name(
    _ range: SourceRange, _ context: PlanContext, wordsStand: Bool, isInText: Bool = false
  ) -> PlannedValue.Content {
    let text = context.script.source.text(range)
    if let slot = slot(text, context) { return .slot(slot) }
    if !wordsStand, let fact = fact(text, isInText: isInText) { return fact }
    if !wordsStand {
      if context.hidden.map({ slots[$0].name == text }) == true {
        diagnostics.append(
          Diagnostic(
            .valueFailed(message: "`\(text)` refers to itself"), at: context.place(range)))
      } else {
        diagnostics.append(
          Diagnostic(
            .unknownName(
              kind: "value", name: text,
              nearest: Suggestion.nearest(text, among: scope.keys.sorted())),
            at: context.place(range)))
      }
    }
    return .constant(.text(text))
  }

  /// Splits a command into its words, and resolves the names in them.
  private mutating func command(_ text: Text, _ context: PlanContext) -> [PlannedValue] {
    let command = CommandWords(text, in: context.script.source)
    if let fault = command.fault {
      diagnostics.append(Diagnostic(.badCommand(fault: fault), at: context.place(text.range)))
    }
    return command.words.map { self.text($0, at: text.range, context) }
  }

  /// Resolves the names in a text.
  mutating func text(_ text: Text, _ context: PlanContext) -> PlannedValue {
    let literal = TextLiteral.read(text, in: context.script.source)
    return self.text(literal.segments, at: text.range, context)
  }

  private mutating func text(
    _ segments: [TextLiteral.Segment], at range: SourceRange, _ context: PlanContext
  ) -> PlannedValue {
    var parts: [PlannedValue] = []
    var all = ""
    for segment in segments {
      switch segment {
      case .text(let piece):
        all += piece
        parts.append(
          PlannedValue(content: .constant(.text(piece)), place: context.place(range)))
      case .name(let node):
        let content = name(node.range, context, wordsStand: false, isInText: true)
        parts.append(PlannedValue(content: content, place: context.place(node.range)))
      }
    }
    let isFixed = parts.allSatisfy { $0.constant != nil }
    return PlannedValue(
      content: isFixed ? .constant(.text(all)) : .text(parts), place: context.place(range))
  }

  private func lookup(_ node: Lookup, _ context: PlanContext) -> PlannedValue.Content {
    let word = context.script.text(node.name)
    switch node.kind {
    case .env: return .env(word)
    case .secret: return .secret(word)
    case .inbox: return .inbox((rowWords[word]?.word ?? Word(word)).text)
    case .passkey: return .passkey(rowWords[word].map { $0.quoted ?? $0.word.text } ?? word)
    }
  }

  private mutating func call(_ node: TextCall, _ context: PlanContext) -> PlannedValue.Content {
    switch node.kind {
    case .file: return .file(text(node.text, context))
    case .ask: return .ask(text(node.text, context))
    case .run: return .command(command(node.text, context))
    }
  }

  /// Returns the text of a value that is fully known before the run; `nil` for any other value.
  ///
  /// A text of more than `fixedPartsMax` parts also returns `nil`. It is then joined during the
  /// run.
  private func fixedText(_ value: PlannedValue) -> String? {
    var text = ""
    var partsLeft = RunPlan.fixedPartsMax
    return collect(value, into: &text, &partsLeft) ? text : nil
  }

  private func collect(
    _ value: PlannedValue, into text: inout String, _ partsLeft: inout Int
  ) -> Bool {
    guard partsLeft > 0 else { return false }
    partsLeft -= 1
    switch value.content {
    case .constant(let constant):
      text += constant.revealed
      return true
    case .duration(_, let written):
      text += written
      return true
    case .slot(let slot): return collect(slots[slot].value, into: &text, &partsLeft)
    case .text(let parts): return parts.allSatisfy { collect($0, into: &text, &partsLeft) }
    default: return false
    }
  }

  /// Resolves the names in a label: a word or a text that names a subject, a choice or a method.
  mutating func label(_ label: Label, _ context: PlanContext) -> PlannedLabel {
    let place = context.place(label.range)
    switch label {
    case .word(let name):
      let word = context.script.text(name)
      let words = rowWords[word] ?? LabelWords(word: Word(word))
      return PlannedLabel(words: words, place: place)
    case .text(let text):
      let value = self.text(text, context)
      if let fixed = fixedText(value) {
        return PlannedLabel(words: LabelWords(word: Word(fixed), quoted: fixed), place: place)
      }
      labels.append(value)
      return PlannedLabel(
        made: labels.count - 1, words: LabelWords(word: Word("")), place: place)
    }
  }

  /// Resolves one `name = value` after `with`.
  mutating func assignment(
    _ node: Assignment, _ context: PlanContext, wordsStand: Bool
  ) -> PlannedAnswer {
    let written = context.script.text(node.name)
    return PlannedAnswer(
      field: Word(written), written: written, mayBeAbsent: false,
      value: value(node.value, context, wordsStand: wordsStand), place: context.place(node.range))
  }
}

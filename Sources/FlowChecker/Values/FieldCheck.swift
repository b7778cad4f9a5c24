import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks the values of fields: literal secrets, undeclared names, and duplicate fields.
struct FieldCheck: CheckPart {
  let context: CheckContext

  /// The maximum number of names that are followed.
  static let exposureDepthMax = 8

  /// Reports a secret that is assigned to a field or a parameter that isn't secret.
  func checkExposure(_ field: Name, _ value: Expression) {
    switch value {
    case .number, .duration, .boolean, .call, .random: return
    case .text(let text) where text.isPlain: return
    case .text, .name, .lookup, .totp: break
    }
    guard let words, words.isPlain(numbers.foldedLastPart(field, bytes)), isSecret(value),
      wants(.warning, value.range)
    else { return }
    report(.exposedSecret(field: source.text(field.range)), value.range)
  }

  /// Reports a bare field that isn't secret and whose value is a secret.
  func checkExposure(bare field: Name) {
    guard let words, words.isPlain(numbers.foldedLastPart(field, bytes)), isSecret(.name(field)),
      wants(.warning, field.range)
    else { return }
    report(.exposedSecret(field: source.text(field.range)), field.range)
  }

  /// Whether a value is surely a secret, or a text with one in it.
  func isSecret(_ value: Expression, depth: Int = 0) -> Bool {
    switch value {
    case .lookup(let node): node.kind == .secret || node.kind == .inbox
    case .totp: true
    case .name(let name): isSecret(name, depth)
    case .text(let text):
      !text.isPlain
        && TextLiteral.check(text, in: source).names.contains { isSecret($0, depth) }
    // The output of a program may be public, although it is masked like a secret.
    case .number, .duration, .boolean, .call, .random: false
    }
  }

  private func isSecret(_ name: Name, _ depth: Int) -> Bool {
    guard context.scope.isOwn(id(name)) else {
      return !context.scope.isOfProfile(id(name)) && context.secretConstants.contains(id(name))
    }
    guard depth < FieldCheck.exposureDepthMax else { return false }
    return context.scope.ownValues(id(name)).contains { value in
      // A value that refers to its own name means the value that it hides.
      if case .name(let meant) = value, id(meant) == id(name) {
        return context.secretConstants.contains(id(name))
      }
      return isSecret(value, depth: depth + 1)
    }
  }

  // MARK: Secrets

  /// Reports a literal secret.
  ///
  /// A flow that expects to be refused uses a wrong one on purpose.
  func checkSecret(_ field: Name, _ value: Expression) {
    guard !context.expectsFailure, isWritten(value),
      FieldCheck.secretWords.contains(numbers.foldedLastPart(field, bytes)),
      wants(.warning, value.range)
    else { return }
    report(.secretLiteral(field: source.text(field.range)), value.range)
  }

  private static let secretWords = FixedWords.set(["passcode", "password", "pin"])

  /// Whether a value is a literal.
  private func isWritten(_ value: Expression) -> Bool {
    switch value {
    case .number: true
    case .text(let text): isWritten(text)
    default: false
    }
  }

  /// Whether a text is a literal: it isn't empty, and doesn't contain names.
  func isWritten(_ text: Text) -> Bool {
    guard !text.isPlain else { return text.range.end - text.range.start > 2 }
    return TextLiteral.fixedText(text, in: source)?.isEmpty == false
  }

  // MARK: Fields

  /// Reports a field that is a misspelling of a known one; an org's own attributes can't be known.
  func checkName(_ field: Name) {
    guard let words, !words.knowsField(numbers.foldedLastPart(field, bytes)),
      wants(.warning, field.range)
    else { return }
    let text = source.text(field.range)
    let part = EngineWords.lastPart(text)
    let nearest = words.fieldWords.filter { Suggestion.isSlip(part, of: $0) }
    guard !nearest.isEmpty else { return }
    let owner = text.dropLast(part.count)
    report(.unknownField(name: text, nearest: nearest.map { owner + $0 }), field.range)
  }

  /// Checks a bare field, which has the value of its name, or of another word for the same field.
  func checkBare(_ field: Name, mayBeAbsent: Bool) {
    context.usage.mention(bare: field, bytes)
    guard !context.scope.knows(id(field)), !mayBeAbsent,
      wants(.error, field.range)
    else {
      return
    }
    let text = source.text(field.range)
    let word = FieldCheck.lastPart(text)
    let flags = words?.vocabulary.flags ?? []
    if flags.contains(where: { FieldCheck.lastPart($0) == word }) { return }
    let names = valueCheck.visibleNames()
    let isCredential = FixedWords.credentials.contains(word)
    for name in names {
      let other = FieldCheck.lastPart(name)
      if other == word || isCredential && FixedWords.credentials.contains(other) { return }
    }
    let nearest = Suggestion.nearest(text, among: names)
    report(
      .unknownName(kind: "value", name: text, nearest: nearest), field.range,
      help: Prose.didYouMean(nearest)
        ?? "write `\(text) = …`, `prompt \(text)`, or give it a value in a profile")
  }

  /// The last part of a field's dotted name, in the form in which words are compared.
  static func lastPart(_ name: String) -> String {
    let part = name.utf8.split(separator: UInt8(ascii: ".")).last ?? Substring(name).utf8
    return String(decoding: part.map(WordHash.fold), as: UTF8.self)
  }

  /// Checks a named value.
  func checkLet(_ node: Let) {
    valueCheck.check(node.value, wordsStand: false)
    checkSecret(node.name, node.value)
  }

  /// Checks a field's value in a profile.
  func check(_ node: ProfileAnswer) {
    valueCheck.check(node.value, wordsStand: false)
    checkSecret(node.field, node.value)
    checkExposure(node.field, node.value)
  }

  /// Reports a duplicate name in a list of fields.
  func checkDuplicates(_ count: Int, _ name: (Int) -> Name) {
    guard count > 1 else { return }
    // Most lists are short, but the work for a long one must not grow with its square.
    var seen: [WordID: Int] = [:]
    for index in 0..<count {
      let hash = folded(name(index))
      var first: Int?
      if count > FieldCheck.shortList {
        first = seen.updateValue(index, forKey: hash)
      } else {
        for other in 0..<index where folded(name(other)) == hash {
          first = other
          break
        }
      }
      guard let first, wants(.error, name(index).range) else { continue }
      report(
        .duplicateField(name: source.text(name(index).range)), name(index).range,
        labels: [label(name(first).range, "the first is here")], help: "remove one of them")
    }
  }

  private static let shortList = 8
}

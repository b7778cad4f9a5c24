import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks fields and their values: literal secrets, unknown names, and duplicate fields.
struct FieldCheck: CheckPart {
  let context: CheckContext

  /// The maximum number of names that are followed to find a value.
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

  /// Reports a field without a value that isn't secret, if the value that it gets is a secret.
  func checkExposure(bare field: Name) {
    guard let words, words.isPlain(numbers.foldedLastPart(field, bytes)), isSecret(.name(field)),
      wants(.warning, field.range)
    else { return }
    report(.exposedSecret(field: source.text(field.range)), field.range)
  }

  /// Whether a value is certainly a secret, or a text that contains a secret.
  func isSecret(_ value: Expression, depth: Int = 0) -> Bool {
    switch value {
    case .lookup(let node): node.kind == .secret || node.kind == .inbox
    case .totp: true
    case .name(let name): isSecret(name, depth)
    case .text(let text):
      !text.isPlain
        && TextLiteral.check(text, in: source).names.contains { isSecret($0, depth) }
    // The output of a program may be public, although runs mask it like a secret.
    case .number, .duration, .boolean, .call, .random: false
    }
  }

  private func isSecret(_ name: Name, _ depth: Int) -> Bool {
    guard context.scope.isOwn(id(name)) else {
      return !context.scope.isOfProfile(id(name)) && context.secretConstants.contains(id(name))
    }
    guard depth < FieldCheck.exposureDepthMax else { return false }
    return context.scope.ownValues(id(name)).contains { value in
      // A value that refers to its own name stands for the value that it hides.
      if case .name(let meant) = value, id(meant) == id(name) {
        return context.secretConstants.contains(id(name))
      }
      return isSecret(value, depth: depth + 1)
    }
  }

  // MARK: Secrets

  /// Reports a literal secret.
  ///
  /// A flow that expects to be refused contains a wrong secret on purpose, so that isn't reported.
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

  /// Whether a text is a literal, because it isn't empty and contains no names.
  func isWritten(_ text: Text) -> Bool {
    guard !text.isPlain else { return text.range.end - text.range.start > 2 }
    return TextLiteral.fixedText(text, in: source)?.isEmpty == false
  }

  // MARK: Fields

  /// Reports a field whose name is a typo of a known field.
  ///
  /// Other unknown fields aren't reported, because an org may have its own attributes.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - isMeant: Whether the field is correct although its name looks like a typo.
  func checkName(_ field: Name, isMeant: () -> Bool = { false }) {
    guard let words, !words.knowsField(numbers.foldedLastPart(field, bytes)),
      wants(.warning, field.range)
    else { return }
    let text = source.text(field.range)
    let part = EngineWords.lastPart(text)
    let nearest = words.fieldWords.filter { Suggestion.isSlip(part, of: $0) }
    guard !nearest.isEmpty, !isMeant() else { return }
    let owner = text.dropLast(part.count)
    report(.unknownField(name: text, nearest: nearest.map { owner + $0 }), field.range)
  }

  /// Checks a field without a value.
  ///
  /// Such a field gets the value with its name, or with another name of the field.
  func checkBare(_ field: Name, mayBeAbsent: Bool) {
    context.usage.mention(bare: field, bytes)
    guard !context.isForOtherFlows, !context.scope.knows(id(field)), !mayBeAbsent,
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

  /// Returns the folded part of a field's name after its last dot.
  static func lastPart(_ name: String) -> String {
    let part = name.utf8.split(separator: UInt8(ascii: ".")).last ?? Substring(name).utf8
    return String(decoding: part.map(WordHash.fold), as: UTF8.self)
  }

  /// Checks a `let`.
  func checkLet(_ node: Let) {
    valueCheck.check(node.value, wordsStand: false)
    checkSecret(node.name, node.value)
  }

  /// Checks an answer in a profile.
  func check(_ node: ProfileAnswer) {
    valueCheck.check(node.value, wordsStand: false)
    checkSecret(node.field, node.value)
    checkExposure(node.field, node.value)
    // A profile may also have names of its own, which its rules and the flows use.
    checkName(node.field) {
      context.repeatedNames.contains(
        bytes[Int(node.field.range.start)..<Int(node.field.range.end)])
    }
  }

  /// Reports a name that appears twice in a list of fields.
  func checkDuplicates(_ count: Int, _ name: (Int) -> Name) {
    guard count > 1 else { return }
    // Most lists are short. For long lists, the work must not grow with the square of the length.
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

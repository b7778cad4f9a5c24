import FlowDiagnostics
import FlowSyntax

// Secrets that would be sent where everybody may see them.
extension Checker {
  /// How many names that stand for names are followed.
  private static let exposureDepthMax = 8

  /// Reports a secret that is given to a field or a parameter which is none.
  mutating func checkExposure(_ field: Name, _ value: Expression) {
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

  /// Reports a field that takes the value of its name, where that is a secret and the field is none.
  mutating func checkExposure(bare field: Name) {
    guard let words, words.isPlain(numbers.foldedLastPart(field, bytes)), isSecret(.name(field)),
      wants(.warning, field.range)
    else { return }
    report(.exposedSecret(field: source.text(field.range)), field.range)
  }

  /// Whether a value is surely a secret, or a text with one in it.
  private func isSecret(_ value: Expression, depth: Int = 0) -> Bool {
    switch value {
    case .lookup(let node): node.kind == .secret || node.kind == .inbox
    case .totp: true
    case .name(let name): isSecret(name, depth)
    case .text(let text):
      !text.isPlain
        && TextLiteral.check(text, in: source).names.contains { isSecret($0, depth) }
    // A program may well print what is no secret, though it is masked like one.
    case .number, .duration, .boolean, .call, .random: false
    }
  }

  private func isSecret(_ name: Name, _ depth: Int) -> Bool {
    guard scope.isOwn(id(name)) else {
      return !scope.isOfProfile(id(name)) && secretConstants.contains(id(name))
    }
    guard depth < Checker.exposureDepthMax else { return false }
    return scope.ownValues(id(name)).contains { value in
      // A value in terms of its own name means one that it hides.
      if case .name(let meant) = value, id(meant) == id(name) {
        return secretConstants.contains(id(name))
      }
      return isSecret(value, depth: depth + 1)
    }
  }

  /// Finds the values of files that are secrets, those in terms of others last.
  mutating func collectSecretConstants(_ mentioning: [Program.Located<Let>]) {
    func id(of located: Program.Located<Let>) -> WordID {
      numbers.exact(located.node.name, located.script.source.bytes)
    }
    for located in constants {
      switch located.node.value {
      case .lookup(let node) where node.kind == .secret || node.kind == .inbox:
        secretConstants.insert(id(of: located))
      case .totp: secretConstants.insert(id(of: located))
      default: continue
      }
    }
    guard !secretConstants.isEmpty else { return }
    for _ in 0..<Checker.exposureDepthMax {
      let before = secretConstants.count
      for located in mentioning {
        enter(located.script)
        if isSecret(located.node.value) { secretConstants.insert(id(of: located)) }
      }
      if secretConstants.count == before { return }
    }
  }
}

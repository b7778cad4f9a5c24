import FlowDiagnostics
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowText

/// Describes a value without revealing a text that may be a secret.
struct ValueShape {
  let names: NameResolver
  /// Masks the secrets that are written in the scripts.
  let masker: Masker

  /// The maximum number of uses of names that are followed.
  private static let usesMax = 200
  /// The longest text that is shown, in characters.
  private static let lengthMax = 120
  /// Words that occur in the names of secrets.
  private static let secretWords = [
    "answer", "code", "credential", "data", "key", "otp", "pass", "pin", "secret", "seed", "token",
  ]

  /// A short description of a value, as Markdown.
  func text(of value: Expression, _ declaration: NameResolver.Declaration) -> String {
    guard let source = source(of: declaration) else { return "a value" }
    switch value {
    case .text(let text):
      let literal = TextLiteral.read(text, in: source)
      guard let fixed = literal.fixedText else {
        let parts = literal.names.map { "`\(source.text($0.range))`" }
        return "a text with \(parts.joined(separator: ", ")) in it"
      }
      guard !mayBeSecret(declaration, depth: 0), masker.masked(fixed) == fixed else {
        return "a text, which may be a secret"
      }
      return Self.shown(fixed)
    case .number(let node): return "`\(source.text(node.range))`"
    case .duration(let node): return "`\(source.text(node.range))`"
    case .boolean(let node): return "`\(node.value)`"
    case .name(let name): return "the value of `\(source.text(name.range))`"
    case .lookup(let node):
      let word = source.text(node.name.range)
      switch node.kind {
      case .env: return "`env \(word)`, a variable of the run's environment"
      case .secret: return "`secret \(word)`, which is never shown"
      case .inbox: return "`inbox \(word)`, the code of the latest message"
      case .passkey: return "`passkey \(word)`"
      }
    case .call(let node):
      switch node.kind {
      case .file: return "the contents of a file"
      case .ask: return "the user's input"
      case .run: return "the output of a command"
      }
    case .totp: return "a time-based code"
    case .random(let node):
      let digits = node.count.map { " of \($0)" } ?? ""
      return "a random value in every run: \(node.kind.rawValue)\(digits)"
    }
  }

  private static func shown(_ text: String) -> String {
    let line = DisplayText.line(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    let short = line.count > lengthMax ? line.prefix(lengthMax) + "…" : line[...]
    // Backticks would end the code span.
    let marks = short.contains("`") ? "``" : "`"
    return "the text \(marks)\(short)\(marks)"
  }

  // MARK: Secrets

  private func source(of declaration: NameResolver.Declaration) -> SourceFile? {
    names.program.scripts.first { $0.source.name == declaration.path }?.source
  }

  /// Whether the name of a value is similar to a secret's, or the value is assigned to a secret.
  private func mayBeSecret(_ declaration: NameResolver.Declaration, depth: Int) -> Bool {
    guard depth < 4, let source = source(of: declaration) else { return true }
    if Self.isSecret(source.text(declaration.range)) { return true }
    let uses = names.uses(of: declaration)
    guard uses.count <= Self.usesMax else { return true }
    return uses.contains { use in
      use.word.range != declaration.range && isSecret(use, depth)
    }
  }

  /// Whether a use assigns the value to something that may be a secret.
  private func isSecret(_ use: NameResolver.Use, _ depth: Int) -> Bool {
    guard let words = names.scripts.first(where: { $0.script.source === use.source }) else {
      return true
    }
    // The target of the assignment precedes it: `passcode = `, `totp `, `let other = `.
    let start = use.word.range.start
    let before = words.words.last { $0.range.end <= start }
    let gap = use.source.text(SourceRange(before?.range.end ?? 0, start))
    if gap.contains("totp") { return true }
    guard let before else { return false }
    if Self.isSecret(use.source.text(before.range)) { return true }
    guard before.isDeclaration, let other = names.declaration(of: before, in: words) else {
      return false
    }
    return mayBeSecret(other, depth: depth + 1)
  }

  private static func isSecret(_ name: String) -> Bool {
    let folded = name.lowercased()
    return secretWords.contains { folded.contains($0) }
  }
}

import FlowText
public import FlowDiagnostics

/// Finds the secrets that a script contains as literals, so that no output shows them.
///
/// The search uses only tokens, because output also quotes the lines of scripts that can't be
/// parsed.
struct SecretLiterals {
  private let source: SourceFile
  private let tokens: [Token]
  /// The indices of the words `passwords` that begin a password policy, in the block of an org.
  private let policies: Set<Int>

  /// The names of fields and parameters that are secrets, as in `password = "…"`.
  ///
  /// `data` begins a session of nextAuth.
  fileprivate static let fields = Set(["passcode", "password", "pin", "answer", "data"] + both)
  /// The names of settings of an org that are secrets, as in `password "…"`.
  private static let settings = Set(settingWords)
  private static let settingWords =
    [
      "password", "pin", "google-otp", "okta-verify", "secret", "passcode", "refresh-token",
    ] + devices + both
  /// The settings whose values a simulated device shows.
  private static let devices = [
    "custom-otp", "duo", "onprem-mfa", "rsa-token", "symantec-vip", "yubikey",
  ]
  /// The names of secrets that are both parameters of `start` and settings of an org.
  private static let both = ["activation-token", "recovery-token", "device-token", "client-secret"]
  /// The words that come before a secret anywhere: `totp "…"`, `security-question "…" answer "…"`.
  private static let anywhere: Set = ["totp", "answer"]

  init(_ source: SourceFile) {
    self.source = source
    tokens = LexedSource(source).tokens
    var policies: Set<Int> = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .leftBrace: depth += 1
      case .rightBrace: depth -= 1
      case .word where depth == 1 && source.text(token.range) == "passwords":
        policies.insert(index)
      default: break
      }
    }
    self.policies = policies
  }

  /// The ranges of the secrets, including their quotes.
  func ranges() -> [SourceRange] { found.map(\.range) }

  private var found: [Token] {
    let names = names
    return tokens.indices.filter { index in
      isLiteral(tokens[index]) && (isSecret(index) || isValue(index, of: names))
    }.map { tokens[$0] }
  }

  /// The names whose values are assigned to secret fields, as in `pin = rightPIN`.
  private var names: Set<String> {
    var names: Set<String> = []
    for index in tokens.indices.dropFirst()
    where tokens[index].kind == .word && tokens[index - 1].kind == .equal && isSecret(index) {
      names.insert(source.text(tokens[index].range))
    }
    return names
  }

  /// Whether the literal at an index is assigned to one of the names.
  private func isValue(_ index: Int, of names: Set<String>) -> Bool {
    guard !names.isEmpty, index > 1, tokens[index - 1].kind == .equal else { return false }
    return names.contains(source.text(tokens[index - 2].range))
  }

  /// The secrets as they are written, and also with their escapes resolved if they have any.
  func texts() -> [String] {
    var texts: [String] = []
    for token in found {
      texts.append(written(token))
      guard token.kind == .richText else { continue }
      let literal = TextLiteral.read(Text(range: token.range, isPlain: false), in: source)
      if let meant = literal.fixedText { texts.append(meant) }
    }
    return texts
  }

  /// Whether a token is a text, the beginning of an unclosed text, or a number.
  private func isLiteral(_ token: Token) -> Bool {
    switch token.kind {
    case .text, .richText, .number: true
    case .unknown: source.bytes[Int(token.start)] == UInt8(ascii: "\"")
    default: false
    }
  }

  /// Whether the token at an index is where a secret is written.
  private func isSecret(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    var before = index - 1
    guard tokens[before].kind == .equal else {
      guard tokens[before].kind == .word else { return false }
      let word = lastPart(tokens[before])
      return SecretLiterals.anywhere.contains(word)
        || (beginsStatement(before)
          && (SecretLiterals.settings.contains(word) || isSlip(before, before: index)))
    }
    before -= 1
    if before > 0, tokens[before].kind == .question { before -= 1 }
    guard before >= 0, tokens[before].kind == .word else { return false }
    return SecretLiterals.fields.contains(lastPart(tokens[before]))
  }

  /// Whether a word is a typo of a secret setting, and a text follows it.
  ///
  /// A text before a block isn't a secret but a name, as in `passwords "staff" {`.
  private func isSlip(_ index: Int, before value: Int) -> Bool {
    let opensBlock = value + 1 < tokens.count && tokens[value + 1].kind == .leftBrace
    // A password policy may have only a name. In a user's block the word is a typo.
    guard tokens[value].kind != .number, !opensBlock, !policies.contains(index) else {
      return false
    }
    let word = source.text(tokens[index].range)
    return SecretLiterals.settingWords.contains { Suggestion.isSlip(word, of: $0) }
  }

  private func beginsStatement(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return tokens[index - 1].kind == .endOfStatement || tokens[index - 1].kind == .leftBrace
  }

  private func lastPart(_ token: Token) -> String {
    let range = token.range.lastPart(source.bytes)
    let bytes = source.bytes[Int(range.start)..<Int(range.end)]
    return String(decoding: bytes.map(WordHash.fold), as: UTF8.self)
  }

  /// Returns the text between the quotes of a token, or the digits of a number.
  private func written(_ token: Token) -> String {
    let quote = UInt8(ascii: "\"")
    var bytes = source.bytes[Int(token.start)..<Int(token.end)]
    bytes = bytes.drop { $0 == quote }
    while bytes.last == quote { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The names of fields that contain secrets.
///
/// Only the last part of a name is compared.
package enum SecretFieldName {
  package static func contains(_ name: String) -> Bool {
    let last = name.utf8.split(separator: UInt8(ascii: ".")).last ?? Substring(name).utf8
    return SecretLiterals.fields.contains(
      String(decoding: last.map(WordHash.fold), as: UTF8.self))
  }
}

extension SourceFile {
  /// The secrets that the script contains as literals.
  ///
  /// Output that shows its lines must mask them.
  public var secretLiterals: [String] {
    SecretLiterals(self).texts() + AddressSecrets(self).texts()
  }
}

extension Diagnostic {
  /// The sources whose lines the diagnostic shows.
  public var sources: Set<SourceFile> {
    var sources = Set(labels.map(\.place.source))
    if let place { sources.insert(place.source) }
    return sources
  }
}

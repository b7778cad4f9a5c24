import FlowDiagnostics
import FlowText

extension Parser {
  /// value = text | number | duration | "true" | "false"
  ///       | "env" name | "secret" name | "inbox" name | "passkey" name
  ///       | "file" text | "ask" text | "run" text
  ///       | "totp" value [ "sha1" | "sha256" | "sha512" ] [ "digits" number ] [ "every" duration ]
  ///       | "random" ( "email" | "password" | "digits" number ) | name .
  ///
  /// A word such as `env` or `totp` is a name unless its argument follows.
  mutating func expression() throws(Abandon) -> Expression {
    at(.value)
    switch token.kind {
    case .text, .richText:
      return .text(try expectText())
    case .number:
      return .number(try numberLiteral())
    case .duration:
      return .duration(try duration())
    case .word:
      return try wordExpression()
    default:
      throw unexpected()
    }
  }

  /// Reads a number.
  ///
  /// Digits that a number would change must be a text, such as a code with leading zeros.
  private mutating func numberLiteral() throws(Abandon) -> NumberLiteral {
    let token = advance()
    let value = number(token.range)
    var digits = bytes[Int(token.start)..<Int(token.end)]
    if digits.first?.isDigit == false { digits = digits.dropFirst() }
    let hasZeros = digits.first == UInt8(ascii: "0") && digits.dropFirst().first?.isDigit == true
    guard !hasZeros, abs(value) < NumberLiteral.wholeMax else {
      report(
        .malformedNumber, token.range,
        help: "put quotes around digits that must stay as written, such as a code")
      throw Abandon()
    }
    return NumberLiteral(range: token.range, value: value)
  }

  private mutating func wordExpression() throws(Abandon) -> Expression {
    let word = token
    switch (word.keyword, following.kind) {
    case (.true, _), (.false, _):
      advance()
      return .boolean(BooleanLiteral(range: word.range, value: word.keyword == .true))
    case (.env, .word): return .lookup(try lookup(.env))
    case (.secret, .word): return .lookup(try lookup(.secret))
    case (.inbox, .word): return .lookup(try lookup(.inbox))
    case (.passkey, .word): return .lookup(try lookup(.passkey))
    case (.file, .text), (.file, .richText): return .call(try call(.file))
    case (.ask, .text), (.ask, .richText): return .call(try call(.ask))
    case (.run, .text), (.run, .richText): return .call(try call(.run))
    case (.totp, .word), (.totp, .text), (.totp, .richText):
      return try totp()
    case (.random, .word):
      return .random(try random())
    default:
      try checkMisspelling()
      return .name(Name(advance()))
    }
  }

  /// Reports a typo of a word such as `inbox` or `secret`.
  ///
  /// A name is a complete value. So if another word or a text follows, it is probably the argument
  /// of a misspelled word.
  private mutating func checkMisspelling() throws(Abandon) {
    let keywords: [String]
    switch following.kind {
    case .word:
      let isName = following.keyword == .none
      guard isName, !Totp.isDetail(source.text(following.range)) else { return }
      keywords = LanguageWords.lookups + [Keyword.totp.spelling, Keyword.random.spelling]
    case .text, .richText: keywords = LanguageWords.calls + [Keyword.totp.spelling]
    default: return
    }
    let found = source.text(token.range)
    guard !Suggestion.nearest(found, among: keywords).isEmpty else { return }
    report(.wrongWord(found: found, expected: keywords), token.range)
    throw Abandon()
  }

  private mutating func lookup(_ kind: Lookup.Kind) throws(Abandon) -> Lookup {
    let start = advance().start
    let name = try expectName()
    return Lookup(range: range(from: start), kind: kind, name: name)
  }

  private mutating func call(_ kind: TextCall.Kind) throws(Abandon) -> TextCall {
    let start = advance().start
    let text = try expectText()
    return TextCall(range: range(from: start), kind: kind, text: text)
  }

  private mutating func totp() throws(Abandon) -> Expression {
    try enter()
    defer { leave() }
    let start = advance().start
    let secret = try expression()
    var totp = Totp(range: range(from: start), secret: secret)
    if token.kind == .word, let algorithm = Totp.Algorithm(rawValue: source.text(token.range)) {
      totp.algorithm = algorithm
      advance()
    }
    if token.kind == .word, source.text(token.range) == "digits" {
      advance()
      totp.digits = try digits(max: Totp.digitsMax)
    }
    if accept(.every) != nil {
      let period = try duration()
      guard Totp.periods.contains(period.milliseconds), period.milliseconds % 1000 == 0 else {
        report(
          .malformedNumber, period.range, help: "write whole seconds, from 5s to 1h: `every 60s`")
        throw Abandon()
      }
      totp.period = period
    }
    totp.range = range(from: start)
    return .totp(totp)
  }

  /// Reads a whole number from 1 to `max`.
  private mutating func digits(max: Int) throws(Abandon) -> Int {
    let number = try expect(.number)
    guard let digits = Int(source.text(number.range)), (1...max).contains(digits) else {
      report(.malformedNumber, number.range, help: "write a whole number from 1 to \(max)")
      throw Abandon()
    }
    return digits
  }

  private mutating func random() throws(Abandon) -> Random {
    let start = advance().start
    let word = advance()
    guard let kind = Random.Kind(rawValue: source.text(word.range)) else {
      report(
        .wrongWord(
          found: source.text(word.range), expected: Random.Kind.allCases.map(\.rawValue)),
        word.range)
      throw Abandon()
    }
    var count: Int?
    if kind == .digits { count = try digits(max: Random.digitsMax) }
    return Random(range: range(from: start), kind: kind, count: count)
  }

  /// duration = number ( "ms" | "s" | "m" | "h" | "d" ) .
  mutating func duration() throws(Abandon) -> DurationLiteral {
    let token = try expect(.duration)
    var digits = Int(token.end) - 1
    if bytes[digits - 1] == UInt8(ascii: "m") { digits -= 1 }
    let unit: Double =
      switch bytes[Int(token.end) - 1] {
      case UInt8(ascii: "d"): 86_400_000
      case UInt8(ascii: "h"): 3_600_000
      case UInt8(ascii: "m"): 60_000
      default: digits == Int(token.end) - 1 ? 1000 : 1
      }
    let value = number(SourceRange(token.start, UInt32(digits))) * unit
    guard abs(value) <= DurationLiteral.millisecondsMax else {
      report(.malformedNumber, token.range, help: "write a duration of less than ten years")
      throw Abandon()
    }
    return DurationLiteral(range: token.range, milliseconds: Int64(value.rounded()))
  }

  /// Reads a duration to wait.
  ///
  /// The duration can't be negative.
  mutating func span() throws(Abandon) -> DurationLiteral {
    let duration = try duration()
    if duration.milliseconds < 0 {
      report(.malformedNumber, duration.range, help: "remove the `-`")
    }
    return duration
  }

  /// Returns the value of a number that the lexer has read.
  private func number(_ range: SourceRange) -> Double {
    let digits = bytes[Int(range.start)..<Int(range.end)]
    // Most numbers are short and whole. They are read without creating a string.
    if !digits.isEmpty, digits.count <= 15, digits.allSatisfy(\.isDigit) {
      return Double(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
    var text = source.text(range)
    if text.utf8.first == UInt8(ascii: "+") { text.removeFirst() }
    return Double(text) ?? .infinity
  }
}

extension Totp {
  /// Whether a word is an option of `totp`: `sha256`, `digits`.
  fileprivate static func isDetail(_ word: String) -> Bool {
    word == "digits" || Algorithm(rawValue: word) != nil
  }

  /// The maximum number of digits of a one-time code (RFC 4226, section 5.3: 31 bits).
  public static let digitsMax = 10

  /// The allowed periods of a one-time code in milliseconds.
  ///
  /// The periods are long enough to send a code, and short enough to be secure.
  public static let periods: ClosedRange<Int64> = 5_000...3_600_000
}

extension Random {
  /// The maximum number of digits of `random digits`.
  ///
  /// No code for users is longer.
  public static let digitsMax = 64
}

extension NumberLiteral {
  /// The limit up to which `Double` can represent every whole number.
  static let wholeMax = 9_007_199_254_740_992.0
}

extension DurationLiteral {
  /// The longest duration: ten years.
  ///
  /// No session is that long.
  static let millisecondsMax = 10 * 366 * 24 * 3_600_000.0
}

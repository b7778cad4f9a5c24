public import FlowDiagnostics

/// A value as it is written.
public enum Expression: Sendable {
  case text(Text)
  case number(NumberLiteral)
  case duration(DurationLiteral)
  case boolean(BooleanLiteral)
  /// The value of a `let`, a row or a profile; in a row, the word itself.
  case name(Name)
  /// `env NAME`, `secret NAME`, `inbox email`, `passkey laptop`.
  case lookup(Lookup)
  /// `file "path"`, `ask "text"`, `run "command"`.
  case call(TextCall)
  /// `totp <secret>`, and how its codes are made.
  indirect case totp(Totp)
  /// `random email`, `random digits 6`.
  case random(Random)

  /// The whole value.
  public var range: SourceRange {
    switch self {
    case .text(let node): node.range
    case .number(let node): node.range
    case .duration(let node): node.range
    case .boolean(let node): node.range
    case .name(let node): node.range
    case .lookup(let node): node.range
    case .call(let node): node.range
    case .totp(let node): node.range
    case .random(let node): node.range
    }
  }
}

/// `3`, `-1.5`.
public struct NumberLiteral: Sendable, Hashable {
  /// Where it stands.
  public var range: SourceRange
  /// Its value.
  public var value: Double
}

/// `500ms`, `2s`, `15m`, `8h`, `30d`, `+8h`.
public struct DurationLiteral: Sendable, Hashable {
  /// Where it stands.
  public var range: SourceRange
  /// Its value in milliseconds.
  public var milliseconds: Int64

  /// Its value.
  public var value: Duration { .milliseconds(milliseconds) }
}

/// `true` or `false`.
public struct BooleanLiteral: Sendable, Hashable {
  /// Where it stands.
  public var range: SourceRange
  /// Its value.
  public var value: Bool
}

/// A value that is looked up by a word.
public struct Lookup: Sendable, Hashable {
  /// Where it is looked up.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case env, secret, inbox, passkey
  }

  /// The whole value.
  public var range: SourceRange
  /// Where it is looked up.
  public var kind: Kind
  /// The word; for `inbox` the channel.
  public var name: Name
}

/// A value that takes a text.
public struct TextCall: Sendable, Hashable {
  /// What is done with the text.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case file, ask, run
  }

  /// The whole value.
  public var range: SourceRange
  /// What is done with the text.
  public var kind: Kind
  /// The text.
  public var text: Text
}

/// `totp secret JANE_TOTP`, `totp secret SEED sha256 digits 8 every 60s`.
public struct Totp: Sendable {
  /// The hash function of the codes, where it is written.
  public enum Algorithm: String, Sendable, Hashable, CaseIterable {
    case sha1, sha256, sha512
  }

  /// The whole value.
  public var range: SourceRange
  /// The shared secret: Base32, or an `otpauth` URI.
  public var secret: Expression
  /// The hash function.
  public var algorithm: Algorithm?
  /// How many digits a code has.
  public var digits: Int?
  /// How long a code lasts.
  public var period: DurationLiteral?
}

/// `random email`, `random password`, `random digits 6`.
public struct Random: Sendable, Hashable {
  /// What is made.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case email, password, digits
  }

  /// The whole value.
  public var range: SourceRange
  /// What is made.
  public var kind: Kind
  /// How many digits.
  public var count: Int?
}

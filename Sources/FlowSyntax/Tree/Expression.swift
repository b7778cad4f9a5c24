public import FlowDiagnostics

/// A value as written in the script.
public enum Expression: Sendable {
  case text(Text)
  case number(NumberLiteral)
  case duration(DurationLiteral)
  case boolean(BooleanLiteral)
  /// A name: of a `let`, a row or a profile.
  ///
  /// In a row, the word stands for itself.
  case name(Name)
  /// `env NAME`, `secret NAME`, `inbox email`, `passkey laptop`.
  case lookup(Lookup)
  /// `file "path"`, `ask "text"`, `run "command"`.
  case call(TextCall)
  /// `totp <secret>` with the options of its codes.
  indirect case totp(Totp)
  /// `random email`, `random digits 6`.
  case random(Random)

  /// The range of the whole value.
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

/// A number, such as `3` or `-1.5`.
public struct NumberLiteral: Sendable, Hashable {
  /// The range.
  public var range: SourceRange
  /// Its value.
  public var value: Double
}

/// A duration, such as `500ms`, `2s`, `15m`, `8h`, `30d` or `+8h`.
public struct DurationLiteral: Sendable, Hashable {
  /// The range.
  public var range: SourceRange
  /// Its value in milliseconds.
  public var milliseconds: Int64

  /// Its value.
  public var value: Duration { .milliseconds(milliseconds) }
}

/// A truth value, `true` or `false`.
public struct BooleanLiteral: Sendable, Hashable {
  /// The range.
  public var range: SourceRange
  /// Its value.
  public var value: Bool
}

/// A value that comes from outside the script.
public struct Lookup: Sendable, Hashable {
  /// The source of the value.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case env, secret, inbox, passkey
  }

  /// The range of the whole value.
  public var range: SourceRange
  /// The source of the value.
  public var kind: Kind
  /// The name of the value.
  ///
  /// After `inbox`, the name is the channel.
  public var name: Name
}

/// A value that is computed from a text.
public struct TextCall: Sendable, Hashable {
  /// What the text is used for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case file, ask, run
  }

  /// The range of the whole value.
  public var range: SourceRange
  /// What the text is used for.
  public var kind: Kind
  /// The text.
  public var text: Text
}

/// A one-time code, such as `totp secret JANE_TOTP` or
/// `totp secret SEED sha256 digits 8 every 60s`.
public struct Totp: Sendable {
  /// The hash function of the codes.
  public enum Algorithm: String, Sendable, Hashable, CaseIterable {
    case sha1, sha256, sha512
  }

  /// The range of the whole value.
  public var range: SourceRange
  /// The shared secret: Base32, or an `otpauth` URI.
  public var secret: Expression
  /// The hash function; `nil` if none is written.
  public var algorithm: Algorithm?
  /// The number of digits of a code; `nil` if none is written.
  public var digits: Int?
  /// How long a code is valid; `nil` if no period is written.
  public var period: DurationLiteral?
}

/// A random value: `random email`, `random password` or `random digits 6`.
public struct Random: Sendable, Hashable {
  /// What is generated.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case email, password, digits
  }

  /// The range of the whole value.
  public var range: SourceRange
  /// What is generated.
  public var kind: Kind
  /// The number of digits; `nil` if the value isn't `random digits`.
  public var count: Int?
}

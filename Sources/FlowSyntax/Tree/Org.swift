public import FlowDiagnostics

/// An org: `org name [for engine] [at "address"] { … }`.
public struct Org: Sendable {
  /// The range from the keyword to the closing brace.
  public var range: SourceRange
  /// The name.
  public var name: Name
  /// The engine after `for`; `nil` if none is named.
  public var engine: Name?
  /// The address of a real issuer, after `at`; `nil` for a simulated org.
  public var address: Text?
  /// The settings between the braces.
  public var settings: [OrgSetting]
}

/// A setting of an org: `name value, … [{ … }]`.
///
/// The parser knows no engine, so it only splits the values. The engine's schema interprets them.
public struct OrgSetting: Sendable {
  /// The range of the whole setting.
  public var range: SourceRange
  /// The first word, which is the setting's name.
  public var name: Name
  /// The values, split at the commas; empty if there are none.
  public var values: [[SettingAtom]]
  /// The settings between the setting's own braces; `nil` if it has no braces.
  public var block: [OrgSetting]?
}

/// One word, text, number, duration, symbol or looked-up value of a setting.
public enum SettingAtom: Sendable {
  case word(Name)
  case text(Text)
  case number(NumberLiteral)
  case duration(DurationLiteral)
  /// A value of `env`, `secret` or `file`.
  case value(Expression)
  /// A symbol: `(`, `)`, `=`, `?` or a comparison.
  case mark(SourceRange)

  /// The range.
  public var range: SourceRange {
    switch self {
    case .word(let name): name.range
    case .text(let text): text.range
    case .number(let number): number.range
    case .duration(let duration): duration.range
    case .value(let value): value.range
    case .mark(let range): range
    }
  }
}

extension Script {
  /// The claims in the script, in order.
  public var claims: [Claim] {
    items.compactMap { item in
      if case .claim(let claim) = item { claim } else { nil }
    }
  }
}

/// A statement about an org that can be checked: `claim "text" { … }`.
public struct Claim: Sendable {
  /// The range from the keyword to the closing brace.
  public var range: SourceRange
  /// The claim in words.
  public var text: Text
  /// The lines between the braces.
  public var lines: [Line]
  /// Whether a line of the claim couldn't be read, so that it is missing.
  public var lacksLines = false

  /// A line of a claim.
  public enum Line: Sendable {
    /// `for user in group staff`: the users that the claim is about.
    case scope(SourceRange, name: Name, atoms: [SettingAtom])
    /// `always …`, `never …`, `possible …`: what must hold.
    case rule(Quantifier, Expect)
    /// `source "…"`, `help "…"`.
    case remark(SourceRange, Remark, Text)
    /// `recommended`: if the claim doesn't hold for an org, that is reported only as a note.
    case recommended(SourceRange)
  }

  /// The kinds of remarks in a claim.
  public enum Remark: String, Sendable, Hashable, CaseIterable {
    /// The document that the claim comes from.
    case source
    /// How to fix an org for which the claim doesn't hold.
    case help
  }

  /// For which paths a line of a claim must hold.
  public enum Quantifier: String, Sendable, Hashable, CaseIterable {
    case always, never, possible
  }
}

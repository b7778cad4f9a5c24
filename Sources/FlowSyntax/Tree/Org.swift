public import FlowDiagnostics

/// `org name [for engine] [at "address"] { … }`.
public struct Org: Sendable {
  /// From the keyword to the closing brace.
  public var range: SourceRange
  /// The name.
  public var name: Name
  /// The engine after `for`.
  public var engine: Name?
  /// The address of a real issuer, after `at`; `nil` for a simulated org.
  public var address: Text?
  /// The settings between the braces.
  public var settings: [OrgSetting]
}

/// `name value, … [{ … }]`.
///
/// The parser doesn't depend on an engine, so it only splits the values of a setting.
public struct OrgSetting: Sendable {
  /// The whole setting.
  public var range: SourceRange
  /// The first word.
  public var name: Name
  /// The values, split at the commas; empty if there aren't any.
  public var values: [[SettingAtom]]
  /// The settings between its braces; `nil` if it has no braces.
  public var block: [OrgSetting]?
}

/// One word, text, number, duration, symbol or looked-up value of a setting.
public enum SettingAtom: Sendable {
  case word(Name)
  case text(Text)
  case number(NumberLiteral)
  case duration(DurationLiteral)
  /// `env`, `secret` or `file`.
  case value(Expression)
  /// `(`, `)`, `=`, `?` or a comparison.
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
  /// The claims of the script, in their order.
  public var claims: [Claim] {
    items.compactMap { item in
      if case .claim(let claim) = item { claim } else { nil }
    }
  }
}

/// `claim "text" { … }`.
public struct Claim: Sendable {
  /// From the keyword to the closing brace.
  public var range: SourceRange
  /// The statement of the claim.
  public var text: Text
  /// The lines between the braces.
  public var lines: [Line]
  /// Whether a line is missing because it couldn't be read.
  public var lacksLines = false

  /// A line of a claim.
  public enum Line: Sendable {
    /// `for user in group staff`: the users that the claim covers.
    case scope(SourceRange, name: Name, atoms: [SettingAtom])
    /// `always …`, `never …`, `possible …`.
    case rule(Quantifier, Expect)
    /// `source "…"`, `help "…"`.
    case remark(SourceRange, Remark, Text)
    /// `recommended`: an org that breaks the claim gets only a note.
    case recommended(SourceRange)
  }

  /// The kind of a remark about a claim.
  public enum Remark: String, Sendable, Hashable, CaseIterable {
    /// The document that the claim comes from.
    case source
    /// The remedy if the claim doesn't hold.
    case help
  }

  /// The paths for which a line must hold.
  public enum Quantifier: String, Sendable, Hashable, CaseIterable {
    case always, never, possible
  }
}

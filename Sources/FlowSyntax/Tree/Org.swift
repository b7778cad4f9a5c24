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

/// `name value, … [{ … }]`: the parser knows no engine, so a setting's values are only split up.
public struct OrgSetting: Sendable {
  /// The whole setting.
  public var range: SourceRange
  /// The first word.
  public var name: Name
  /// What follows, split at the commas; empty where nothing follows.
  public var values: [[SettingAtom]]
  /// The settings between its braces; `nil` where it has none.
  public var block: [OrgSetting]?
}

/// One word, text, number, duration, mark or looked-up value of a setting.
public enum SettingAtom: Sendable {
  case word(Name)
  case text(Text)
  case number(NumberLiteral)
  case duration(DurationLiteral)
  /// `env`, `secret` or `file`.
  case value(Expression)
  /// `(`, `)`, `=`, `?` or a comparison.
  case mark(SourceRange)

  /// Where it stands.
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
  /// What the claim says.
  public var text: Text
  /// The lines between the braces.
  public var lines: [Line]
  /// Whether a line was left out because it can't be read.
  public var lacksLines = false

  /// A line of a claim.
  public enum Line: Sendable {
    /// `for user in group staff`: whom it speaks of.
    case scope(SourceRange, name: Name, atoms: [SettingAtom])
    /// `always …`, `never …`, `possible …`.
    case rule(Quantifier, Expect)
    /// `source "…"`, `help "…"`.
    case remark(SourceRange, Remark, Text)
    /// `recommended`: an org that breaks the claim only gets a note.
    case recommended(SourceRange)
  }

  /// What is said about a claim.
  public enum Remark: String, Sendable, Hashable, CaseIterable {
    /// The document that the claim comes from.
    case source
    /// What to do if it doesn't hold.
    case help
  }

  /// Over which paths a line must hold.
  public enum Quantifier: String, Sendable, Hashable, CaseIterable {
    case always, never, possible
  }
}

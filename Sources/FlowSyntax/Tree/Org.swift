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

/// What a claim can ask of a route.
public enum ClaimFact: String, Sendable, Hashable, CaseIterable {
  /// How many kinds of factors were verified, as far as they counted.
  case kinds
  /// The same of what the person had before: nothing that was enrolled or set anew on the way.
  case heldKinds = "held-kinds"
  /// The rules that decided, by name.
  case rule
  case sessionRule = "session-rule"
  /// Whether somebody is signed in at the end.
  case success
  /// What was enrolled on the way, a list.
  case enrolled
  /// Whether a password was set without the old one; whether a lock was ended.
  case recovered, unlocked
  /// Where and with what it began.
  case zone, device, risk, platform, session, remembered

  /// What it is of a route, in a sentence.
  public var meaning: String {
    switch self {
    case .kinds: "How many kinds of factors were verified and counted."
    case .heldKinds: "How many kinds of factors were verified that the person had before."
    case .rule: "The authentication policy's rule that decided, by name."
    case .sessionRule: "The global session policy's rule that decided, by name."
    case .success: "Somebody is signed in at the end."
    case .enrolled: "The authenticators that were enrolled on the way, a list."
    case .recovered: "A password was set without the old one."
    case .unlocked: "A lock was ended."
    case .zone: "The network zones that it begins in, a list."
    case .device: "What the org knows of the device that it begins on."
    case .risk: "How risky it looks at the beginning."
    case .platform: "What the device runs on that it begins on."
    case .session: "It began in an open session."
    case .remembered: "It began on a device that is remembered."
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

  /// A line of a claim.
  public enum Line: Sendable {
    /// `for user in group staff`: whom it speaks of.
    case scope(SourceRange, name: Name, atoms: [SettingAtom])
    /// `always …`, `never …`, `possible …`.
    case rule(Quantifier, Expect)
  }

  /// Over which paths a line must hold.
  public enum Quantifier: String, Sendable, Hashable, CaseIterable {
    case always, never, possible
  }
}

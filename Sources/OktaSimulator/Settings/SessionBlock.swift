import SimulatorKit

/// Reads a rule of the global session policy: `session-policy ["name"] { when …; require password;
/// mfa per session; lifetime 12h }`.
struct SessionBlock {
  private let draft: OrgDraft
  private var rule: SessionRule

  static let table = SettingTable<SessionBlock>(
    of: "session-policy",
    entries: [
      SettingEntry(
        "when", "`when [not] group staff [and [not] zone \"office\"]`",
        "The conditions, as in `sign-on`.", usual: "it holds for every sign-in",
        example: "when group staff",
        notAs: ["if", "for", "condition"], repeats: true,
        .custom { block, line in
          block.rule.conditions += ConditionReader(line, of: block.draft).conditions()
        }),
      SettingEntry(
        "require", "`require password` or `require any`", "The requirement to open a session.",
        usual: "`any`",
        notAs: ["requires", "primary-factor"],
        .custom { block, line in
          block.rule.needsPassword = line.choice(["any", "password"]) == "password"
          if block.rule.needsPassword { block.draft.needs(.password, line) }
        }),
      SettingEntry(
        "mfa", "`mfa every 15m`",
        "When a second kind of factor is required: `always`, `every` so long, `per session`, `per "
          + "device` if `rememberMe` was chosen, or `off`.",
        usual: "`off`", notAs: ["second-factor", "prompt", "factors"],
        .custom { block, line in
          if let prompt = SessionBlock.prompt(line) { block.rule.prompt = prompt }
        }),
      SettingEntry(
        "lifetime", "`lifetime 12h` or `lifetime 30 days`", "The maximum lifetime of a session.",
        usual: "as long as it is used", notAs: ["max-lifetime", "expire", "duration"],
        .span { $0.rule.lifetime = $1 }),
      SettingEntry(
        "idle", "`idle 30m`", "The maximum idle time of a session.", usual: "2 hours",
        notAs: ["idle-timeout", "max-idle"], .span { $0.rule.idle = $1 }),
      SettingEntry(
        "persistent", "`persistent on`", "Whether its cookie stays when the browser is closed.",
        usual: "`off`", notAs: ["persist", "persistent-cookie"],
        .flag { $0.rule.isPersistent = $1 }),
      .denial { $0.rule.isDenied = true },
    ])

  /// Reads a rule of the global session policy, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    let name = draft.ruleName(line)
    var block = SessionBlock(draft: draft, rule: SessionRule(name: name))
    table.read(line.block, into: &block, line.reader)
    block.rule.compile()
    draft.noteReach(line)
    draft.policy.sessionRules.append(block.rule)
  }

  /// Reads when a second factor is required: `always`, `every 15m`, `per session`, `per device` or
  /// `off`.
  private static func prompt(_ line: SettingLine) -> SessionRule.Prompt? {
    let terms = line.terms()
    switch (terms.first?.word, terms.count) {
    case ("off", 1): return .off
    case ("always", 1): return .always
    case ("per", 2) where terms[1].word == "session": return .perSession
    case ("per", 2) where terms[1].word == "device": return .perDevice
    case ("every", 2...):
      if let span = SettingTime.span(terms.dropFirst()) { return .every(span) }
    default: break
    }
    line.malformed(at: terms.first)
    return nil
  }
}

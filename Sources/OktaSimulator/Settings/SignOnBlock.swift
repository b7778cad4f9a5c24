import FlowDiagnostics
import SimulatorKit
import FlowEngine

/// Reads a sign-on rule: `sign-on ["name"] { when …; require …; reauthenticate … }`.
struct SignOnBlock {
  private let draft: OrgDraft
  private var rule: SignOnRule
  /// The location of the `require` setting; `nil` if there is none.
  private var requirement: SourceRange?

  static let table = SettingTable<SignOnBlock>(
    of: "sign-on",
    entries: [
      SettingEntry(
        "when", "`when [not] group staff, admins [and [not] zone \"office\"]`",
        "The conditions: any of a list (`group`, `user`, `type`, `attribute department \"Sales\"`, "
          + "`zone`, `device registered, "
          + "managed, unregistered`, `risk low, medium, high`, `platform ios, …, mobile, desktop`, "
          + "`assurance \"Macs\"`, `behavior \"New IP\"`), "
          + "none of it with `not`, and everything that `and` or a second `when` adds. A list "
          + "doesn't hold if a sign-in lacks the fact. `unknown \"reason\"` is a condition that can't "
          + "be evaluated: explorations follow both answers.", usual: "it holds for every sign-in",
        example: "when group staff", notAs: ["if", "for", "condition"], repeats: true,
        .custom { block, line in
          block.rule.conditions += ConditionReader(line, of: block.draft).conditions()
        })
    ] + actions)

  /// The settings of a rule of the account management policy: `account-management ["name"] { when
  /// …; require …; reauthenticate … }`.
  static let accountTable = SettingTable<SignOnBlock>(
    of: "account-management",
    entries: [
      SettingEntry(
        "when", "`when [not] authenticator phone, webauthn [and [not] zone \"office\"]`",
        "The conditions, as in `sign-on`; also the `authenticator` that the user enrolls.",
        usual: "it holds for every enrollment",
        example: "when authenticator email", notAs: ["if", "for", "condition"], repeats: true,
        .custom { block, line in
          block.rule.conditions +=
            ConditionReader(line, of: block.draft, isOfAccounts: true).conditions()
        }),
      SettingEntry(
        "if-unable", "`if-unable unknown \"why\"`",
        "Whether users who have nothing to meet `require` with may enroll nevertheless isn't known: "
          + "explorations follow both answers.",
        usual: "they can't enroll", example: "if-unable unknown \"one authenticator\"",
        .custom { block, line in
          block.rule.unableFact = block.draft.unknownFact(
            line.values.first ?? [], isOnly: line.values.count == 1, at: line.place,
            form: "if-unable unknown \"why\"")
        }),
    ] + actions)

  /// The settings that say what a rule asks for.
  private static let actions: [SettingEntry<SignOnBlock>] = [
    SettingEntry(
      "require",
      "`require any 2`, `2 factors with phishing-resistant possession`, `password and "
        + "(email or phone)` or `password then email`",
      "The required verifications: a number of authenticators, a number of kinds of factors (`with` "
        + "what has to be among them, up to the end or `)`), or authenticators and kinds "
        + "(`knowledge`, `possession`, `inherence`). `and` asks for another one, `or` for one of "
        + "them (`and` binds tighter), `then` for both in order. `phishing-resistant`, `hardware-protected`, "
        + "`device-bound` or `user-verifying` come before, `without email, phone` at the end.",
      usual: "required, unless the rule denies access",
      notAs: ["requires", "factors", "verify"],
      .custom { block, line in block.readRequirement(line) }),
    SettingEntry(
      "reauthenticate", "`reauthenticate [password] every 12h`",
      "The maximum age of an earlier sign-in's verification, for all or for one kind or "
        + "authenticator: `every` so long, `always` again, or `once` a session.",
      usual: "`once`", example: "reauthenticate every 12h", notAs: ["reauth", "re-authenticate"],
      repeats: true, .custom { block, line in block.readReauthentication(line) }),
    .denial { $0.rule.isDenied = true },
  ]

  /// Reads a sign-on rule, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    draft.policy.rules.append(rule(line, table, of: draft))
  }

  /// Reads a rule of the account management policy, and adds it to the org.
  static func readAccount(_ line: SettingLine, of draft: OrgDraft) {
    draft.policy.accountRules.append(rule(line, accountTable, of: draft))
  }

  private static func rule(
    _ line: SettingLine, _ table: SettingTable<SignOnBlock>, of draft: OrgDraft
  ) -> SignOnRule {
    let name = draft.ruleName(line)
    var block = SignOnBlock(
      draft: draft, rule: SignOnRule(name: name, requirement: .any(1)))
    table.read(line.block, into: &block, line.reader)
    if let requirement = block.requirement, block.rule.isDenied {
      line.report(
        SettingProblem(
          .value, "a rule that denies access can't require anything", at: requirement,
          help: "write either `require` or `deny`"))
    } else if block.requirement == nil, !block.rule.isDenied {
      line.report(
        SettingProblem(
          .missing, "\(line.name == "sign-on" ? "a sign-on" : "an account") rule needs `require`",
          at: line.place, help: "add \(table.form(of: "require"))"))
    }
    if block.rule.isDenied, block.rule.unableFact != nil {
      line.report(
        SettingProblem(
          .value, "a rule that denies access can't have `if-unable`", at: line.place,
          help: "write `if-unable` after a `require`"))
    }
    draft.noteReach(line)
    return block.rule
  }

  private mutating func readRequirement(_ line: SettingLine) {
    requirement = line.place
    let read = RequirementParser.parse(line, policy: draft.policy) { draft.note(mixed: line) }
    if let read { rule.requirement = read }
  }

  /// Reads `reauthenticate [password] every 12h`, `always` or `once`.
  private mutating func readReauthentication(_ line: SettingLine) {
    var terms = line.terms()[...]
    var methods: Methods?
    if let word = terms.first?.word, !["every", "always", "once"].contains(word),
      let first = terms.popFirst()
    {
      switch word {
      case "knowledge": methods = .knowledge
      case "possession": methods = .possession
      default:
        guard let authenticator = line.reader.authenticator(first, of: draft.policy) else {
          return
        }
        methods = authenticator.methods
      }
    }
    guard let age = SignOnBlock.age(terms) else {
      line.malformed(at: terms.first)
      return
    }
    if let methods {
      rule.reauthentication.special.append(.init(methods: methods, age: age))
    } else {
      rule.reauthentication.general = age
    }
  }

  private static func age(_ terms: ArraySlice<SettingTerm>) -> Reauthentication.Age? {
    switch (terms.first?.word, terms.count) {
    case ("always", 1): .always
    case ("once", 1): .once
    case ("every", 2...): SettingTime.span(terms.dropFirst()).map { .every($0) }
    default: nil
    }
  }
}

extension SettingEntry {
  /// The setting `deny` of a rule.
  static func denial(_ deny: @escaping @Sendable (inout Block) -> Void) -> SettingEntry {
    SettingEntry(
      "deny", "`deny`", "Denies access.", usual: "access isn't denied",
      notAs: ["denied", "block"],
      .custom { block, line in
        deny(&block)
        line.takesNoValue()
      })
  }
}

import FlowEngine
import SimulatorKit

/// Reads a password rule: `passwords ["name"] { when …; min-length …; expire …; lockout … }`.
struct PasswordsBlock {
  private let draft: OrgDraft
  private var passwords: PasswordPolicy

  static let table = SettingTable<PasswordsBlock>(
    of: "passwords", entries: conditions + characters + ages)

  private static let conditions: [SettingEntry<PasswordsBlock>] = [
    SettingEntry(
      "when", "`when [not] group staff`",
      "The conditions, as in `sign-on`: `group` and `unknown`.",
      usual: "it holds for every user",
      example: "when group staff", notAs: ["if", "for", "condition"], repeats: true,
      .custom { block, line in
        block.passwords.conditions += ConditionReader(line, of: block.draft).conditions(
          of: "passwords", only: ["group"])
      })
  ]

  private static let characters: [SettingEntry<PasswordsBlock>] = [
    SettingEntry(
      "min-length", "`min-length 12`", "The minimum number of characters.", usual: "8",
      notAs: ["length", "minimum-length", "minlength"],
      .whole(1...PasswordRules.maxLength) { $0.passwords.rules.minLength = $1 }),
    SettingEntry(
      "min-lower", "`min-lower 2`", "The minimum number of lower-case letters.", usual: "1",
      notAs: ["lower", "min-lowercase", "lowercase"],
      .whole(0...9) { $0.passwords.rules.minLower = $1 }),
    SettingEntry(
      "min-upper", "`min-upper 2`", "The minimum number of upper-case letters.", usual: "1",
      notAs: ["upper", "min-uppercase", "uppercase"],
      .whole(0...9) { $0.passwords.rules.minUpper = $1 }),
    SettingEntry(
      "min-number", "`min-number 2`", "The minimum number of digits.", usual: "1",
      notAs: ["digits", "min-digits", "numbers"],
      .whole(0...9) { $0.passwords.rules.minNumber = $1 }),
    SettingEntry(
      "min-symbol", "`min-symbol 1`", "The minimum number of other characters.", usual: "0",
      notAs: ["symbols", "min-symbols", "special"],
      .whole(0...9) { $0.passwords.rules.minSymbol = $1 }),
    SettingEntry(
      "max-repeats", "`max-repeats 3`", "The maximum number of equal characters in a row.",
      usual: "any number", notAs: ["repeats", "max-consecutive"],
      .whole(1...PasswordRules.maxLength) { $0.passwords.rules.maxRepeats = $1 }),
    SettingEntry(
      "username", "`username allowed`", "Whether a password may contain parts of the login.",
      usual: "`forbidden`", notAs: ["exclude-username"],
      .choice(["forbidden": true, "allowed": false]) { $0.passwords.rules.excludesUsername = $1 }),
    SettingEntry(
      "exclude", "`exclude first-name, last-name`",
      "The attributes of the profile that a password can't contain.", usual: "none",
      notAs: ["exclude-attributes"], .custom { block, line in block.readExcluded(line) }),
    SettingEntry(
      "common", "`common forbidden`", "Whether a common password is accepted.", usual: "`allowed`",
      notAs: ["dictionary", "exclude-common"],
      .choice(["allowed": false, "forbidden": true]) { $0.passwords.rules.excludesCommon = $1 }),
    SettingEntry(
      "history", "`history 4`", "The number of last passwords that can't be reused.", usual: "0",
      notAs: ["history-count"], .whole(0...30) { $0.passwords.rules.history = $1 }),
  ]

  private static let ages: [SettingEntry<PasswordsBlock>] = [
    SettingEntry(
      "expire", "`expire after 90 days` or `expire never`",
      "The maximum age of a password, by the clock of the sign-in.", usual: "`never`",
      notAs: ["max-age", "expires", "expiry"], .custom { block, line in block.readExpiry(line) }),
    // Read after `expire`, because the two values are compared.
    SettingEntry(
      "warn", "`warn 14 days`", "The time before expiry from which users are warned.",
      usual: "no warning", notAs: ["warning", "expire-warning"], order: .last,
      .custom { block, line in block.readWarning(line) }),
    SettingEntry(
      "min-age", "`min-age 2h` or `min-age 1 day`",
      "The time for which a new password can't be changed, unless it expires.",
      usual: "it can be changed at once",
      notAs: ["minimum-age"], .custom { block, line in block.readMinAge(line) }),
    SettingEntry(
      "lockout", "`lockout after 5 attempts for 15m` or `lockout never`",
      "When wrong passwords lock an account.", usual: "as the org's `lockout`",
      notAs: ["lock"], .custom { block, line in block.readLockout(line) }),
    SettingEntry(
      "show-failures", "`show-failures on`", "Whether the page says that an account is locked.",
      usual: "`off`", notAs: ["show-lockout-failures"],
      .flag { $0.passwords.tellsLocked = $1 }),
  ]

  /// Reads a password rule, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    let name = draft.ruleName(line)
    var block = PasswordsBlock(draft: draft, passwords: PasswordPolicy(name: name))
    table.read(line.block, into: &block, line.reader)
    if let life = block.passwords.life, block.passwords.rules.minAge >= life {
      line.report(
        SettingProblem(
          .value, "a password can't expire before it may be changed", at: line.place,
          help: "`expire` must be longer than `min-age`"))
    }
    draft.noteReach(line)
    draft.policy.passwords.append(block.passwords)
  }

  private mutating func readExcluded(_ line: SettingLine) {
    var excluded: [PasswordRules.ExcludedAttribute] = []
    for (name, term) in line.names() {
      guard let attribute = PasswordRules.ExcludedAttribute(rawValue: name) else {
        let words = PasswordRules.ExcludedAttribute.allCases.map(\.rawValue)
        line.report(
          SettingProblem(
            .value, "`\(name)` can't be excluded from passwords", at: term.place,
            help: "write it as \(line.form)", word: name, candidates: words))
        continue
      }
      if !excluded.contains(attribute) { excluded.append(attribute) }
    }
    passwords.rules.excludedAttributes = excluded
  }

  /// Reads `expire after 90 days` or `expire never`.
  private mutating func readExpiry(_ line: SettingLine) {
    let terms = line.terms()
    if terms.count == 1, terms[0].word == "never" { return }
    guard terms.first?.word == "after", let span = SettingTime.span(terms.dropFirst()) else {
      line.malformed(at: terms.first)
      return
    }
    passwords.life = span
  }

  private mutating func readWarning(_ line: SettingLine) {
    passwords.warning = line.span() ?? .zero
    guard passwords.warning >= passwords.life ?? .zero else { return }
    line.report(
      SettingProblem(
        .value, "a warning must come after the password is set", at: line.place,
        help: "`expire` must be longer than `warn`"))
  }

  /// Reads `min-age 2h`, which must be at least a minute.
  private mutating func readMinAge(_ line: SettingLine) {
    guard let span = line.span() else { return }
    guard span.components.seconds >= 60 else {
      line.report(
        SettingProblem(.value, "`min-age` must be at least a minute", at: line.valuePlace))
      return
    }
    passwords.rules.minAge = span
  }

  /// Reads `lockout after 5 attempts for 15m` or `lockout never`.
  private mutating func readLockout(_ line: SettingLine) {
    let terms = line.terms()
    if terms.count == 1, terms[0].word == "never" {
      passwords.lockout = Lockout(attempts: .max)
      return
    }
    guard terms.first?.word == "after" else {
      line.malformed(at: terms.first)
      return
    }
    passwords.lockout = Lockout(terms.dropFirst(), of: line)
  }
}

extension Lockout {
  /// The settings in the block `lockout`.
  static let table = SettingTable<Lockout>(
    of: "lockout",
    entries: [
      SettingEntry(
        "after", "`after 5 attempts for 15m`",
        "How many wrong passwords in a row lock an account, and for how long; until it is unlocked "
          + "if `for` is missing.",
        usual: "10 attempts", notAs: ["attempts", "max-attempts"],
        .custom { lockout, line in
          if let read = Lockout(line.terms()[...], of: line) { lockout = read }
        })
    ])

  /// Parses `5 attempts for 15m`.
  ///
  /// Reports a problem and returns `nil` if the text isn't valid.
  init?(_ terms: ArraySlice<SettingTerm>, of line: SettingLine) {
    guard let attempts = terms.first?.whole(in: 1...100) else {
      line.report(
        SettingProblem(
          .value, "`after` takes a number of attempts from 1 to 100",
          at: terms.first?.place ?? line.place, help: "write it as \(line.form)"))
      return nil
    }
    self.init(attempts: attempts)
    var rest = terms.dropFirst()
    if let word = rest.first?.word, word == "attempts" || word == "attempt" {
      rest = rest.dropFirst()
    }
    guard let next = rest.first else { return }
    guard next.word == "for", rest.count == 2, let duration = rest[rest.endIndex - 1].duration
    else {
      line.malformed(at: next)
      return
    }
    self.duration = duration
  }
}

import FlowEngine
import SimulatorKit

/// Reads the sign-up: `registration { profile …; groups … }`.
struct RegistrationBlock {
  private let draft: OrgDraft
  private var registration = Registration()

  private init(_ draft: OrgDraft) {
    self.draft = draft
  }

  static let table = SettingTable<RegistrationBlock>(
    of: "registration",
    entries: [
      SettingEntry(
        "profile",
        "`profile firstName, email, nickName?, employeeNumber matches \"E*\" from 2 to 20`",
        "The attributes that the sign-up asks for. A `?` makes one optional, `matches` gives a "
          + "pattern with `*` and `?`, `from` and `to` set its number of characters (1 to 50). "
          + "`email` is the login.",
        usual: "`firstName, lastName, email`", notAs: ["attributes", "fields", "form"],
        .custom { block, line in block.readProfile(line) }),
      SettingEntry(
        "email-link", "`email-link opens [after 5s] [on another device]`",
        "The way in which users who sign up open the link of the mail, as in `user`.",
        usual: "nothing", example: "email-link opens",
        .custom { block, line in block.registration.linkHabit = LinkHabitLine(line).habit() }),
      SettingEntry(
        "groups", "`groups customers`", "The groups of users who sign up.", usual: "none",
        notAs: ["group"], .names { $0.registration.groups = $1 }),
      SettingEntry(
        "email-verification", "`email-verification on`",
        "Whether the address is proved by a code before the first sign-on, regardless of "
          + "`enrollment`.",
        usual: "`off`", notAs: ["verify-email", "verification"],
        .custom { block, line in
          block.registration.verifiesEmail = line.choice(["on", "off"]) == "on"
          if block.registration.verifiesEmail { block.draft.needs(.email, line) }
        }),
      SettingEntry(
        "progressive", "`progressive on`",
        "Whether users who sign in are asked for what their profile lacks; for optional attributes "
          + "once.",
        usual: "`off`", notAs: ["progressive-profiling"],
        .flag { $0.registration.isProgressive = $1 }),
      SettingEntry(
        "unknown-users", "`unknown-users deny`",
        "`deny` offers no sign-up, so that profiles are only completed.", usual: "`register`",
        .choice(["register": true, "deny": false]) { $0.registration.isOpen = $1 }),
      SettingEntry(
        "password", "`password at-once`", "`at-once` makes the form ask for the password too.",
        usual: "`later`",
        .custom { block, line in
          block.registration.asksForPassword = line.choice(["later", "at-once"]) == "at-once"
          if block.registration.asksForPassword { block.draft.needs(.password, line) }
        }),
    ])

  /// Reads the sign-up, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    line.takesNoValue()
    var block = RegistrationBlock(draft)
    table.read(line.block, into: &block, line.reader)
    draft.policy.registration = block.registration
  }

  private mutating func readProfile(_ line: SettingLine) {
    var fields: [Registration.Field] = []
    for terms in line.values {
      guard let first = terms.first, let name = first.word else {
        line.malformed(at: terms.first)
        continue
      }
      guard let field = RegistrationBlock.field(name, terms.dropFirst(), line) else { continue }
      if fields.contains(where: { $0.name == name }) {
        line.report(
          SettingProblem(.duplicate, "`\(name)` is asked for twice", at: first.place))
        continue
      }
      if name == "email", !field.isRequired {
        line.report(
          SettingProblem(
            .value, "`email` can't be optional: it is the login",
            at: terms[1].place))
      }
      fields.append(field)
    }
    if !fields.contains(where: { $0.name == "email" }) {
      line.report(
        SettingProblem(
          .missing, "a sign-up must ask for `email`: it is the login",
          at: line.place, help: "write it as \(line.form)"))
    }
    registration.fields = fields
  }

  /// Reads an attribute with its options: `?`, `matches "E*"`, `from 2 to 20`.
  ///
  /// Reports a problem and returns `nil` if they aren't valid.
  private static func field(
    _ name: String, _ terms: ArraySlice<SettingTerm>, _ line: SettingLine
  ) -> Registration.Field? {
    var field = Registration.Field(name: name, isRequired: true)
    var rest = terms
    if rest.first?.mark == "?" {
      field.isRequired = false
      rest = rest.dropFirst()
    }
    if rest.first?.word == "matches" {
      rest = rest.dropFirst()
      guard let pattern = rest.popFirst(), let text = pattern.text,
        (1...longestPattern).contains(text.utf8.count)
      else {
        line.malformed(at: terms.first)
        return nil
      }
      field.pattern = text
    }
    if rest.first?.word == "from", name != "email" {
      let bounds = Array(rest.dropFirst().prefix(3))
      guard bounds.count == 3, bounds[1].word == "to",
        let low = bounds[0].whole(in: 1...longestValue),
        let high = bounds[2].whole(in: low...longestValue)
      else {
        line.malformed(at: rest.first)
        return nil
      }
      field.length = low...high
      rest = rest.dropFirst(4)
    }
    if let extra = rest.first {
      line.malformed(at: extra)
      return nil
    }
    return field
  }

  /// The maximum length of a pattern in bytes.
  ///
  /// The limit bounds the time for matching.
  private static let longestPattern = 100
  /// The maximum length of an attribute in characters.
  ///
  /// A form field can always contain such a value.
  private static let longestValue = OrgLimits.fieldLength / 4
}

import FlowEngine
import SimulatorKit

// How people sign up, and what their profiles hold.
extension OrgBuilder {
  mutating func readRegistration(_ setting: Setting) {
    withoutValue(setting)
    var registration = Registration()
    for inner in reader.known(setting.block ?? [], in: ["registration"]) {
      let form = Org.form("registration", inner.name)
      switch inner.name {
      case "groups": registration.groups = reader.names(inner, form).map(\.name)
      case "email-link": registration.linkHabit = readLinkHabit(inner, form)
      case "email-verification":
        registration.verifiesEmail = reader.choice(inner, ["off", "on"]) == "on"
        if registration.verifiesEmail { needs(.email, inner) }
      case "progressive": registration.isProgressive = reader.choice(inner, ["off", "on"]) == "on"
      case "unknown-users":
        registration.isOpen = reader.choice(inner, ["register", "deny"]) != "deny"
      case "password":
        registration.asksForPassword = reader.choice(inner, ["later", "at-once"]) == "at-once"
        if registration.asksForPassword { needs(.password, inner) }
      default: registration.fields = readProfile(inner)
      }
    }
    policy.registration = registration
  }

  private mutating func readProfile(_ setting: Setting) -> [Registration.Field] {
    let form = Org.form("registration", "profile")
    var fields: [Registration.Field] = []
    for terms in setting.values {
      guard let first = terms.first, let name = first.word else {
        reader.malformed(setting, at: terms.first, form)
        continue
      }
      guard let field = readField(name, terms.dropFirst(), setting) else { continue }
      if fields.contains(where: { $0.name == name }) {
        reader.report(
          SettingProblem(.duplicate, "`\(name)` is asked for twice", at: first.place))
        continue
      }
      if name == "email", !field.isRequired {
        reader.report(
          SettingProblem(
            .value, "`email` can't be optional: it is the name to sign in with",
            at: terms[1].place))
      }
      fields.append(field)
    }
    if !fields.contains(where: { $0.name == "email" }) {
      reader.report(
        SettingProblem(
          .missing, "a sign-up has to ask for `email`: it is the name to sign in with",
          at: setting.place, help: "write it as \(form)"))
    }
    return fields
  }

  /// What follows an attribute: `?`, `matches "E*"`, `from 2 to 20`.
  private mutating func readField(
    _ name: String, _ terms: ArraySlice<SettingTerm>, _ setting: Setting
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
        (1...Self.longestPattern).contains(text.utf8.count)
      else {
        reader.malformed(setting, at: terms.first, Org.form("registration", "profile"))
        return nil
      }
      field.pattern = text
    }
    if rest.first?.word == "from", name != "email" {
      let bounds = Array(rest.dropFirst().prefix(3))
      guard bounds.count == 3, bounds[1].word == "to",
        let low = bounds[0].whole(in: 1...Self.longestValue),
        let high = bounds[2].whole(in: low...Self.longestValue)
      else {
        reader.malformed(setting, at: rest.first, Org.form("registration", "profile"))
        return nil
      }
      field.length = low...high
      rest = rest.dropFirst(4)
    }
    if let extra = rest.first {
      reader.malformed(setting, at: extra, Org.form("registration", "profile"))
      return nil
    }
    return field
  }

  /// The longest pattern, in bytes: none that says anything is longer, and fitting takes time.
  private static let longestPattern = 100
  /// The most characters that an attribute can be allowed to have: what a form's field may hold.
  private static let longestValue = OrgLimits.fieldLength / 4
}

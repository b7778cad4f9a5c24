import FlowText

/// `registration { profile …; groups … }`: how people sign up, and what their profiles hold.
struct Registration: Sendable, Hashable {
  /// What the profile form asks for.
  struct Field: Sendable, Hashable {
    var name: String
    var isRequired: Bool
    /// What a value has to fit, with `*` for any text and `?` for a character.
    var pattern: String?
    /// How many characters a value has.
    var length: ClosedRange<Int>?
  }

  var fields: [Field] = [
    Field(name: "firstName", isRequired: true), Field(name: "lastName", isRequired: true),
    Field(name: "email", isRequired: true),
  ]
  var groups: [String] = []
  /// What whoever signs up does with the link of the mail.
  var linkHabit: Account.LinkHabit?
  /// Whether whoever signs up has to prove the address.
  var verifiesEmail = false
  /// Whether whoever signs in is asked for what their profile lacks.
  var isProgressive = false
  /// Whether whoever is unknown may sign up; else only profiles are completed.
  var isOpen = true
  /// Whether the form asks for the password too.
  var asksForPassword = false
}

extension Registration.Field {
  /// The longest value of an attribute, as the real engine's default schema has it.
  static let maxLength = 50

  /// How many characters a value has to have.
  var limits: ClosedRange<Int> { length ?? 1...Self.maxLength }

  /// Whether a value may be kept.
  func accepts(_ value: String) -> Bool {
    guard name != "email" else { return pattern.map { Glob.matches(value, $0) } ?? true }
    return limits.contains(value.unicodeScalars.count)
      && (pattern.map { Glob.matches(value, $0) } ?? true)
  }

  /// The label: the engine's own for the usual attributes, else the name in words.
  var label: String {
    switch name {
    case "firstName": return "First name"
    case "lastName": return "Last name"
    case "email": return "Email"
    default: break
    }
    var words = ""
    for scalar in name.unicodeScalars {
      if scalar.properties.isUppercase, !words.isEmpty { words += " " }
      words += scalar.properties.lowercaseMapping
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Account {
  /// Whether a profile holds an attribute.
  func has(_ field: Registration.Field) -> Bool {
    attribute(field.name) != nil || (field.name == "email" && self.email != nil)
  }
}

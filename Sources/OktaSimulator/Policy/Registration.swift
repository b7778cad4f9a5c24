import FlowText

/// `registration { profile …; groups … }`: the sign-up and the attributes of profiles.
struct Registration: Sendable, Hashable {
  /// A field of the profile form.
  struct Field: Sendable, Hashable {
    var name: String
    var isRequired: Bool
    /// The pattern of a value, with `*` for any text and `?` for one character.
    var pattern: String?
    /// The range of a value's length in characters.
    var length: ClosedRange<Int>?
  }

  var fields: [Field] = [
    Field(name: "firstName", isRequired: true), Field(name: "lastName", isRequired: true),
    Field(name: "email", isRequired: true),
  ]
  var groups: [String] = []
  /// The way in which a user who signs up opens the link of the mail.
  var linkHabit: Account.LinkHabit?
  /// Whether a user who signs up must verify the address.
  var verifiesEmail = false
  /// Whether users who sign in are asked for missing attributes.
  var isProgressive = false
  /// Whether unknown users may sign up.
  ///
  /// Otherwise profiles are only completed.
  var isOpen = true
  /// Whether the form asks for the password too.
  var asksForPassword = false
}

extension Registration.Field {
  /// The maximum length of an attribute, as in the real engine's default schema.
  static let maxLength = 50

  /// The valid lengths of a value.
  var limits: ClosedRange<Int> { length ?? 1...Self.maxLength }

  /// Whether a value is valid.
  func accepts(_ value: String) -> Bool {
    guard name != "email" else { return pattern.map { Glob.matches(value, $0) } ?? true }
    return limits.contains(value.unicodeScalars.count)
      && (pattern.map { Glob.matches(value, $0) } ?? true)
  }

  /// The label: the engine's own for the standard attributes, or else the name in words.
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
  /// Whether a profile contains an attribute.
  func has(_ field: Registration.Field) -> Bool {
    attribute(field.name) != nil || (field.name == "email" && self.email != nil)
  }
}

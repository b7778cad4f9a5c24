import FlowText

/// The sign-up and the attributes of profiles: `registration { profile …; groups … }`.
struct Registration: Sendable, Hashable {
  /// A field of the profile form.
  struct Field: Sendable, Hashable {
    var name: String
    var isRequired: Bool
    /// The pattern of valid values, in which `*` stands for any text and `?` for one character;
    /// `nil` for any value.
    var pattern: String?
    /// The valid lengths of a value in characters; `nil` for the default.
    var length: ClosedRange<Int>?
  }

  var fields: [Field] = [
    Field(name: "firstName", isRequired: true), Field(name: "lastName", isRequired: true),
    Field(name: "email", isRequired: true),
  ]
  var groups: [String] = []
  /// The way in which users who sign up open the link in the mail; `nil` if they don't open it.
  var linkHabit: Account.LinkHabit?
  /// Whether users who sign up must verify their email address.
  var verifiesEmail = false
  /// Whether the org asks users who sign in for missing attributes.
  var isProgressive = false
  /// Whether unknown users may sign up.
  ///
  /// If not, only existing users complete their profiles.
  var isOpen = true
  /// Whether the sign-up form also asks for the password.
  var asksForPassword = false
}

extension Registration.Field {
  /// The default maximum length of an attribute in characters, as in the real engine's default
  /// schema.
  static let maxLength = 50

  /// The valid lengths of a value.
  var limits: ClosedRange<Int> { length ?? 1...Self.maxLength }

  /// Whether a value is valid.
  func accepts(_ value: String) -> Bool {
    guard name != "email" else { return pattern.map { Glob.matches(value, $0) } ?? true }
    return limits.contains(value.unicodeScalars.count)
      && (pattern.map { Glob.matches(value, $0) } ?? true)
  }

  /// The label of the field: the engine's label for standard attributes, otherwise the name split
  /// into words.
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

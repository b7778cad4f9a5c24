import FlowHTTP

/// A form of an IDX page that a browser can show and submit without a script.
///
/// If a form contains a choice between nested forms, each option becomes a `LoginForm`.
struct LoginForm: Sendable, Hashable {
  /// The type of a field.
  enum Kind: Sendable, Hashable {
    case text(isSecret: Bool)
    case flag
    /// A choice between several values.
    case choice([Option])
    /// A value that the browser returns unchanged.
    case fixed(JSON)
  }

  /// An option of a choice, with its label.
  struct Option: Sendable, Hashable {
    var label: String
    var value: String
  }

  /// A field of the form.
  ///
  /// The path has the names of the enclosing forms and of the field.
  struct Field: Sendable, Hashable {
    var path: [String]
    var label: String
    var kind: Kind

    /// The name of the field in the HTML form.
    var name: String { path.joined(separator: ".") }
  }

  /// The name of the remediation or action in the IDX page.
  let name: String
  /// The label of the form's button.
  let label: String
  let endpoint: IDXEndpoint
  let fields: [Field]

  // MARK: Reading a page

  /// Returns the forms of a page in a fixed order, except forms that only a program can fill in.
  static func all(of page: JSON) -> [LoginForm] {
    var forms = page["remediation"]?["value"]?.array ?? []
    for name in ["currentAuthenticator", "currentAuthenticatorEnrollment"] {
      let current = page[name]?["value"]
      forms += ["poll", "resend", "recover"].compactMap { current?[$0] }
    }
    if let cancel = page["cancel"] { forms.append(cancel) }
    return forms.flatMap { all(ofForm: $0) }
  }

  private static func all(ofForm form: JSON) -> [LoginForm] {
    guard let name = form["name"]?.string, let href = form["href"]?.string,
      let endpoint = HTTPURL(href).flatMap({ IDXEndpoint(path: $0.path) })
    else { return [] }
    let label = labels[name] ?? name.replacing("-", with: " ")
    return variants(of: form["value"]?.array ?? [], in: []).map { variant in
      LoginForm(
        name: name, label: variant.label.map { "\(label): \($0)" } ?? label, endpoint: endpoint,
        fields: variant.fields)
    }
  }

  private static let labels = [
    "identify": "Next", "identify-recovery": "Next", "challenge-authenticator": "Verify",
    "challenge-poll": "Continue", "enroll-poll": "Continue", "poll": "Continue",
    "select-authenticator-authenticate": "Verify with", "select-authenticator-enroll": "Set up",
    "authenticator-verification-data": "Continue", "reset-authenticator": "Set the password",
    "reenroll-authenticator": "Set the password", "enroll-authenticator": "Set up",
    "select-enroll-profile": "Sign up", "unlock-account": "Unlock the account",
    "resend": "Send again", "recover": "Forgot the password?", "cancel": "Start again",
  ]

  private struct Variant {
    var label: String?
    var fields: [Field] = []
  }

  /// Returns the possible lists of fields for a form, one for each nested form that can be chosen.
  ///
  /// The result is empty if only a program can fill in one of the required fields.
  private static func variants(of fields: [JSON], in path: [String]) -> [Variant] {
    var variants = [Variant()]
    for field in fields {
      guard let name = field["name"]?.string, name != "stateHandle" else { continue }
      let found = self.variants(ofField: field, at: path + [name])
      variants = variants.flatMap { before in
        found.map { Variant(label: $0.label ?? before.label, fields: before.fields + $0.fields) }
      }
    }
    return variants
  }

  private static func variants(ofField field: JSON, at path: [String]) -> [Variant] {
    if let nested = field["form"] ?? field["value"]?["form"] {
      return variants(of: nested["value"]?.array ?? [], in: path)
    }
    let label = field["label"]?.string ?? path[path.count - 1]
    let options = field["options"]?.array ?? []
    if options.contains(where: { $0["value"]?["form"] != nil }) {
      return options.flatMap { option in
        variants(of: option["value"]?["form"]?["value"]?.array ?? [], in: path).map { variant in
          Variant(label: option["label"]?.string, fields: variant.fields)
        }
      }
    }
    let kind: Kind
    if !options.isEmpty {
      kind = .choice(
        options.compactMap { option in
          option["value"]?.string.map { Option(label: option["label"]?.string ?? $0, value: $0) }
        })
    } else if field["mutable"] == false, let value = field["value"] {
      kind = .fixed(value)
    } else if field["type"] == "boolean" {
      kind = .flag
    } else if field["visible"] == false {
      return field["required"] == true ? [] : [Variant()]
    } else {
      kind = .text(isSecret: field["secret"] == true)
    }
    return [Variant(fields: [Field(path: path, label: label, kind: kind)])]
  }

  // MARK: Submitting

  /// Returns the body of the IDX request that submits the form.
  ///
  /// - Parameter value: Returns the text that was entered in the field with a name.
  /// - Returns: The body, without the state handle.
  /// - Throws: The errors of `value`.
  func body(_ value: (String) throws(HTTPRefusal) -> String?) throws(HTTPRefusal) -> JSONObject {
    var body: JSONObject = [:]
    for field in fields {
      let name = LoginPage.fieldPrefix + field.name
      let entered: JSON? =
        switch field.kind {
        case .fixed(let json): json
        case .flag: .bool(try value(name) != nil)
        case .choice, .text: try value(name).map { .string($0) }
        }
      if let entered { body = body.setting(entered, at: field.path[...]) }
    }
    return body
  }
}

extension JSONObject {
  /// Returns the object with a value at a path of nested objects.
  ///
  /// The last name in the path is the member that contains the value.
  fileprivate func setting(_ value: JSON, at path: ArraySlice<String>) -> JSONObject {
    guard let name = path.first else { return self }
    var object = self
    let inner = self[name]?.object ?? [:]
    object[name] = path.count == 1 ? value : .object(inner.setting(value, at: path.dropFirst()))
    return object
  }
}

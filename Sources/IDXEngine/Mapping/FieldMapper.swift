import FlowEngine
import FlowHTTP

/// The location of a field: its own name, and the full name of the form that contains it.
struct FieldPlace: Equatable {
  /// The full name of the form; empty for the outermost form.
  var prefix: String
  var name: String

  /// The field's name in answers.
  var fullName: String { Self.fullName(name, in: prefix) }

  /// A field's full name: the form's full name, a dot, and the field's own name.
  static func fullName(_ name: String, in prefix: String) -> String {
    if prefix.isEmpty { return name }
    // This name occurs in nearly every sign-in, so it isn't concatenated each time.
    if prefix == "credentials", name == "passcode" { return "credentials.passcode" }
    return prefix + "." + name
  }
}

/// Maps the fields of forms to the fields that a user can answer.
struct FieldMapper {
  /// The field whose options are the step's choices.
  ///
  /// This field isn't mapped.
  let choiceField: FieldPlace?
  private(set) var fields: [Field] = []
  private var names = DistinctKeys<String>()

  init(choiceField: FieldPlace?) {
    self.choiceField = choiceField
  }

  /// Adds the fields of a form.
  ///
  /// - Parameters:
  ///   - list: The form's fields.
  ///   - page: The page that has the form.
  ///   - prefix: The full name of the field that contains the form; empty for the outermost form.
  ///   - credential: The kind of credential that a passcode in the form is.
  ///   - isRequired: Whether the form is required; if a required form has only one field, the field
  ///     is required.
  mutating func add(
    _ list: [IDXField], on page: Shared<IDXPage>, prefix: String = "",
    credential: IDXNames.Credential, isRequired: Bool = false
  ) {
    let only = isRequired ? FieldMapper.only(in: list) : nil
    for index in list.indices where !list[index].name.isEmpty {
      // Most fields of a choice are fixed and don't need a name.
      if list[index].form == nil, !list[index].isAnswerable { continue }
      if let choiceField, choiceField.name == list[index].name, choiceField.prefix == prefix {
        continue
      }
      let isOnly = index == only
      let name = FieldPlace.fullName(list[index].name, in: prefix)
      if let nested = list[index].form, !list[index].hasFormOptions {
        let authenticator = page.firstAuthenticator(list[index].targets)
        add(
          nested, on: page, prefix: name,
          credential: authenticator.map { IDXNames.credential(of: $0) } ?? credential,
          isRequired: list[index].isRequired || isOnly)
      } else if list[index].isAnswerable, names.insert(name) {
        fields.append(
          Self.field(list[index], name: name, credential: credential, isOnly: isOnly, page: page))
      }
    }
  }

  /// The index of the only open field of a form, not counting checkboxes.
  ///
  /// Without a value for this field, the form would be empty. The result is `nil` if there is no
  /// such field, or if there are several.
  private static func only(in list: [IDXField]) -> Int? {
    var only: Int?
    for index in list.indices where list[index].fixedValue == nil {
      if kind(of: list[index]) == .boolean, list.count > 1 { continue }
      guard only == nil else { return nil }
      only = index
    }
    return only
  }

  private static func field(
    _ field: IDXField, name: String, credential: IDXNames.Credential, isOnly: Bool,
    page: Shared<IDXPage>
  ) -> Field {
    let isHidden = field.isSecret || (credential == .password && field.name == "passcode")
    let isSecret = isHidden || isCode(field.name, fullName: name) || field.isSigned
    var mapped = Field(
      name, aliases: aliases(of: field.name, credential), label: field.label, kind: kind(of: field),
      purpose: IDXNames.purpose(ofField: field.name, credential),
      isRequired: field.isRequired || isOnly, isSecret: isSecret, isHidden: isHidden,
      value: field.value.flatMap { Value(sending: $0, isSecret: isSecret) },
      code: isSecret ? codeForm(of: field, credential) : nil, isVisible: field.isVisible,
      accepted: accepted(of: field, page: page))
    mapped.isCaptcha = field.name == "captchaToken"
    return mapped
  }

  /// Whether a field contains a code or an answer that proves the user's identity.
  ///
  /// Outputs must mask it, although the server doesn't always mark it as secret.
  private static func isCode(_ name: String, fullName: String) -> Bool {
    switch name {
    case "passcode", "totp", "otp", "code", "verificationCode", "pin", "answer", "signatureData":
      fullName.utf8.starts(with: "credentials.".utf8)
    default: false
    }
  }

  /// The length and the characters of a field's code; `nil` if the server doesn't describe them.
  private static func codeForm(
    of field: IDXField, _ credential: IDXNames.Credential
  ) -> CodeForm? {
    guard let rest = field.rest, field.name != "answer", field.name != "signatureData",
      credential == .code || credential == .pin || credential == .unknown,
      rest.format != nil || rest.minLength != nil || rest.maxLength != nil
    else { return nil }
    return CodeForm(
      format: rest.format, minLength: rest.minLength.map { Int(clamping: $0) },
      maxLength: rest.maxLength.map { Int(clamping: $0) })
  }

  private static func kind(of field: IDXField) -> Field.Kind {
    switch field.type {
    case "boolean": return .boolean
    case "number", "integer", "decimal": return .number
    case "object", "set", "array": return .any
    default: break
    }
    switch field.value {
    case .bool: return .boolean
    case .integer, .double, .bigNumber: return .number
    default: return .text
    }
  }

  /// The other names by which scripts can answer a credential's field.
  private static func aliases(of name: String, _ credential: IDXNames.Credential) -> [String] {
    switch (name, credential) {
    case ("passcode", .password): ["password"]
    case ("passcode", .code), ("passcode", .pin): credential == .pin ? ["pin", "code"] : ["code"]
    case ("passcode", .answer): ["answer"]
    case ("passcode", .unknown): ["password", "code"]
    case ("totp", _): ["code", "passcode"]
    case ("answer", _): ["passcode"]
    default: []
    }
  }

  private static func accepted(of field: IDXField, page: Shared<IDXPage>) -> [Field.Accepted] {
    guard let options = field.options else { return [] }
    if field.hasFormOptions {
      return options.compactMap { option in
        guard option.form != nil else { return nil }
        let naming = ChoiceMapper.naming(of: option, page: page)
        return Field.Accepted(.text(naming.word), naming: naming)
      }
    }
    return field.scalarOptions.compactMap { option in
      guard let value = Value(sending: option.value) else { return nil }
      return Field.Accepted(value, naming: Naming(value.revealed, title: option.label))
    }
  }
}

extension IDXField {
  /// Whether a user can answer the field: it is mutable, or it has no value yet.
  ///
  /// The state handle isn't answerable, because only the page has it. A label has nothing to
  /// answer.
  var isAnswerable: Bool {
    switch value {
    case nil: !isStateHandle && !isLabel
    case .object, .array: false
    default: isMutable && !isStateHandle
    }
  }

  /// Whether the field's value is a challenge that is signed for this transaction.
  ///
  /// Outputs must mask it, because it contains the transaction's id and nonce.
  var isSigned: Bool { name == "challengeRequest" }

  /// The values of the options that aren't forms, with their labels.
  ///
  /// An option may describe how to show the field and contain the values inside (`inputType`
  /// radio).
  var scalarOptions: [(value: JSON, label: String?)] {
    guard let options else { return [] }
    var scalars: [(value: JSON, label: String?)] = []
    scalars.reserveCapacity(options.count)
    for index in options.indices {
      switch options[index].value {
      case .none, .null, .array: break
      case .object(let object): scalars += Self.shownOptions(object)
      case .some(let value): scalars.append((value, options[index].label))
      }
    }
    return scalars
  }

  private static func shownOptions(_ display: JSONObject) -> [(value: JSON, label: String?)] {
    (display["value"]?["options"]?.array ?? []).compactMap { option in
      option["value"].map { ($0, option["label"]?.string) }
    }
  }
}

extension Int {
  /// Converts a length that a server states, and limits it to a valid range.
  fileprivate init(clamping length: Double) {
    self = length.isNaN ? 0 : Int(Swift.min(Swift.max(length, 0), Double(CodeForm.lengthMax)))
  }
}

extension Value {
  /// Converts a JSON scalar to a value; `nil` for anything else.
  init?(sending json: JSON, isSecret: Bool = false) {
    switch json {
    case .string(let text): self = isSecret ? .secret(Secret(text)) : .text(text)
    case .bool(let truth): self = .boolean(truth)
    case .integer(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .bigNumber(let text): self = .text(text)
    case .null, .array, .object: return nil
    }
  }
}

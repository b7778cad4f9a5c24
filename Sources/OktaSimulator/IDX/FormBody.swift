import FlowHTTP

/// The JSON object in a request's body, or a form nested in it.
///
/// A member of the wrong type is an error.
struct FormBody {
  private let members: JSONObject

  init(_ members: JSONObject) {
    self.members = members
  }

  /// Reads the body of a request, regardless of its content type.
  init(_ body: HTTPBody) throws(Refusal) {
    switch body {
    case .none: members = [:]
    case .json(.object(let object)): members = object
    case .json, .form: throw Refusal(400, .notWellFormed)
    case .bytes(let bytes):
      let limits = JSONLimits(depth: OrgLimits.bodyDepth, size: OrgLimits.bodyLength)
      if bytes.isEmpty {
        members = [:]
        return
      }
      guard let json = try? JSON(parsing: bytes, limits: limits), let object = json.object else {
        throw Refusal(400, .notWellFormed)
      }
      members = object
    }
  }

  /// Returns a text field; `nil` if the field is missing or empty.
  func text(_ name: String) throws(Refusal) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)?:
      guard text.utf8.count <= OrgLimits.fieldLength else { throw Refusal(400, .invalid(name)) }
      return text.isEmpty ? nil : text
    default: throw Refusal(400, .invalid(name))
    }
  }

  /// Returns a text field that must not be missing or empty.
  func requiredText(_ name: String) throws(Refusal) -> String {
    guard let text = try text(name) else { throw Refusal(400, .required(name)) }
    return text
  }

  /// Returns a required field that contains a code or an answer.
  ///
  /// The value may also be a number, because some clients send digits as a number.
  func requiredCode(_ name: String) throws(Refusal) -> String {
    if case .integer(let number)? = members[name] { return String(number) }
    return try requiredText(name)
  }

  /// Returns a nested form; `nil` if the form is missing.
  func form(_ name: String) throws(Refusal) -> FormBody? {
    switch members[name] {
    case nil, .null?: return nil
    case .object(let object)?: return FormBody(object)
    default: throw Refusal(400, .invalid(name))
    }
  }

  /// Returns a nested form that must not be missing.
  func requiredForm(_ name: String) throws(Refusal) -> FormBody {
    guard let form = try form(name) else { throw Refusal(400, .required(name)) }
    return form
  }

  /// Returns a Boolean field that must not be missing.
  func requiredFlag(_ name: String) throws(Refusal) -> Bool {
    guard let flag = try flag(name) else { throw Refusal(400, .required(name)) }
    return flag
  }

  /// Returns a Boolean field; `nil` if the field is missing.
  func flag(_ name: String) throws(Refusal) -> Bool? {
    try checkFlag(name)
    if case .bool(let flag)? = members[name] { return flag }
    return nil
  }

  /// Throws a refusal if a field is neither a Boolean nor missing.
  func checkFlag(_ name: String) throws(Refusal) {
    switch members[name] {
    case nil, .null?, .bool?: return
    default: throw Refusal(400, .invalid(name))
    }
  }
}

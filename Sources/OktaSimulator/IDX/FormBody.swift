import FlowHTTP

/// The JSON object of a request, or a form nested in it, read strictly.
struct FormBody {
  private let members: JSONObject

  init(_ members: JSONObject) {
    self.members = members
  }

  /// Reads a request's body, regardless of its content type.
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

  /// Returns a text; `nil` if it is missing or empty.
  func text(_ name: String) throws(Refusal) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)?:
      guard text.utf8.count <= OrgLimits.fieldLength else { throw Refusal(400, .invalid(name)) }
      return text.isEmpty ? nil : text
    default: throw Refusal(400, .invalid(name))
    }
  }

  /// Returns a required text.
  func requiredText(_ name: String) throws(Refusal) -> String {
    guard let text = try text(name) else { throw Refusal(400, .required(name)) }
    return text
  }

  /// Returns a code or an answer.
  ///
  /// Some clients send digits as a number.
  func requiredCode(_ name: String) throws(Refusal) -> String {
    if case .integer(let number)? = members[name] { return String(number) }
    return try requiredText(name)
  }

  /// Returns a nested form; `nil` if it is missing.
  func form(_ name: String) throws(Refusal) -> FormBody? {
    switch members[name] {
    case nil, .null?: return nil
    case .object(let object)?: return FormBody(object)
    default: throw Refusal(400, .invalid(name))
    }
  }

  /// Returns a required nested form.
  func requiredForm(_ name: String) throws(Refusal) -> FormBody {
    guard let form = try form(name) else { throw Refusal(400, .required(name)) }
    return form
  }

  /// Returns a required Boolean.
  func requiredFlag(_ name: String) throws(Refusal) -> Bool {
    guard let flag = try flag(name) else { throw Refusal(400, .required(name)) }
    return flag
  }

  /// Returns a Boolean; `nil` if it is missing.
  func flag(_ name: String) throws(Refusal) -> Bool? {
    try checkFlag(name)
    if case .bool(let flag)? = members[name] { return flag }
    return nil
  }

  /// Refuses anything except a Boolean or a missing value.
  func checkFlag(_ name: String) throws(Refusal) {
    switch members[name] {
    case nil, .null?, .bool?: return
    default: throw Refusal(400, .invalid(name))
    }
  }
}

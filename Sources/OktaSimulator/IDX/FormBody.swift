import FlowHTTP

/// The JSON object of a request, or a form nested in it, read strictly.
struct FormBody {
  private let members: JSONObject

  init(_ members: JSONObject) {
    self.members = members
  }

  /// Reads a request's body, whatever its content type says.
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

  /// A text, `nil` where there is none or an empty one.
  func text(_ name: String) throws(Refusal) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .string(let text)?:
      guard text.utf8.count <= OrgLimits.fieldLength else { throw Refusal(400, .invalid(name)) }
      return text.isEmpty ? nil : text
    default: throw Refusal(400, .invalid(name))
    }
  }

  /// A text that must be there.
  func requiredText(_ name: String) throws(Refusal) -> String {
    guard let text = try text(name) else { throw Refusal(400, .required(name)) }
    return text
  }

  /// A code or an answer: some clients send digits as a number.
  func requiredCode(_ name: String) throws(Refusal) -> String {
    if case .integer(let number)? = members[name] { return String(number) }
    return try requiredText(name)
  }

  /// A nested form, `nil` where there is none.
  func form(_ name: String) throws(Refusal) -> FormBody? {
    switch members[name] {
    case nil, .null?: return nil
    case .object(let object)?: return FormBody(object)
    default: throw Refusal(400, .invalid(name))
    }
  }

  /// A nested form that must be there.
  func requiredForm(_ name: String) throws(Refusal) -> FormBody {
    guard let form = try form(name) else { throw Refusal(400, .required(name)) }
    return form
  }

  /// True or false, which must be there.
  func requiredFlag(_ name: String) throws(Refusal) -> Bool {
    guard let flag = try flag(name) else { throw Refusal(400, .required(name)) }
    return flag
  }

  /// True or false, `nil` where there is neither.
  func flag(_ name: String) throws(Refusal) -> Bool? {
    try checkFlag(name)
    if case .bool(let flag)? = members[name] { return flag }
    return nil
  }

  /// Refuses anything but true or false, or nothing.
  func checkFlag(_ name: String) throws(Refusal) {
    switch members[name] {
    case nil, .null?, .bool?: return
    default: throw Refusal(400, .invalid(name))
    }
  }
}

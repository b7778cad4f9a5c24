import FlowHTTP

/// The structure of pages: the members of each of their elements, and their types.
///
/// An element is named by its meaning, so that elements of different pages can be compared:
/// `challenge-authenticator(okta_email)/credentials/passcode`,
/// `currentAuthenticator(phone_number)`.
struct PageShape {
  /// The members of an element.
  struct Element {
    /// The number of such elements.
    var count = 0
    var members: [String: Member] = [:]
  }

  struct Member {
    /// The number of elements that have it.
    var count = 0
    var kinds: Set<String> = []
  }

  private(set) var elements: [String: Element] = [:]

  /// Adds everything on a page.
  mutating func add(page: JSON) {
    guard let object = page.object else { return }
    note(object, as: "page")
    let current =
      PageShape.key(page["currentAuthenticatorEnrollment"]) ?? PageShape.key(
        page["currentAuthenticator"]) ?? ""
    for form in page["remediation"]?["value"]?.array ?? [] {
      add(form: form, as: PageShape.name(of: form, current: current))
    }
    if let cancel = page["cancel"] { add(form: cancel, as: "cancel") }
    if let success = page["successWithInteractionCode"] { add(form: success, as: "success") }
    for name in ["user", "app"] {
      if let value = page[name]?["value"] { add(value, as: name) }
    }
    for message in page["messages"]?["value"]?.array ?? [] { add(message, as: "message") }
    for name in PageShape.authenticators {
      guard let value = page[name]?["value"] else { continue }
      for authenticator in value.array ?? [value] {
        add(authenticator: authenticator, as: "\(name)(\(PageShape.key(of: authenticator)))")
      }
    }
  }

  static let authenticators = [
    "authenticators", "authenticatorEnrollments", "currentAuthenticator",
    "currentAuthenticatorEnrollment", "enrollmentAuthenticator", "recoveryAuthenticator",
  ]

  /// The forms whose fields depend on the authenticator that is asked for.
  private static let formsOfOne: Set<String> = [
    "challenge-authenticator", "enroll-authenticator", "reset-authenticator",
    "reenroll-authenticator", "reenroll-authenticator-warning", "challenge-poll", "enroll-poll",
    "authenticator-verification-data", "authenticator-enrollment-data",
  ]

  private static func name(of form: JSON, current: String) -> String {
    let name = form["name"]?.string ?? ""
    return formsOfOne.contains(name) ? "\(name)(\(current))" : name
  }

  private static func key(_ single: JSON?) -> String? { single?["value"].map { key(of: $0) } }

  private static func key(of authenticator: JSON) -> String {
    authenticator["key"]?.string ?? authenticator["type"]?.string ?? ""
  }

  // MARK: Elements

  private mutating func note(
    _ object: JSONObject, as name: String, without left: String? = nil
  ) {
    elements[name, default: Element()].count += 1
    for member in object.members where member.name != left {
      elements[name]?.members[member.name, default: Member()].count += 1
      elements[name]?.members[member.name]?.kinds.insert(PageShape.kind(of: member.value))
    }
  }

  private static func kind(of json: JSON) -> String {
    switch json {
    case .null: "null"
    case .bool: "boolean"
    case .integer, .double, .bigNumber: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// A plain value: all of it, at any depth.
  private mutating func add(_ json: JSON, as name: String) {
    if let array = json.array {
      for element in array { add(element, as: name) }
    } else if let object = json.object {
      note(object, as: name)
      for member in object.members { add(member.value, as: "\(name)/\(member.name)") }
    }
  }

  private mutating func add(authenticator: JSON, as name: String) {
    guard let object = authenticator.object else { return }
    note(object, as: name)
    for member in object.members {
      let path = "\(name)/\(member.name)"
      if ["resend", "poll", "recover", "send"].contains(member.name) {
        add(form: member.value, as: path)
      } else {
        add(member.value, as: path)
      }
    }
  }

  private mutating func add(form: JSON, as name: String) {
    guard let object = form.object else { return }
    note(object, as: name)
    add(fields: form["value"], as: name)
    if let provider = form["idp"] { add(provider, as: "\(name)/idp") }
  }

  private mutating func add(fields: JSON?, as name: String) {
    for field in fields?.array ?? [] {
      guard let object = field.object else { continue }
      let path = "\(name)/\(field["name"]?.string ?? "")"
      // A message can be at any field with a problem.
      note(object, as: path, without: "messages")
      add(fields: (field["form"] ?? field["value"]?["form"])?["value"], as: path)
      for message in field["messages"]?["value"]?.array ?? [] { add(message, as: "message") }
      for option in field["options"]?.array ?? [] {
        guard let object = option.object else { continue }
        note(object, as: path + "/option")
        add(fields: option["value"]?["form"]?["value"], as: path + "/option")
      }
    }
  }
}

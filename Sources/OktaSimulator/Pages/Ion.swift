import FlowHTTP

/// Builds the elements of pages in the notation of the Identity Engine.
enum Ion {
  /// The version of the API.
  ///
  /// The API has only this version.
  static let version: JSON = "1.0.0"
  /// The content type of a response of the Identity Engine.
  static let mediaType = "application/ion+json; okta-version=1.0.0"
  /// The content type of a response that contains only messages.
  static let errorMediaType = "application/json; okta-version=1.0.0"
  /// The content type that the forms accept.
  static let accepts: JSON = "application/json; okta-version=1.0.0"

  private static let rel = JSONObject.Member("rel", ["create-form"])
  private static let post = JSONObject.Member("method", "POST")
  private static let produces = JSONObject.Member("produces", .string(mediaType))
  private static let acceptsJSON = JSONObject.Member("accepts", accepts)
  private static let arrayType = JSONObject.Member("type", "array")
  private static let objectType = JSONObject.Member("type", "object")
  private static let required = JSONObject.Member("required", true)
  private static let optional = JSONObject.Member("required", false)
  private static let secret = JSONObject.Member("secret", true)
  private static let hidden = JSONObject.Member("visible", false)
  private static let immutable = JSONObject.Member("mutable", false)
  private static let stringType = JSONObject.Member("type", "string")

  /// Returns a collection of elements.
  static func array(_ elements: [JSON]) -> JSON {
    .object(JSONObject(members: [arrayType, .init("value", .array(elements))]))
  }

  /// Returns an object with a single value.
  static func object(_ value: JSON) -> JSON {
    .object(JSONObject(members: [objectType, .init("value", value)]))
  }

  /// Returns a form that a client can submit.
  static func form(
    _ name: JSON, href: JSON, relatesTo: JSON? = nil, refresh: JSON? = nil, _ fields: [JSON]
  ) -> JSON {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(9)
    members.append(rel)
    members.append(.init("name", name))
    if let relatesTo { members.append(.init("relatesTo", relatesTo)) }
    members.append(.init("href", href))
    members.append(post)
    members.append(produces)
    if let refresh { members.append(.init("refresh", refresh)) }
    members.append(.init("value", .array(fields)))
    members.append(acceptsJSON)
    return .object(JSONObject(members: members))
  }

  /// Returns the `stateHandle` field, which every form has.
  static func stateHandle(_ handle: String) -> JSON {
    .object(
      JSONObject(members: [
        .init("name", "stateHandle"), required, .init("value", .string(handle)), hidden, immutable,
      ]))
  }

  /// Returns a field that a user fills in.
  static func field(
    _ name: JSON, label: JSON, isRequired: Bool = false, isSecret: Bool = false,
    limits: [JSONObject.Member] = [], messages: [IonMessage] = []
  ) -> JSON {
    var members: [JSONObject.Member] = [.init("name", name), .init("label", label)]
    if isRequired { members.append(required) }
    if isSecret { members.append(secret) }
    members += limits
    if !messages.isEmpty {
      members.append(.init("messages", IonMessage.collection(messages)))
    }
    return .object(JSONObject(members: members))
  }

  /// Returns a field whose value the client must return unchanged.
  static func fixed(
    _ name: JSON, _ value: JSON, label: JSON? = nil, isRequired: Bool = true,
    isHidden: Bool = false
  ) -> JSON {
    var members: [JSONObject.Member] = [.init("name", name)]
    if let label { members.append(.init("label", label)) }
    members.append(isRequired ? required : optional)
    members.append(.init("value", value))
    if isHidden { members.append(hidden) }
    members.append(immutable)
    return .object(JSONObject(members: members))
  }

  /// Returns a field that offers several values to choose from.
  static func choice(
    _ name: JSON, label: JSON? = nil, isRequired: Bool, _ options: [JSON]
  ) -> JSON {
    var members: [JSONObject.Member] = [.init("name", name), stringType]
    if let label { members.append(.init("label", label)) }
    members.append(isRequired ? required : optional)
    members.append(.init("options", .array(options)))
    return .object(JSONObject(members: members))
  }

  /// Returns an option that stands for a value.
  static func option(_ label: JSON, _ value: JSON) -> JSON {
    .object(JSONObject(members: [.init("label", label), .init("value", value)]))
  }

  /// Returns an option that stands for a nested form.
  static func option(_ label: JSON, form fields: [JSON], relatesTo: JSON? = nil) -> JSON {
    option(label, form: value(form: fields), relatesTo: relatesTo)
  }

  /// Returns an option that stands for a nested form.
  ///
  /// The form is a result of `value(form:)`.
  static func option(_ label: JSON, form value: JSON, relatesTo: JSON?) -> JSON {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(3)
    members.append(.init("label", label))
    members.append(.init("value", value))
    if let relatesTo { members.append(.init("relatesTo", relatesTo)) }
    return .object(JSONObject(members: members))
  }

  /// Returns a nested form as a value.
  static func value(form fields: [JSON]) -> JSON {
    .object(JSONObject(members: [.init("form", nested(fields))]))
  }

  /// Returns a field that contains a nested form.
  static func group(
    _ name: JSON, label: JSON? = nil, isObject: Bool, isRequired: Bool, _ fields: [JSON]
  ) -> JSON {
    var members: [JSONObject.Member] = [.init("name", name)]
    if isObject { members.append(objectType) }
    if let label { members.append(.init("label", label)) }
    members.append(.init("form", nested(fields)))
    if isRequired { members.append(required) }
    return .object(JSONObject(members: members))
  }

  /// Returns a field whose value is a nested form.
  ///
  /// The engine uses this notation if there is only one form to choose.
  static func nestedValue(_ name: JSON, label: JSON, _ fields: [JSON]) -> JSON {
    .object(
      JSONObject(members: [
        .init("name", name), objectType, .init("label", label),
        .init("value", value(form: fields)),
      ]))
  }

  /// Returns a field that offers several nested forms to choose from.
  static func forms(_ name: JSON, isRequired: Bool = false, _ options: [JSON]) -> JSON {
    var members: [JSONObject.Member] = [.init("name", name), objectType]
    if isRequired { members.append(required) }
    members.append(.init("options", .array(options)))
    return .object(JSONObject(members: members))
  }

  private static func nested(_ fields: [JSON]) -> JSON {
    .object(JSONObject(members: [.init("value", .array(fields))]))
  }
}

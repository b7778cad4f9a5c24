import FlowHTTP

extension IDXReader {
  /// Reads an authenticator or an enrollment, in the current or an older form.
  mutating func authenticator(_ json: JSON) -> Shared<IDXAuthenticator>? {
    guard case .object(let object) = json else {
      note(.unreadable, "should be an authenticator, is \(json.kindName)")
      return nil
    }
    return Shared(IDXAuthenticator()) { read(object, into: &$0) }
  }

  private mutating func read(_ object: JSONObject, into result: inout IDXAuthenticator) {
    let start = kept.count
    var old = OldNames()
    for member in object.members {
      switch MemberName(member.name) {
      case "id": result.id = text(member)
      case "key": result.key = text(member)
      case "type": result.type = text(member)
      case "displayName": result.displayName = text(member)
      case "methods": result.methods = methods(member)
      case "profile": result.profile = optionalObject(member)
      case "settings": result.settings = optionalObject(member)
      case "contextualData": result.contextualData = optionalObject(member)
      case "nickname": result.nickname = text(member)
      case "credentialId": result.credentialID = text(member)
      case "catalogKey": old.key = text(member)
      case "authenticatorName", "label": old.name = text(member)
      case "authenticatorId":
        old.id = text(member)
        leave(member)
      case "allowedFor", "logoUri", "logo", "description", "transports", "deviceKnown",
        "gracePeriod", "authenticatorInstanceId":
        leave(member)
      default: readAction(member, of: &result)
      }
    }
    if result.key == nil { result.key = old.key }
    if result.displayName == nil { result.displayName = old.name }
    if result.id == nil { result.id = old.id }
    result.other = takeKept(since: start)
  }

  /// The members that an older generation of documents has instead of `id`, `key` and `name`.
  private struct OldNames {
    var id: String?
    var key: String?
    var name: String?
  }

  /// Reads an action, which is any member that is a form.
  private mutating func readAction(
    _ member: JSONObject.Member, of authenticator: inout IDXAuthenticator
  ) {
    guard case .object(let object) = member.value, object["href"] != nil || object["rel"] != nil
    else {
      keep(member)
      return
    }
    if let form = enter(member.name, { $0.form(member.value) }) {
      authenticator.actions.append(IDXAction(name: member.name, form: form))
    }
  }

  private mutating func methods(_ member: JSONObject.Member) -> [JSON] {
    if case .array(let methods) = member.value, methods.allSatisfy(IDXReader.isMethod) {
      return methods
    }
    return elements(of: member, .null) { reader, json, method in
      guard IDXReader.isMethod(json) else {
        reader.note(.unreadable, "should be a method, is \(json.kindName)")
        return false
      }
      method = json
      return true
    }
  }

  private static func isMethod(_ json: JSON) -> Bool {
    switch json {
    case .string, .object: true
    default: false
    }
  }

  private mutating func optionalObject(
    _ member: JSONObject.Member
  ) -> JSONObject? {
    member.value == .null ? nil : object(member)
  }
}

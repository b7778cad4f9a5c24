import FlowWire

extension IDXReader {
  /// Reads an authenticator or an enrolment, of the present and of older shapes.
  mutating func authenticator(_ json: JSON) -> Shared<IDXAuthenticator>? {
    guard case .object(let object) = json else {
      note(.unreadable, "should be an authenticator, is \(json.kindName)")
      return nil
    }
    var result = IDXAuthenticator()
    var old = OldNames()
    for member in object.members {
      switch MemberName(member.name) {
      case "id": result.id = text(member, &result.other)
      case "key": result.key = text(member, &result.other)
      case "type": result.type = text(member, &result.other)
      case "displayName": result.displayName = text(member, &result.other)
      case "methods": result.methods = methods(member, &result.other)
      case "profile": result.profile = optionalObject(member, &result.other)
      case "settings": result.settings = optionalObject(member, &result.other)
      case "contextualData": result.contextualData = optionalObject(member, &result.other)
      case "nickname": result.nickname = text(member, &result.other)
      case "credentialId": result.credentialID = text(member, &result.other)
      case "catalogKey": old.key = text(member, &result.other)
      case "authenticatorName", "label": old.name = text(member, &result.other)
      case "authenticatorId":
        old.id = text(member, &result.other)
        leave(member, in: &result.other)
      case "allowedFor", "logoUri", "logo", "description", "transports", "deviceKnown",
        "gracePeriod", "authenticatorInstanceId":
        leave(member, in: &result.other)
      default: readAction(member, of: &result)
      }
    }
    result.key = result.key ?? old.key
    result.displayName = result.displayName ?? old.name
    result.id = result.id ?? old.id
    return Shared(result)
  }

  /// What an older generation of documents called the same things.
  private struct OldNames {
    var id: String?
    var key: String?
    var name: String?
  }

  /// Reads an action: any member that is a form, whatever its name.
  private mutating func readAction(
    _ member: JSONObject.Member, of authenticator: inout IDXAuthenticator
  ) {
    guard case .object(let object) = member.value, object["href"] != nil || object["rel"] != nil
    else {
      keep(member, in: &authenticator.other)
      return
    }
    if let form = enter(member.name, { $0.form(member.value) }) {
      authenticator.actions.append(IDXAction(name: member.name, form: form))
    }
  }

  private mutating func methods(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) -> [JSON] {
    elements(of: member, &other) { reader, json in
      switch json {
      case .string, .object: return json
      default:
        reader.note(.unreadable, "should be a method, is \(json.kindName)")
        return nil
      }
    }
  }

  private mutating func optionalObject(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) -> JSONObject? {
    member.value == .null ? nil : object(member, &other)
  }
}

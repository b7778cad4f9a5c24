import FlowWire

extension IDXReader {
  /// Reads a form; `nil`, with a note, where there is none.
  mutating func form(_ json: JSON) -> Shared<IDXForm>? {
    guard case .object(let object) = json else {
      note(.unreadable, "should be a form, is \(json.kindName)")
      return nil
    }
    var form = IDXForm()
    var other: [JSONObject.Member] = []
    for member in object.members {
      switch MemberName(member.name) {
      case "name": form.name = text(member, &other) ?? ""
      case "rel": form.rel = texts(member, &other)
      case "href": form.href = text(member, &other)
      case "method": form.method = text(member, &other)
      case "accepts": form.accepts = text(member, &other)
      case "produces": form.produces = text(member, &other)
      case "value": form.fields = fields(member, &other)
      case "relatesTo":
        form.targets = references(member, &form.relatesTo, &other)
      case "refresh": form.refresh = number(member, &other)
      case "type": form.type = text(member, &other)
      case "idp": form.provider = self.object(member, &other).map { Shared(Self.provider($0)) }
      default: keep(member, in: &other)
      }
    }
    form.other = other
    if form.name.isEmpty { note(.unreadable, "has no name") }
    return Shared(form)
  }

  private static func provider(_ object: JSONObject) -> IDXProvider {
    IDXProvider(
      id: object["id"]?.string, name: object["name"]?.string,
      other: object.members.filter { $0.name != "id" && $0.name != "name" })
  }

  /// Reads the fields of a form; those of one name that are forms become one.
  mutating func fields(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) -> [IDXField] {
    let all = elements(of: member, &other) { $0.field($1) }
    guard all.count(where: { $0.form != nil }) > 1 else { return all }
    var merged: [IDXField] = []
    merged.reserveCapacity(all.count)
    for field in all {
      // A form that lists `userProfile` several times means one object.
      if let nested = field.form,
        let index = merged.firstIndex(where: { $0.name == field.name && $0.form != nil })
      {
        merged[index].form = (merged[index].form ?? []) + nested
        merged[index].isRequired = merged[index].isRequired || field.isRequired
        var rest = merged[index].rest?.part ?? IDXField.Rest()
        rest.messages += field.messages
        rest.other += field.rest?.other ?? []
        if !rest.isEmpty { merged[index].rest = Shared(rest) }
      } else {
        merged.append(field)
      }
    }
    return merged
  }

  private mutating func field(_ json: JSON) -> IDXField? {
    guard case .object(let object) = json else {
      note(.unreadable, "should be a field, is \(json.kindName)")
      return nil
    }
    var field = IDXField()
    var rest = IDXField.Rest()
    for member in object.members {
      switch MemberName(member.name) {
      case "name": field.name = text(member, &rest.other) ?? ""
      case "label": field.label = text(member, &rest.other)
      case "type": field.type = text(member, &rest.other)
      case "required": field.isRequired = truth(member, or: false, &rest.other)
      case "secret": field.isSecret = truth(member, or: false, &rest.other)
      case "visible": field.isVisible = truth(member, or: true, &rest.other)
      case "mutable": field.isMutable = truth(member, or: true, &rest.other)
      case "value": readValue(member, value: &field.value, form: &field.form, &rest.other)
      case "form": field.form = nested(member, &rest.other)
      case "options": field.options = elements(of: member, &rest.other) { $0.option($1) }
      case "messages": rest.messages = elements(of: member, &rest.other) { $0.message($1) }
      case "relatesTo":
        rest.targets = references(member, &rest.relatesTo, &rest.other)
      case "minLength", "maxLength", "hint", "desc", "descKey", "format", "customLabel":
        leave(member, in: &rest.other)
      default: keep(member, in: &rest.other)
      }
    }
    if !rest.isEmpty { field.rest = Shared(rest) }
    if !rest.messages.isEmpty { page.hasFieldMessages = true }
    if field.name.isEmpty { note(.unreadable, "is a field without a name, and can't be sent") }
    return field
  }

  private mutating func option(_ json: JSON) -> IDXOption? {
    guard case .object(let object) = json else {
      note(.unreadable, "should be an option, is \(json.kindName)")
      return nil
    }
    var option = IDXOption()
    for member in object.members {
      switch MemberName(member.name) {
      case "label": option.label = text(member, &option.other)
      case "value": readValue(member, value: &option.value, form: &option.form, &option.other)
      case "form": option.form = nested(member, &option.other)
      case "relatesTo":
        option.targets = references(member, &option.relatesTo, &option.other)
      default: keep(member, in: &option.other)
      }
    }
    if option.value == nil, option.form == nil {
      note(.unreadable, "is an option without a value, and can't be chosen")
    }
    return option
  }

  /// Reads what is sent: a value as it is, or a form under `value`.
  private mutating func readValue(
    _ member: JSONObject.Member, value: inout JSON?, form: inout [IDXField]?,
    _ other: inout [JSONObject.Member]
  ) {
    switch member.value {
    case .null: break
    case .object(let object):
      guard let inner = object.members.first(where: { $0.name == "form" }) else {
        value = member.value
        return
      }
      form = enter("value") { $0.nested(inner, &other) }
    default: value = member.value
    }
  }

  private mutating func nested(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) -> [IDXField]? {
    guard depth < Self.deepestForm else {
      note(.unreadable, "nests deeper than \(Self.deepestForm) forms", at: member.name)
      leave(member, in: &other)
      return nil
    }
    guard case .object(let object) = member.value,
      let list = object.members.first(where: { $0.name == "value" })
    else {
      mistype(member, "a form", &other)
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return enter(member.name) { $0.fields(list, &other) }
  }
}

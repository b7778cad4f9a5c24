import FlowHTTP

extension IDXReader {
  /// Reads a form; `nil` and a note if the JSON isn't a form.
  ///
  /// - Parameters:
  ///   - json: The form.
  ///   - isKept: Whether to keep the JSON, so that the next page can reuse the form.
  /// - Returns: The form.
  mutating func form(_ json: JSON, isKept: Bool = false) -> Shared<IDXForm>? {
    guard case .object(let object) = json else {
      note(.unreadable, "should be a form, is \(json.kindName)")
      return nil
    }
    refersElsewhere = false
    return Shared(IDXForm()) { form in
      read(object, into: &form)
      if isKept, !refersElsewhere { form.source = json }
    }
  }

  private mutating func read(_ object: JSONObject, into form: inout IDXForm) {
    let start = kept.count
    for member in object.members {
      switch MemberName(member.name) {
      case "name": form.name = text(member) ?? ""
      case "rel": form.rel = texts(member)
      case "href": form.href = text(member)
      case "method": form.method = text(member)
      case "accepts": form.accepts = text(member)
      case "produces": form.produces = text(member)
      case "value": form.fields = fields(member)
      case "relatesTo":
        form.targets = references(member, &form.relatesTo)
      case "refresh": form.refresh = number(member)
      case "type": form.type = text(member)
      case "idp": form.provider = self.object(member).map { Shared(Self.provider($0)) }
      default: keep(member)
      }
    }
    form.other = takeKept(since: start)
    if form.name.isEmpty { note(.unreadable, "has no name") }
  }

  private static func provider(_ object: JSONObject) -> IDXProvider {
    IDXProvider(
      id: object["id"]?.string, name: object["name"]?.string,
      other: object.members.filter { $0.name != "id" && $0.name != "name" })
  }

  /// Reads the fields of a form, and merges fields with the same name.
  mutating func fields(
    _ member: JSONObject.Member
  ) -> [IDXField] {
    let all = elements(of: member, IDXField()) { $0.read($1, into: &$2) }
    guard all.count(where: { $0.form != nil }) > 1 else { return all }
    var merged: [IDXField] = []
    merged.reserveCapacity(all.count)
    var places: [String: Int] = [:]
    // The additional members of fields are merged at the end, because a list may repeat a name many
    // times.
    var rests: [Int: IDXField.Rest] = [:]
    for field in all {
      // If a form has several nested forms `userProfile`, they are parts of one object.
      if let nested = field.form, let index = places[field.name] {
        merged[index].form?.append(contentsOf: nested)
        merged[index].isRequired = merged[index].isRequired || field.isRequired
        let rest = merged[index].rest?.part ?? IDXField.Rest()
        rests[index, default: rest].messages += field.messages
        rests[index, default: rest].other += field.rest?.other ?? []
      } else {
        if field.form != nil { places[field.name] = merged.count }
        merged.append(field)
      }
    }
    for (index, rest) in rests { merged[index].rest = Shared(rest) }
    return merged
  }

  private mutating func read(_ json: JSON, into field: inout IDXField) -> Bool {
    guard case .object(let object) = json else {
      note(.unreadable, "should be a field, is \(json.kindName)")
      return false
    }
    let start = kept.count
    var rest = IDXField.Rest()
    var hasRest = false
    for member in object.members {
      switch MemberName(member.name) {
      case "name": field.name = text(member) ?? ""
      case "label": field.label = text(member)
      case "type": field.type = text(member)
      case "required": field.isRequired = truth(member, or: false)
      case "secret": field.isSecret = truth(member, or: false)
      case "visible": field.isVisible = truth(member, or: true)
      case "mutable": field.isMutable = truth(member, or: true)
      case "value": readValue(member, value: &field.value, form: &field.form)
      case "form": field.form = nested(member)
      case "options": field.options = options(member)
      case "messages":
        rest.messages = messages(member)
        hasRest = true
      case "relatesTo":
        rest.targets = references(member, &rest.relatesTo)
        hasRest = true
      case "format", "minLength", "maxLength":
        readLooks(member, into: &rest)
        hasRest = true
      case "hint", "desc", "descKey", "customLabel": leave(member)
      default: keep(member)
      }
    }
    if hasRest || kept.count > start {
      rest.other = takeKept(since: start)
      if !rest.messages.isEmpty { page.hasFieldMessages = true }
      field.rest = Shared(rest)
    }
    if field.name.isEmpty { note(.unreadable, "is a field without a name, and can't be sent") }
    return true
  }

  /// Reads a member that describes the format of a field's value.
  private mutating func readLooks(_ member: JSONObject.Member, into rest: inout IDXField.Rest) {
    switch MemberName(member.name) {
    case "format": rest.format = text(member)
    case "minLength": rest.minLength = number(member)
    default: rest.maxLength = number(member)
    }
  }

  private mutating func options(_ member: JSONObject.Member) -> [IDXOption] {
    elements(of: member, IDXOption()) { $0.read($1, into: &$2) }
  }

  private mutating func read(_ json: JSON, into option: inout IDXOption) -> Bool {
    guard case .object(let object) = json else {
      note(.unreadable, "should be an option, is \(json.kindName)")
      return false
    }
    let start = kept.count
    for member in object.members {
      switch MemberName(member.name) {
      case "label": option.label = text(member)
      case "value": readValue(member, value: &option.value, form: &option.form)
      case "form": option.form = nested(member)
      case "relatesTo":
        option.targets = references(member, &option.relatesTo)
      default: keep(member)
      }
    }
    option.other = takeKept(since: start)
    if option.value == nil, option.form == nil {
      note(.unreadable, "is an option without a value, and can't be chosen")
    }
    return true
  }

  /// Reads a field's `value`: the value to send, or a nested form.
  private mutating func readValue(
    _ member: JSONObject.Member, value: inout JSON?, form: inout [IDXField]?
  ) {
    switch member.value {
    case .null: break
    case .object(let object):
      guard let inner = object.members.first(where: { $0.name == "form" }) else {
        value = member.value
        return
      }
      form = enter("value") { $0.nested(inner) }
    default: value = member.value
    }
  }

  private mutating func nested(
    _ member: JSONObject.Member
  ) -> [IDXField]? {
    guard depth < Self.deepestForm else {
      note(.unreadable, "nests deeper than \(Self.deepestForm) forms", at: member.name)
      leave(member)
      return nil
    }
    guard case .object(let object) = member.value,
      let list = object.members.first(where: { $0.name == "value" })
    else {
      mistype(member, "a form")
      return nil
    }
    depth += 1
    defer { depth -= 1 }
    return enter(member.name) { $0.fields(list) }
  }
}

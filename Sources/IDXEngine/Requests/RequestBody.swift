import FlowEngine
import FlowHTTP

/// Builds the request body that submits a form.
///
/// The body contains the fields of nested forms at any depth. An immutable value is sent back as it
/// came, regardless of the answers. An optional field without a value is omitted. A missing
/// required value is a failure.
struct RequestBody {
  private let page: Shared<IDXPage>
  private let place: ChoiceMapper.Place?
  private let selection: Selection?
  private let answers: [Answer]
  /// Whether a user can submit the form without any of its choices.
  private let hasOtherFields: Bool
  /// The names of the answers that belong to a field of the form.
  private var used: [String] = []
  /// The method field of the current form, and the option that contains the form.
  private var method: (place: FieldPlace, field: IDXField, option: IDXOption)?

  private init(
    page: Shared<IDXPage>, form: Shared<IDXForm>, selection: Selection?, answers: [Answer]
  ) {
    self.page = page
    self.selection = selection
    self.answers = answers
    let place = ChoiceMapper.place(in: form.fields)
    self.place = place
    let name = place?.name
    hasOtherFields = form.fields.contains { $0.isAnswerable && $0.name != name }
  }

  /// Builds the body for a form.
  ///
  /// - Parameters:
  ///   - form: The form to submit.
  ///   - page: The page that has the form.
  ///   - selection: The selected choice, by the indices in the form's step.
  ///   - answers: The values of fields, by the full names in the form's step.
  /// - Returns: The body.
  /// - Throws: `EngineFailure.Kind.misused` with the field's name if the answers don't fit the
  ///   form; `malformed` if the form has no state handle to send.
  static func build(
    _ form: Shared<IDXForm>, on page: Shared<IDXPage>, selection: Selection? = nil,
    answers: [Answer] = []
  ) throws(EngineFailure) -> JSONObject {
    var body = RequestBody(page: page, form: form, selection: selection, answers: answers)
    if selection != nil, body.place == nil {
      throw EngineFailure(.misused, "the step `\(form.name)` offers nothing to choose")
    }
    let object = try body.object(form.fields, prefix: "")
    for answer in answers where !body.used.contains(answer.field) {
      throw EngineFailure(
        .misused, "the step `\(form.name)` has no field `\(answer.field)` that can be answered")
    }
    return object
  }

  private mutating func object(
    _ fields: [IDXField], prefix: String
  ) throws(EngineFailure) -> JSONObject {
    var object = JSONObject()
    object.members.reserveCapacity(fields.count)
    for index in fields.indices where !fields[index].name.isEmpty {
      if let fixed = fields[index].fixedValue {
        Self.merge(fixed, as: fields[index].name, into: &object)
      } else if let value = try value(
        of: fields[index], at: FieldPlace(prefix: prefix, name: fields[index].name))
      {
        Self.merge(value, as: fields[index].name, into: &object)
      }
    }
    return object
  }

  private mutating func value(
    of field: IDXField, at spot: FieldPlace
  ) throws(EngineFailure) -> JSON? {
    if let place, spot == place.field { return try choice(of: field, at: place) }
    if let method, spot == method.place {
      return try methodValue(of: field, in: method.option, name: spot.fullName)
    }
    let name = spot.fullName
    if field.hasFormOptions { return try option(of: field, name: name) }
    if let nested = field.form {
      let inner = try object(nested, prefix: name)
      if !inner.members.isEmpty { return .object(inner) }
      let open = nested.filter(\.isAnswerable)
      guard field.isRequired, !open.isEmpty else { return field.isRequired ? .object(inner) : nil }
      throw Self.missing(open.count == 1 ? FieldPlace.fullName(open[0].name, in: name) : name)
    }
    return try leaf(field, name: name)
  }

  private mutating func leaf(_ field: IDXField, name: String) throws(EngineFailure) -> JSON? {
    if field.isStateHandle, field.value == nil {
      if let handle = page.stateHandle { return .string(handle) }
      guard field.isRequired else { return nil }
      throw EngineFailure(
        .malformed, "the server's form needs a `stateHandle`, and neither it nor the page has one")
    }
    if let answer = answer(to: name) { return try AnswerValue.json(answer, for: field, name: name) }
    if let value = field.value { return value }
    if field.isRequired { throw Self.missing(name) }
    return nil
  }

  // MARK: Choices

  private mutating func choice(
    of field: IDXField, at place: ChoiceMapper.Place
  ) throws(EngineFailure) -> JSON? {
    if let selection {
      guard place.options.indices.contains(selection.choice) else {
        throw EngineFailure(.misused, "the field `\(place.name)` has no such choice")
      }
      return try form(of: place.options[selection.choice], name: place.name)
    }
    if place.isSingle { return try form(of: place.options[0], name: place.name) }
    guard field.isRequired || !hasOtherFields else { return nil }
    throw EngineFailure(.misused, "the field `\(place.name)` needs a choice, and none was made")
  }

  private mutating func form(of option: IDXOption, name: String) throws(EngineFailure) -> JSON {
    let form = option.form ?? []
    let outer = method
    method = ChoiceMapper.methodField(in: form).map {
      (place: FieldPlace(prefix: name, name: form[$0].name), field: form[$0], option: option)
    }
    defer { method = outer }
    // If no field names the method, there is only one method, which isn't sent.
    if let index = selection?.method, method != nil || index > 0 {
      let values = method.map { ChoiceMapper.methodValues(of: $0.field) } ?? []
      guard values.indices.contains(index) else {
        throw EngineFailure(.misused, "the choice of `\(name)` has no such method")
      }
    }
    return .object(try object(form, prefix: name))
  }

  private mutating func methodValue(
    of field: IDXField, in option: IDXOption, name: String
  ) throws(EngineFailure) -> JSON? {
    let values = ChoiceMapper.methodValues(of: field)
    // The choices are the values of the first such field; a server may repeat the field with other
    // values.
    if let index = selection?.method, values.indices.contains(index) { return values[index].value }
    if field.isRequired, field.value == nil, values.count == 1, answer(to: name) == nil {
      // A required field with a single possible value isn't a choice.
      return values[0].value
    }
    do throws(EngineFailure) { return try leaf(field, name: name) } catch {
      var failure = error
      if !values.isEmpty { failure.help = help(toChoose: values.map(\.value), of: option) }
      throw failure
    }
  }

  /// The help text that lists the methods from which the script must choose one.
  private func help(toChoose methods: [JSON], of option: IDXOption) -> String {
    let word = ChoiceMapper.naming(of: option, page: page).word
    let ways = methods.map {
      "`choose \(word) via \(IDXNames.naming(ofMethod: $0.string ?? "", label: nil).word)`"
    }
    return "the server asks for a method: write \(ways.joined(separator: " or "))"
  }

  /// The form of an option that an answer selects by its word.
  ///
  /// Scripts do this if several fields of a form have options with forms.
  private mutating func option(of field: IDXField, name: String) throws(EngineFailure) -> JSON? {
    guard let answer = answer(to: name) else {
      if field.isRequired { throw Self.missing(name) }
      return nil
    }
    let word = Naming.normalized(answer.revealed)
    for option in field.options ?? [] where option.form != nil {
      guard ChoiceMapper.naming(of: option, page: page).answers(to: word) else { continue }
      return .object(try object(option.form ?? [], prefix: name))
    }
    throw EngineFailure(.misused, "the field `\(name)` has no such option")
  }

  // MARK: Answers

  private mutating func answer(to name: String) -> Value? {
    guard let answer = answers.last(where: { $0.field == name }) else { return nil }
    if !used.contains(name) { used.append(name) }
    return answer.value
  }

  private static func missing(_ name: String) -> EngineFailure {
    EngineFailure(.misused, "the field `\(name)` is required and has no value")
  }

  /// Sets a member; if both values are objects, they are merged, otherwise the first value stays.
  private static func merge(_ value: JSON, as name: String, into object: inout JSONObject) {
    guard let index = object.members.firstIndex(where: { $0.name == name }) else {
      object.members.append(JSONObject.Member(name, value))
      return
    }
    guard case .object(var old) = object.members[index].value, case .object(let new) = value
    else { return }
    for member in new.members { merge(member.value, as: member.name, into: &old) }
    object.members[index].value = .object(old)
  }
}

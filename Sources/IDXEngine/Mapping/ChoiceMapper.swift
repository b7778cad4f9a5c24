import FlowEngine
import FlowHTTP

/// Finds the choices of a form.
///
/// The choices are the options of the first field whose options are forms. If there is no such
/// field, they are in a nested form that represents one authenticator and leaves the method open
/// (`authenticator-verification-data`).
enum ChoiceMapper {
  /// The field of a form that has the choices.
  struct Place {
    var field: FieldPlace
    /// The form of each choice, in order.
    var options: [IDXOption]
    /// Whether there is only one choice, which needs no selection.
    var isSingle: Bool

    /// The field's full name.
    var name: String { field.fullName }
  }

  /// The field with the choices of a form; `nil` if the form doesn't offer any.
  static func place(in fields: [IDXField]) -> Place? {
    if let place = optionsPlace(in: fields, prefix: "") { return place }
    for index in fields.indices where fields[index].name != "credentials" {
      guard let form = fields[index].form, methodField(in: form) != nil,
        let id = form.index(of: "id"), form[id].fixedValue != nil
      else { continue }
      let option = IDXOption(
        label: fields[index].label, form: form, targets: fields[index].targets)
      return Place(
        field: FieldPlace(prefix: "", name: fields[index].name), options: [option],
        isSingle: true)
    }
    return nil
  }

  private static func optionsPlace(in fields: [IDXField], prefix: String) -> Place? {
    for index in fields.indices where !fields[index].name.isEmpty {
      if let options = fields[index].options, fields[index].hasFormOptions {
        return Place(
          field: FieldPlace(prefix: prefix, name: fields[index].name),
          options: options.allSatisfy { $0.form != nil }
            ? options : options.filter { $0.form != nil },
          isSingle: false)
      }
      if let form = fields[index].form,
        let place = optionsPlace(
          in: form, prefix: FieldPlace.fullName(fields[index].name, in: prefix))
      {
        return place
      }
    }
    return nil
  }

  /// The index of the field that names the method or the channel: the first one that offers a
  /// choice.
  static func methodField(in form: [IDXField]) -> Int? {
    var found: Int?
    for index in form.indices {
      switch MemberName(form[index].name) {
      case "methodType", "channel":
        if form[index].options != nil { return index }
        if found == nil { found = index }
      default: continue
      }
    }
    return found
  }

  /// The values that a method field accepts: the fixed value, or the values of the options.
  static func methodValues(of field: IDXField) -> [(value: JSON, label: String?)] {
    if let value = field.fixedValue { return [(value, nil)] }
    if field.options != nil { return field.scalarOptions }
    return field.value.map { [($0, nil)] } ?? []
  }

  /// The step's choices, made from a field's options.
  static func choices(
    at place: Place, page: Shared<IDXPage>, credential: IDXNames.Credential
  ) -> [Choice] {
    let name = place.name
    var choices: [Choice] = []
    choices.reserveCapacity(place.options.count)
    for index in place.options.indices {
      let option = place.options[index]
      let form = option.form ?? []
      let method = methodField(in: form)
      let authenticator = authenticator(of: option, page: page)
      var mapper = FieldMapper(
        choiceField: method.map { FieldPlace(prefix: name, name: form[$0].name) })
      mapper.add(form, on: page, prefix: name, credential: credential)
      choices.append(
        Choice(
          naming(of: option, authenticator),
          methods: method.map { methods(of: form[$0]) }
            ?? IDXNames.onlyMethod(ofKey: authenticator?.key).map { [$0] } ?? [],
          hasChannels: method.map { form[$0].name == "channel" } ?? false,
          details: details(of: authenticator),
          enrollment: form.fixedText(of: "enrollmentId"), fields: mapper.fields))
    }
    return choices
  }

  private static func methods(of field: IDXField) -> [Naming] {
    if case .string(let word) = field.fixedValue {
      return [IDXNames.naming(ofMethod: word, label: nil)]
    }
    return methodValues(of: field).map { value, label in
      IDXNames.naming(ofMethod: value.string ?? "", label: label)
    }
  }

  /// The name of an option.
  static func naming(of option: IDXOption, page: Shared<IDXPage>) -> Naming {
    naming(of: option, authenticator(of: option, page: page))
  }

  private static func naming(
    of option: IDXOption, _ authenticator: Shared<IDXAuthenticator>?
  ) -> Naming {
    let form = option.form ?? []
    if let question = form.index(of: "questionKey") {
      // The two methods to enroll a security question; their labels are localized.
      return Naming(form[question].fixedValue == nil ? "predefined" : "custom", title: option.label)
    }
    // Older documents don't give an authenticator a key. Then the method identifies the
    // authenticator.
    if authenticator?.key == nil, let field = methodField(in: form),
      let method = form[field].fixedValue?.string,
      IDXNames.authenticator(key: nil, type: authenticator?.type, title: option.label) == nil,
      let known = IDXNames.authenticator(key: method, type: method, title: nil)
    {
      return Naming(
        known.naming.word, title: option.label, aliases: known.aliases + [known.naming.title])
    }
    return IDXNames.naming(of: authenticator, label: option.label)
  }

  /// The authenticator to which an option refers, or else the authenticator whose id is in the
  /// option's form.
  private static func authenticator(of option: IDXOption, page: Shared<IDXPage>) -> Shared<
    IDXAuthenticator
  >? {
    if let target = page.firstAuthenticator(option.targets) { return target }
    let id = option.form?.fixedText(of: "id")
    return id.flatMap { page.authenticator(id: $0) }
  }

  /// The details that distinguish an option from others with the same name.
  static func details(of authenticator: Shared<IDXAuthenticator>?) -> [String] {
    guard let authenticator else { return [] }
    var details: [String] = []
    if let profile = authenticator.profile {
      for name in ["phoneNumber", "email", "deviceName", "name", "question"] {
        if let text = profile[name]?.string { details.append(text) }
      }
    }
    if let nickname = authenticator.nickname { details.append(nickname) }
    return details
  }
}

import FlowEngine
import FlowWire

/// Maps what can be chosen in a form.
///
/// That is the first field whose options are forms; where there is none, a nested form that already
/// stands for one authenticator and leaves its method open (`authenticator-verification-data`).
enum ChoiceMapper {
  /// The field of a form that holds its choices.
  struct Place {
    /// Its full name.
    var name: String
    /// The form of each choice, in order.
    var options: [IDXOption]
    /// Whether there is but one, which needs no choosing.
    var isSingle: Bool
  }

  /// Where the choices of a form stand; `nil` where it has none.
  static func place(in fields: [IDXField]) -> Place? {
    if let place = optionsPlace(in: fields, prefix: "") { return place }
    for field in fields where field.name != "credentials" {
      guard let form = field.form, methodField(in: form) != nil,
        form.contains(where: { $0.name == "id" && $0.fixedValue != nil })
      else { continue }
      let option = IDXOption(label: field.label, form: form, targets: field.targets)
      return Place(name: field.name, options: [option], isSingle: true)
    }
    return nil
  }

  private static func optionsPlace(in fields: [IDXField], prefix: String) -> Place? {
    for field in fields where !field.name.isEmpty {
      if field.hasFormOptions {
        let options = field.options ?? []
        return Place(
          name: FieldMapper.fullName(field.name, in: prefix),
          options: options.allSatisfy { $0.form != nil }
            ? options : options.filter { $0.form != nil },
          isSingle: false)
      }
      if let form = field.form,
        let place = optionsPlace(in: form, prefix: FieldMapper.fullName(field.name, in: prefix))
      {
        return place
      }
    }
    return nil
  }

  /// The field that names the method or the channel: the one that leaves a choice first.
  static func methodField(in form: [IDXField]) -> IDXField? {
    var found: Int?
    for index in form.indices
    where form[index].name == "methodType" || form[index].name == "channel" {
      if form[index].options != nil { return form[index] }
      if found == nil { found = index }
    }
    return found.map { form[$0] }
  }

  /// The values that a method field may take: its fixed one, or those of its options.
  static func methodValues(of field: IDXField) -> [(value: JSON, label: String?)] {
    if let value = field.fixedValue { return [(value, nil)] }
    if field.options != nil { return field.scalarOptions }
    return field.value.map { [($0, nil)] } ?? []
  }

  /// The choices of a place.
  static func choices(
    at place: Place, page: IDXPage, credential: IDXNames.Credential
  ) -> [Choice] {
    place.options.map { option in
      let form = option.form ?? []
      let method = methodField(in: form)
      let authenticator = authenticator(of: option, page: page)
      var mapper = FieldMapper(
        choiceField: method.map { FieldMapper.fullName($0.name, in: place.name) })
      mapper.add(form, on: page, prefix: place.name, credential: credential)
      return Choice(
        naming(of: option, authenticator),
        methods: (method.map { methodValues(of: $0) } ?? []).map { value, label in
          IDXNames.naming(ofMethod: value.string ?? "", label: label)
        },
        details: details(of: authenticator),
        enrolment: form.first { $0.name == "enrollmentId" }?.fixedValue?.string,
        fields: mapper.fields)
    }
  }

  /// What an option is called.
  static func naming(of option: IDXOption, page: IDXPage) -> Naming {
    naming(of: option, authenticator(of: option, page: page))
  }

  private static func naming(
    of option: IDXOption, _ authenticator: IDXAuthenticator?
  ) -> Naming {
    let form = option.form ?? []
    if let question = form.first(where: { $0.name == "questionKey" }) {
      // The two ways to enrol a security question; their labels are localised.
      return Naming(question.fixedValue == nil ? "predefined" : "custom", title: option.label)
    }
    // Older documents give an authenticator no key: then its method tells what it is.
    if authenticator?.key == nil, let method = methodField(in: form)?.fixedValue?.string,
      IDXNames.authenticator(key: nil, type: authenticator?.type, title: option.label) == nil,
      let known = IDXNames.authenticator(key: method, type: method, title: nil)
    {
      return Naming(
        known.naming.word, title: option.label, aliases: known.aliases + [known.naming.title])
    }
    return IDXNames.naming(of: authenticator, label: option.label)
  }

  /// The authenticator of an option: what it refers to, else the one of the id in its form.
  private static func authenticator(of option: IDXOption, page: IDXPage) -> IDXAuthenticator? {
    if let target = page.firstAuthenticator(option.targets) { return target }
    let id = option.form?.first { $0.name == "id" }?.fixedValue?.string
    return id.flatMap { page.authenticator(id: $0) }
  }

  /// What tells an option from another of the same name.
  static func details(of authenticator: IDXAuthenticator?) -> [String] {
    var details: [String] = []
    if let profile = authenticator?.profile {
      for name in ["phoneNumber", "email", "deviceName", "name", "question"] {
        if let text = profile[name]?.string { details.append(text) }
      }
    }
    if let nickname = authenticator?.nickname { details.append(nickname) }
    return details
  }
}

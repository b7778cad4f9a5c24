import FlowEngine
import FlowHTTP

/// Makes the response that a script sees from a page.
struct ResponseMapper {
  let page: Shared<IDXPage>
  let status: Int
  /// The steps of the previous page, which are reused if their forms are the same.
  let before: [Step]

  /// The response for a page; if the page has a success form, the tokens must still be requested.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - status: The HTTP status of the answer.
  ///   - before: The steps of the previous page, to reuse if their forms are the same.
  /// - Returns: The response.
  static func response(
    of page: Shared<IDXPage>, status: Int = 200, after before: [Step] = []
  ) -> Response {
    ResponseMapper(page: page, status: status, before: before).response()
  }

  private func response() -> Response {
    let messages = messages
    let steps = steps
    return Response(
      steps: steps, messages: messages, capabilities: capabilities(besides: steps),
      outcome: outcome(messages), facts: facts + PageFacts.facts(of: page, messages))
  }

  private var steps: [Step] {
    let forms = page.remediations
    let takenOver = page.takenOver
    var steps: [Step] = []
    steps.reserveCapacity(forms.count)
    for index in forms.indices {
      if takenOver.indices.contains(index), let old = takenOver[index],
        before.indices.contains(old), forms[index].isSelfContained
      {
        steps.append(before[old])
      } else {
        steps.append(StepMapper(page: page, form: forms[index]).step())
      }
    }
    return steps
  }

  // MARK: Outcome

  private func outcome(_ messages: [Message]) -> Outcome? {
    if page.success != nil { return .success }
    if page.remediations.allSatisfy({ $0.name == "failure-redirect" }) {
      let hasFailed = !page.remediations.isEmpty || page.failureLink != nil
      if hasFailed || messages.contains(where: { $0.severity == .error }) { return .failure }
      return messages.isEmpty && status >= 400 ? .failure : .finished
    }
    return nil
  }

  // MARK: Capabilities

  /// The transaction's own capabilities, and the current authenticator's if no step is about it.
  private func capabilities(besides steps: [Step]) -> [Capability] {
    var capabilities: [Capability] = page.cancel == nil ? [] : [Capability("cancel")]
    for action in StepMapper.unattached(on: page, steps) {
      capabilities.append(Capability(action.name))
    }
    return capabilities
  }

  // MARK: Messages

  private var messages: [Message] {
    var messages = DistinctMessages()
    for message in page.messages { add(message, at: nil, to: &messages) }
    guard page.hasFieldMessages else { return messages.list }
    for remediation in page.remediations {
      addMessages(of: remediation.fields, prefix: "", to: &messages)
    }
    return messages.list
  }

  /// A list of messages without duplicates; messages with the same key and text are equal.
  private struct DistinctMessages {
    struct Key: Hashable {
      var key: String?
      var text: String
    }

    var list: [Message] = []
    var places: [Key: Int] = [:]
  }

  private func addMessages(
    of fields: [IDXField], prefix: String, to messages: inout DistinctMessages
  ) {
    for field in fields {
      if field.messages.isEmpty, field.form == nil, field.options == nil { continue }
      let name = FieldPlace.fullName(field.name, in: prefix)
      for message in field.messages { add(message, at: name, to: &messages) }
      if let form = field.form { addMessages(of: form, prefix: name, to: &messages) }
      for option in field.options ?? [] {
        if let form = option.form { addMessages(of: form, prefix: name, to: &messages) }
      }
    }
  }

  /// Adds a message; if the list already has it, only sets the field.
  private func add(_ message: IDXMessage, at field: String?, to messages: inout DistinctMessages) {
    let key = DistinctMessages.Key(key: message.key, text: message.text)
    if let index = messages.places[key] {
      if messages.list[index].field == nil { messages.list[index].field = field }
      return
    }
    messages.places[key] = messages.list.count
    messages.list.append(
      Message(
        severity(of: message), message.text, key: message.key, field: field, links: message.links,
        parameters: message.parameters.compactMap { Value(sending: $0)?.shown }))
  }

  private func severity(of message: IDXMessage) -> Message.Severity {
    switch message.severity {
    case "ERROR"?, "error"?: .error
    case "WARNING"?, "warning"?: .warning
    case "INFO"?, "info"?: .info
    default: status >= 400 ? .error : .info
    }
  }

  // MARK: Facts

  private var facts: [Fact] {
    var facts: [Fact] = []
    facts.reserveCapacity(18)
    func add(_ name: String, _ text: String?) {
      if let text { facts.append(Fact(name, .text(text))) }
    }
    if let user = page.user {
      add("user.id", user.id)
      add("user.identifier", user.identifier)
      for member in user.profile?.members ?? [] {
        guard let value = Value(sending: member.value) else { continue }
        let (full, short) = Self.factNames(ofAttribute: member.name)
        facts.append(Fact(full, value))
        if let short { facts.append(Fact(short, value)) }
      }
    }
    if let app = page.app {
      add("app.id", app.id)
      add("app.name", app.name)
      add("app.label", app.label)
    }
    if let current = page.current {
      add("authenticator.key", current.key)
      add("authenticator.type", current.type)
      add("authenticator.name", current.displayName)
      add("authenticator.method", current.onlyMethod)
      add("authenticator.email", current.contact("email"))
      add("authenticator.phoneNumber", current.contact("phoneNumber"))
      // The code to enter where the sign-in began. At the end of a transaction, no step shows it.
      if page.remediations.isEmpty, let otp = current.contextualData?["otp"]?.string {
        facts.append(Fact("authenticator.otp", .secret(Secret(otp))))
      }
    }
    add("intent", page.intent)
    return facts
  }
}

extension ResponseMapper {
  /// The names of the facts for a profile attribute.
  ///
  /// The most frequent names are constants, so that they aren't concatenated for each page.
  private static func factNames(ofAttribute name: String) -> (full: String, short: String?) {
    switch MemberName(name) {
    case "firstName": ("user.profile.firstName", "user.firstName")
    case "lastName": ("user.profile.lastName", "user.lastName")
    case "timeZone": ("user.profile.timeZone", "user.timeZone")
    case "locale": ("user.profile.locale", "user.locale")
    case "id", "identifier": ("user.profile." + name, nil)
    default: ("user.profile." + name, "user." + name)
    }
  }
}

extension StepMapper {
  /// The actions of the current authenticators that don't belong to any step.
  ///
  /// The list also has the recovery action of authenticators that aren't current.
  static func unattached(on page: Shared<IDXPage>, _ steps: [Step]) -> [IDXAction] {
    var actions: [IDXAction] = []
    for authenticator in [page.currentEnrollment, page.currentAuthenticator] {
      guard let authenticator, !authenticator.actions.isEmpty else { continue }
      actions += authenticator.actions.filter { $0.name != "poll" && $0.name != "cancel" }
    }
    // If a page only offers a choice, one of the options has the recovery action.
    for list in [page.enrollments, page.authenticators] {
      for authenticator in list where !authenticator.actions.isEmpty {
        actions += authenticator.actions.filter { $0.name == "recover" }
      }
    }
    guard !actions.isEmpty else { return [] }
    var taken = Set(steps.flatMap(\.capabilities))
    return actions.filter { taken.insert(Capability($0.name)).inserted }
  }
}

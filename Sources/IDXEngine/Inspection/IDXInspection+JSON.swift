import FlowEngine
public import FlowHTTP

extension IDXInspection {
  /// The inspection for machines; handles, codes and tokens are masked.
  public var json: JSON {
    var object: JSONObject = ["kind": .string(kind.rawValue)]
    object["outcome"] = response.outcome.map { .string($0.rawValue) }
    object["steps"] = .array(response.steps.map { Self.json($0) })
    object["messages"] = .array(response.messages.map { Self.json($0) })
    object["capabilities"] = Self.names(response.capabilities)
    object["authenticators"] = .array(authenticators.map { Self.json($0) })
    object["facts"] = Self.json(response.facts)
    object["tokens"] = response.tokens.map { Self.json($0) }
    object["notes"] = .array(
      notes.map { note in
        [
          "kind": .string(note.kind.rawValue), "path": .string(note.path),
          "message": .string(note.message),
        ]
      })
    return .object(object)
  }

  private static func json(_ step: Step) -> JSON {
    var object: JSONObject = ["name": .string(step.name)]
    object["subjects"] = words(step.subjects)
    object["fields"] = .array(step.fields.map { json($0) })
    object["choices"] = .array(
      step.choices.map { choice in
        [
          "word": .string(choice.naming.word), "title": .string(choice.naming.title),
          "methods": words(choice.methods), "details": .array(choice.details.map { .string($0) }),
          "fields": .array(choice.fields.map { json($0) }),
        ]
      })
    object["capabilities"] = names(step.capabilities)
    object["waiting"] = step.waiting.map { waiting in
      let parts = waiting.interval.components
      return .double(Double(parts.seconds) + Double(parts.attoseconds) * 1e-18)
    }
    object["redirect"] = step.redirect.map { redirect in
      ["title": .string(redirect.title), "address": .string(redirect.address.description)]
    }
    object["showing"] = json(step.showing)
    return .object(object)
  }

  private static func json(_ field: Field) -> JSON {
    var object: JSONObject = [
      "name": .string(field.name), "label": .string(field.label),
      "type": .string(field.kind.rawValue), "required": .bool(field.isRequired),
      "secret": .bool(field.isHidden),
    ]
    // What the server doesn't call secret, and every output masks.
    if field.isSecret, !field.isHidden { object["masked"] = .bool(true) }
    if field.isCaptcha { object["captcha"] = .bool(true) }
    object["code"] = field.code.map { code in
      [
        "characters": .string(code.characters.rawValue),
        "minLength": .integer(code.lengths.lowerBound),
        "maxLength": .integer(code.lengths.upperBound),
      ]
    }
    if !field.aliases.isEmpty { object["aliases"] = .array(field.aliases.map { .string($0) }) }
    object["value"] = field.value.map { json(field.isSecret ? $0.hidden : $0) }
    if !field.accepted.isEmpty {
      object["accepted"] = .array(
        field.accepted.map { accepted in
          ["value": json(accepted.value), "title": .string(accepted.naming.title)]
        })
    }
    return .object(object)
  }

  private static func json(_ message: Message) -> JSON {
    var object: JSONObject = [
      "severity": .string(message.severity.rawValue), "text": .string(message.text),
    ]
    object["key"] = message.key.map { .string($0) }
    object["field"] = message.field.map { .string($0) }
    if !message.links.isEmpty { object["links"] = .array(message.links.map { .string($0) }) }
    if !message.parameters.isEmpty {
      object["params"] = .array(message.parameters.map { .string($0) })
    }
    return .object(object)
  }

  private static func json(_ authenticator: Authenticator) -> JSON {
    var object: JSONObject = [
      "place": .string(authenticator.place), "word": .string(authenticator.naming.word),
      "title": .string(authenticator.naming.title), "methods": words(authenticator.methods),
      "capabilities": names(authenticator.capabilities),
      "details": .array(authenticator.details.map { .string($0) }),
    ]
    if !authenticator.rules.isEmpty { object["rules"] = json(authenticator.rules) }
    return .object(object)
  }

  private static func json(_ tokens: Tokens) -> JSON {
    var object: JSONObject = [
      "accessToken": .string(tokens.accessToken.description),
      "tokenType": .string(tokens.tokenType),
    ]
    object["expiresIn"] = tokens.expiresIn.map { .integer($0) }
    object["scope"] = tokens.scope.map { .string($0) }
    object["idToken"] = tokens.idToken.map { .string($0.description) }
    object["refreshToken"] = tokens.refreshToken.map { .string($0.description) }
    return .object(object)
  }

  private static func json(_ facts: [Fact]) -> JSON {
    .object(JSONObject(members: facts.map { JSONObject.Member($0.name, json($0.value)) }))
  }

  private static func json(_ value: Value) -> JSON {
    switch value {
    case .boolean(let truth): .bool(truth)
    case .number(let number): Int(exactly: number).map { .integer($0) } ?? .double(number)
    case .list(let values): .array(values.map { json($0) })
    case .text, .secret: .string(value.shown)
    }
  }

  private static func words(_ namings: [Naming]) -> JSON {
    .array(namings.map { .string($0.word) })
  }

  private static func names(_ capabilities: [Capability]) -> JSON {
    .array(capabilities.map { .string($0.name) })
  }
}

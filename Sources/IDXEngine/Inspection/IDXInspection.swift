public import FlowEngine
public import FlowHTTP

/// A captured answer as a script would see it, with notes on the parts that were not understood.
public struct IDXInspection: Sendable, Hashable {
  /// The kind of an answer.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A document of the Identity Engine: steps, or the end of the transaction.
    case page
    /// The answer to `interact`, which begins a transaction.
    case interact
    /// The answer to the exchange of a code for tokens.
    case tokens
    /// An OAuth error (RFC 6749, section 5.2), or a gateway's error in the same shape.
    case oauthError = "oauth-error"
    /// An error of Okta's API.
    case apiError = "api-error"
    /// JSON of another kind.
    case other
  }

  /// An authenticator in the answer.
  public struct Authenticator: Sendable, Hashable {
    /// The member of the document that contains the authenticator.
    public var place: String
    /// The authenticator's name.
    public var naming: Naming
    /// The authenticator's methods.
    public var methods: [Naming]
    /// The authenticator's capabilities, including `poll`.
    public var capabilities: [Capability]
    /// The details that distinguish it from other authenticators, such as a masked number or a
    /// nickname.
    public var details: [String]
    /// The password rules in the authenticator's settings, with the server's names.
    public var rules: [Fact]
  }

  /// The kind of the answer.
  public let kind: Kind
  /// The response that a script sees.
  public let response: Response
  /// The authenticators in the answer, in the order of the document's members.
  public let authenticators: [Authenticator]
  /// Notes on the parts that were not understood.
  public let notes: [IDXNote]

  /// Inspects an answer.
  ///
  /// - Parameters:
  ///   - json: The whole body.
  ///   - status: The HTTP status of the answer; 200 if it isn't known.
  public init(_ json: JSON, status: Int = 200) {
    guard case .object(let object) = json else {
      self.init(
        .other, notes: [IDXNote(.unreadable, at: "$", "should be an object, is \(json.kindName)")])
      return
    }
    if IDXReply.isPage(object) {
      let (page, notes) = IDXReader.read(object)
      var response = ResponseMapper.response(of: page, status: status)
      // If the next step can't be read, the transaction hasn't ended.
      if page.part.unreadableWay(in: object) != nil { response.outcome = nil }
      Echoes(of: page).hide(in: &response)
      self.init(
        .page, response: response, authenticators: Self.authenticators(of: page), notes: notes)
    } else if object["access_token"] != nil {
      self.init(tokens: object)
    } else if object["interaction_handle"]?.string != nil, object["error"] == nil {
      self.init(.interact)
    } else if let error = object["error"]?.string {
      var echoes = Echoes()
      echoes.note(object["interaction_handle"]?.string)
      let text = Self.text(in: object, ["error_description", "errorDescription", "message"])
      self.init(.oauthError, failing: echoes.hidden(text ?? error), key: error)
    } else if let code = object["errorCode"]?.string {
      self.init(.apiError, failing: Self.text(in: object, ["errorSummary"]) ?? code, key: code)
    } else {
      self.init(
        .other,
        notes: [IDXNote(.unknown, at: "$", "is JSON, but not an answer of the Identity Engine")])
    }
  }

  private init(
    _ kind: Kind, response: Response = Response(), authenticators: [Authenticator] = [],
    notes: [IDXNote] = []
  ) {
    self.kind = kind
    self.response = response
    self.authenticators = authenticators
    self.notes = notes
  }

  private init(_ kind: Kind, failing text: String, key: String) {
    self.init(
      kind, response: Response(messages: [Message(.error, text, key: key)], outcome: .failure))
  }

  private init(tokens object: JSONObject) {
    do {
      var answer = try TokenAnswer(object, receivedAt: nil)
      // The inspection shows the claims without verifying them.
      if let token = answer.tokens.idToken.flatMap({ try? SignedToken($0) }) {
        answer.accept(token.claims, .absent)
      }
      self.init(
        .tokens,
        response: Response(outcome: .success, facts: answer.facts, tokens: answer.tokens))
    } catch {
      self.init(.tokens, notes: [IDXNote(.unreadable, at: "$.access_token", error.message)])
    }
  }

  private static func text(in object: JSONObject, _ names: [String]) -> String? {
    names.lazy.compactMap { object[$0]?.string }.first
  }

  private static func authenticators(of page: Shared<IDXPage>) -> [Authenticator] {
    let single: [(String, Shared<IDXAuthenticator>?)] = [
      ("currentAuthenticator", page.currentAuthenticator),
      ("currentAuthenticatorEnrollment", page.currentEnrollment),
      ("enrollmentAuthenticator", page.enrollmentAuthenticator),
      ("recoveryAuthenticator", page.recoveryAuthenticator),
    ]
    var all = single.compactMap { place, found in found.map { (place, $0) } }
    all += page.authenticators.map { ("authenticators", $0) }
    all += page.enrollments.map { ("authenticatorEnrollments", $0) }
    return all.map { place, authenticator in
      Authenticator(
        place: place, naming: IDXNames.naming(of: authenticator, label: nil),
        methods: authenticator.methods.compactMap { method in
          IDXAuthenticator.word(ofMethod: method).map { IDXNames.naming(ofMethod: $0, label: nil) }
        },
        capabilities: authenticator.actions.map { Capability($0.name) },
        details: ChoiceMapper.details(of: authenticator),
        rules: authenticator.settings.map(PageFacts.passwordRules) ?? [])
    }
  }

  /// The inspection as JSON, in which handles, codes and tokens are masked.
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
    // Every output masks the field, although the server doesn't mark it as secret.
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

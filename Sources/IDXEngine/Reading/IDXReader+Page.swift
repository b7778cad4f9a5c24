import FlowWire

extension IDXReader {
  /// Reads a page; the parts that others refer to come first.
  mutating func readPage(_ object: JSONObject) {
    var later: [Int] = []
    var other: [JSONObject.Member] = []
    for index in object.members.indices where !readPart(object.members[index], &other) {
      later.append(index)
    }
    for index in later { readForms(object.members[index], &other) }
    page.other = other
  }

  /// Reads a part that refers to no other; `false` where the member isn't one.
  private mutating func readPart(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) -> Bool {
    switch MemberName(member.name) {
    case "version": page.version = text(member, &other)
    case "stateHandle": page.stateHandle = text(member, &other)
    case "intent": page.intent = text(member, &other)
    case "expiresAt": page.expiresAt = text(member, &other)
    case "authenticators":
      // What can't be read keeps its place, for references count by it.
      page.authenticators = elements(of: member, &other) {
        $0.authenticator($1) ?? Shared(IDXAuthenticator())
      }
    case "authenticatorEnrollments":
      page.enrollments = elements(of: member, &other) { $0.authenticator($1) ?? Shared(IDXAuthenticator()) }
    case "currentAuthenticator": page.currentAuthenticator = readAuthenticator(member, &other)
    case "currentAuthenticatorEnrollment":
      page.currentEnrollment = readAuthenticator(member, &other)
    case "enrollmentAuthenticator": page.enrollmentAuthenticator = readAuthenticator(member, &other)
    case "recoveryAuthenticator": page.recoveryAuthenticator = readAuthenticator(member, &other)
    case "authenticatorChallenge":
      page.deviceChallenge = wrapped(member, &other) { Shared($0.deviceChallenge($1)) }
    case "webauthnAutofillUIChallenge":
      page.autofillChallenge = wrapped(member, &other) { $1 }
    case "captcha": page.captcha = wrapped(member, &other) { $1 }
    case "user": page.user = wrapped(member, &other) { Shared($0.user($1)) }
    case "app": page.app = wrapped(member, &other) { Shared($0.app($1)) }
    case "messages": page.messages += elements(of: member, &other) { $0.message($1) }
    default: return false
    }
    return true
  }

  private mutating func readForms(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) {
    switch MemberName(member.name) {
    case "remediation":
      page.remediations += elements(of: member, &other) { $0.form($1) }
    case "cancel": page.cancel = ownForm(member, &other)
    case "successWithInteractionCode": page.success = ownForm(member, &other)
    case "success": page.successLink = ownForm(member, &other)
    case "failure": page.failureLink = ownForm(member, &other)
    case "context", "authentication", "step", "client":
      // A form without use, how the request came in, and an older generation's step name.
      leave(member, in: &other)
    default: keep(member, in: &other)
    }
  }

  private mutating func ownForm(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) -> Shared<IDXForm>? {
    enter(member.name) { reader in
      let form = reader.form(member.value)
      if form == nil { reader.leave(member, in: &other) }
      return form
    }
  }

  private mutating func readAuthenticator(
    _ member: JSONObject.Member, _ other: inout [JSONObject.Member]
  ) -> Shared<IDXAuthenticator>? {
    wrapped(member, &other) { $0.authenticator(.object($1)) }
  }

  private mutating func user(_ object: JSONObject) -> IDXUser {
    var user = IDXUser()
    for member in object.members {
      switch MemberName(member.name) {
      case "id": user.id = text(member, &user.other)
      case "identifier": user.identifier = text(member, &user.other)
      case "profile": user.profile = self.object(member, &user.other)
      default: keep(member, in: &user.other)
      }
    }
    return user
  }

  private mutating func app(_ object: JSONObject) -> IDXApp {
    var app = IDXApp()
    for member in object.members {
      switch MemberName(member.name) {
      case "id": app.id = text(member, &app.other)
      case "name": app.name = text(member, &app.other)
      case "label": app.label = text(member, &app.other)
      case "logo", "clientUri", "termsOfService", "privacyPolicy":
        leave(member, in: &app.other)
      default: keep(member, in: &app.other)
      }
    }
    return app
  }

  private mutating func deviceChallenge(_ object: JSONObject) -> IDXDeviceChallenge {
    var challenge = IDXDeviceChallenge()
    for member in object.members {
      switch MemberName(member.name) {
      case "challengeMethod": challenge.method = text(member, &challenge.other)
      case "cancel":
        let cancel = enter(member.name) { $0.form(member.value) }
        challenge.cancel = cancel
        if cancel == nil { leave(member, in: &challenge.other) }
      default: leave(member, in: &challenge.other)
      }
    }
    return challenge
  }

  /// Reads a message.
  mutating func message(_ json: JSON) -> IDXMessage? {
    guard case .object(let object) = json else {
      if case .string(let text) = json { return IDXMessage(text: text) }
      note(.unreadable, "should be a message, is \(json.kindName)")
      return nil
    }
    var message = IDXMessage()
    for member in object.members {
      switch MemberName(member.name) {
      case "message": message.text = text(member, &message.other) ?? ""
      case "class": message.severity = text(member, &message.other)
      case "i18n":
        guard case .object(let names) = member.value else {
          if member.value != .null { mistype(member, "an object", &message.other) }
          continue
        }
        message.key = names["key"]?.string
        message.parameters = names["params"]?.array ?? []
      case "links", "deviceRemediation": leave(member, in: &message.other)
      default: keep(member, in: &message.other)
      }
    }
    if message.key?.isEmpty == true { message.key = nil }
    return message
  }
}

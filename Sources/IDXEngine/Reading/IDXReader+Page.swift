import FlowHTTP

extension IDXReader {
  /// Reads a page, starting with the parts to which other parts refer.
  mutating func readPage(_ object: JSONObject) {
    var later: [JSONObject.Member] = []
    later.reserveCapacity(4)
    for member in object.members where !readPart(member) { later.append(member) }
    for member in later { readForms(member) }
    page.other = takeKept(since: 0)
  }

  /// Reads a part that doesn't refer to other parts; returns `false` if the member isn't such a
  /// part.
  private mutating func readPart(
    _ member: JSONObject.Member
  ) -> Bool {
    switch MemberName(member.name) {
    case "version": page.version = text(member)
    case "stateHandle": page.stateHandle = text(member)
    case "intent": page.intent = text(member)
    case "expiresAt": page.expiresAt = text(member)
    case "authenticators":
      page.lists.authenticators = takesNotes ? nil : member.value
      page.authenticators = authenticators(
        member, after: previous?.authenticators, previous?.lists.authenticators)
    case "authenticatorEnrollments":
      page.lists.enrollments = takesNotes ? nil : member.value
      page.enrollments = authenticators(
        member, after: previous?.enrollments, previous?.lists.enrollments)
    case "currentAuthenticator": page.currentAuthenticator = readAuthenticator(member)
    case "currentAuthenticatorEnrollment":
      page.currentEnrollment = readAuthenticator(member)
    case "enrollmentAuthenticator": page.enrollmentAuthenticator = readAuthenticator(member)
    case "recoveryAuthenticator": page.recoveryAuthenticator = readAuthenticator(member)
    case "authenticatorChallenge":
      page.deviceChallenge = wrapped(member) { Shared($0.deviceChallenge($1)) }
    case "webauthnAutofillUIChallenge":
      page.autofillChallenge = wrapped(member) { $1 }
    case "captcha": page.captcha = wrapped(member) { $1 }
    case "deviceEnrollment": page.deviceEnrollment = wrapped(member) { $1 }
    case "user": page.user = wrapped(member) { Shared($0.user($1)) }
    case "app": page.app = wrapped(member) { Shared($0.app($1)) }
    case "messages": page.messages += messages(member)
    default: return false
    }
    return true
  }

  private mutating func readForms(
    _ member: JSONObject.Member
  ) {
    switch MemberName(member.name) {
    case "remediation":
      page.remediations += forms(member)
    case "cancel":
      if let old = previous?.cancel, old.isPlain, old.source == member.value {
        page.cancel = old
      } else {
        page.cancel = ownForm(member)
      }
    case "successWithInteractionCode": page.success = ownForm(member)
    case "success": page.successLink = ownForm(member)
    case "failure": page.failureLink = ownForm(member)
    case "context", "authentication", "step", "client":
      // These are an unused form, the address of the request, and an older generation's step name.
      leave(member)
    default: keep(member)
    }
  }

  /// Reads a list of authenticators, or reuses the previous page's list if its JSON is the same.
  private mutating func authenticators(
    _ member: JSONObject.Member, after old: [Shared<IDXAuthenticator>]?, _ source: JSON?
  ) -> [Shared<IDXAuthenticator>] {
    if let old, let source, source == member.value { return old }
    return elements(of: member, IDXReader.unreadable) { reader, json, authenticator in
      // An unreadable element stays in the list, because references contain indices.
      if let read = reader.authenticator(json) { authenticator = read }
      return true
    }
  }

  private static let unreadable = Shared(IDXAuthenticator())

  /// Reads the remediations.
  ///
  /// A remediation of the previous page is reused if the JSON of the remediation and of the lists
  /// of authenticators is the same.
  private mutating func forms(_ member: JSONObject.Member) -> [Shared<IDXForm>] {
    let all = previous?.lists == page.lists ? previous?.remediations ?? [] : []
    // All pairs of remediations are compared, which is only fast enough for a page of typical size.
    let known = all.count <= Self.takenOverMax ? all : []
    return elements(of: member, IDXReader.nameless) { reader, json, form in
      for index in known.indices where known[index].source == json {
        form = known[index]
        reader.page.takenOver.append(index)
        if reader.previous?.hasFieldMessages == true { reader.page.hasFieldMessages = true }
        return true
      }
      guard let read = reader.form(json, isKept: !reader.takesNotes) else { return false }
      form = read
      if !known.isEmpty { reader.page.takenOver.append(nil) }
      return true
    }
  }

  private static let nameless = Shared(IDXForm())
  private static let takenOverMax = 64

  private mutating func ownForm(
    _ member: JSONObject.Member
  ) -> Shared<IDXForm>? {
    enter(member.name) { reader in
      let form = reader.form(member.value, isKept: !reader.takesNotes)
      if form == nil { reader.leave(member) }
      return form
    }
  }

  private mutating func readAuthenticator(
    _ member: JSONObject.Member
  ) -> Shared<IDXAuthenticator>? {
    wrapped(member) { $0.authenticator(.object($1)) }
  }

  private mutating func user(_ object: JSONObject) -> IDXUser {
    let start = kept.count
    var user = IDXUser()
    for member in object.members {
      switch MemberName(member.name) {
      case "id": user.id = text(member)
      case "identifier": user.identifier = text(member)
      case "profile": user.profile = self.object(member)
      default: keep(member)
      }
    }
    user.other = takeKept(since: start)
    return user
  }

  private mutating func app(_ object: JSONObject) -> IDXApp {
    let start = kept.count
    var app = IDXApp()
    for member in object.members {
      switch MemberName(member.name) {
      case "id": app.id = text(member)
      case "name": app.name = text(member)
      case "label": app.label = text(member)
      case "logo", "clientUri", "termsOfService", "privacyPolicy":
        leave(member)
      default: keep(member)
      }
    }
    app.other = takeKept(since: start)
    return app
  }

  private mutating func deviceChallenge(_ object: JSONObject) -> IDXDeviceChallenge {
    let start = kept.count
    var challenge = IDXDeviceChallenge()
    for member in object.members {
      switch MemberName(member.name) {
      case "challengeMethod": challenge.method = text(member)
      case "cancel":
        let cancel = enter(member.name) { $0.form(member.value) }
        challenge.cancel = cancel
        if cancel == nil { leave(member) }
      default: leave(member)
      }
    }
    challenge.other = takeKept(since: start)
    return challenge
  }

  /// Reads messages.
  mutating func messages(_ member: JSONObject.Member) -> [IDXMessage] {
    elements(of: member, IDXMessage()) { $0.read($1, into: &$2) }
  }

  private mutating func links(_ member: JSONObject.Member) -> [String] {
    elements(of: member, "") { reader, json, link in
      guard let text = json["url"]?.string ?? json["href"]?.string ?? json.string else {
        reader.note(.unreadable, "should be a link, is \(json.kindName)")
        return false
      }
      link = text
      return true
    }
  }

  private mutating func read(_ json: JSON, into message: inout IDXMessage) -> Bool {
    guard case .object(let object) = json else {
      if case .string(let text) = json {
        message.text = text
        return true
      }
      note(.unreadable, "should be a message, is \(json.kindName)")
      return false
    }
    let start = kept.count
    for member in object.members {
      switch MemberName(member.name) {
      case "message": message.text = text(member) ?? ""
      case "class": message.severity = text(member)
      case "i18n":
        guard case .object(let names) = member.value else {
          if member.value != .null { mistype(member, "an object") }
          continue
        }
        message.key = names["key"]?.string
        message.parameters = names["params"]?.array ?? []
      case "links": message.links = links(member)
      case "deviceRemediation": leave(member)
      default: keep(member)
      }
    }
    if message.key?.isEmpty == true { message.key = nil }
    message.other = takeKept(since: start)
    return true
  }
}

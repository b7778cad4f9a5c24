import FlowCrypto
import FlowEngine
import FlowHTTP
import OktaSimulator

// A client's possible requests at a page: every form with every option, with right and wrong
// answers.
extension PageWalk {
  typealias Move = (form: JSON, body: JSONObject, change: (taken: Change, refused: Change))

  private static let nothing: @Sendable (inout Story) -> Void = { _ in }

  /// Every move of a page.
  func moves(_ place: Place) -> [Move] {
    var moves: [Move] = []
    for form in place.page["remediation"]?["value"]?.array ?? [] {
      moves += self.moves(form, place)
    }
    for name in ["currentAuthenticatorEnrollment", "currentAuthenticator"] {
      guard let form = place.page[name]?["value"]?["recover"] else { continue }
      moves.append((form, [:], ({ $0.isRecovering = true }, PageWalk.nothing)))
    }
    return moves
  }

  private func moves(_ form: JSON, _ place: Place) -> [Move] {
    let name = form["name"]?.string ?? ""
    switch name {
    case "identify": return identify(form, place)
    case "identify-recovery":
      return [
        (form, ["identifier": .string(person.login)], ({ $0.isRecovering = true }, { _ in }))
      ]
    case "select-authenticator-authenticate", "authenticator-verification-data":
      return choices(form, place).map { (form, $0, ({ $0.wrong = 0 }, PageWalk.nothing)) }
    case "select-authenticator-unlock-account":
      return choices(form, place).map { choice in
        var body = choice
        body["identifier"] = .string(person.login)
        return (form, body, ({ $0.isUnlocking = true }, PageWalk.nothing))
      }
    case "select-authenticator-enroll", "authenticator-enrollment-data":
      return choices(form, place).map { (form, $0, ({ $0.wrong = 0 }, PageWalk.nothing)) }
    case "challenge-authenticator": return answers(form, place)
    case "enroll-authenticator": return enrollments(form, place)
    case "reset-authenticator", "reenroll-authenticator", "reenroll-authenticator-warning":
      return newPassword(form)
    case "keep-me-signed-in":
      return [true, false].map {
        (form, ["keepMeSignedIn": .bool($0)], (PageWalk.nothing, PageWalk.nothing))
      }
    case "skip", "unlock-account": return [(form, [:], (PageWalk.nothing, PageWalk.nothing))]
    default: return []
    }
  }

  // MARK: Passwords

  private func identify(_ form: JSON, _ place: Place) -> [Move] {
    let asks = (form["value"]?.array ?? []).contains { $0["name"] == "credentials" }
    var body: JSONObject = ["identifier": .string(person.login)]
    guard asks else { return [(form, body, (PageWalk.nothing, PageWalk.nothing))] }
    var wrong = body
    body["credentials"] = ["passcode": .string(place.story.password)]
    wrong["credentials"] = ["passcode": "not it"]
    return [(form, body, passed("password")), (form, wrong, failedPassword)]
  }

  private func passed(_ method: String) -> (taken: Change, refused: Change) {
    (
      { story in
        if story.verified.insert(method).inserted { story.order.append(method) }
        story.wrong = 0
        story.isUnlocking = false
        if method == "password" { story.wrongPasswords = 0 }
      }, PageWalk.nothing
    )
  }

  private var failedPassword: (taken: Change, refused: Change) {
    (PageWalk.nothing, { $0.wrongPasswords += 1 })
  }

  private func newPassword(_ form: JSON) -> [Move] {
    let new = "Quite-New-Stable-4"
    let taken: Change = { story in
      if story.verified.insert("password").inserted { story.order.append("password") }
      story.isRecovered = story.isRecovered || story.isRecovering
      story.isRecovering = false
      story.password = new
      story.isLocked = false
      story.wrong = 0
    }
    return [(form, ["credentials": ["passcode": .string(new)]], (taken, PageWalk.nothing))]
  }

  // MARK: Choosing

  /// Every option of a form's authenticators, with every method if there are several.
  private func choices(_ form: JSON, _ place: Place) -> [JSONObject] {
    let field = form["value"]?.array?.first { $0["name"] == "authenticator" }
    let options: [JSON] =
      field?["options"]?.array?.compactMap { $0["value"]?["form"]?["value"] }
      ?? (field?["value"]?["form"]?["value"] ?? field?["form"]?["value"]).map { [$0] } ?? []
    return options.flatMap { option -> [JSONObject] in
      var chosen: JSONObject = [:]
      var methods: [JSON] = []
      for part in option.array ?? [] {
        let name = part["name"]?.string ?? ""
        if let value = part["value"] { chosen[name] = value }
        if name == "methodType" {
          methods = part["options"]?.array?.compactMap { $0["value"] } ?? []
        }
        if name == "phoneNumber" { chosen[name] = .string(RandomOrg.phone) }
      }
      guard !methods.isEmpty else { return [["authenticator": .object(chosen)]] }
      return methods.map { method in
        var chosen = chosen
        chosen["methodType"] = method
        return ["authenticator": .object(chosen)]
      }
    }
  }

  // MARK: Answering

  private func current(_ place: Place) -> String {
    let current = place.page["currentAuthenticatorEnrollment"] ?? place.page["currentAuthenticator"]
    return current?["value"]?["key"]?.string ?? ""
  }

  /// The method that verifies the current authenticator.
  private func method(_ place: Place) -> String {
    let current = place.page["currentAuthenticatorEnrollment"] ?? place.page["currentAuthenticator"]
    return current?["value"]?["methods"]?.array?.first?["type"]?.string ?? ""
  }

  private func code(_ channel: String, _ place: Place) -> JSON {
    .string(place.state.newest(channel, to: nil, after: 0)?.code?.reveal() ?? "")
  }

  private func totp(_ key: String, _ place: Place) -> JSON {
    .string(TOTP.code(key: Base32.decode(key) ?? [], at: place.now + circumstance.ahead))
  }

  private func answers(_ form: JSON, _ place: Place) -> [Move] {
    let wrong: (taken: Change, refused: Change) = (PageWalk.nothing, { $0.wrong += 1 })
    func both(_ method: String, _ field: String, _ right: JSON) -> [Move] {
      [
        (form, ["credentials": .object([field: right])], passed(method)),
        (
          form, ["credentials": .object([field: method == "answer" ? "Carrots" : "000001"])],
          method == "password" ? failedPassword : wrong
        ),
      ]
    }
    switch current(place) {
    case "okta_password": return both("password", "passcode", .string(place.story.password))
    case "okta_email": return both("email", "passcode", code("email", place))
    case "phone_number":
      let method = method(place)
      return both(method, "passcode", code(method, place))
    case "google_otp":
      guard person.hasCodeKey else { return [] }
      return both("otp", "passcode", totp(RandomOrg.codeKey, place))
    case "security_question":
      let right = person.hasQuestion ? RandomOrg.answer : "Turnip fields"
      return both("security_question", "answer", .string(right))
    default: return []
    }
  }

  private func enrollments(_ form: JSON, _ place: Place) -> [Move] {
    func enrol(_ method: String, _ authenticator: String, _ body: JSONObject) -> [Move] {
      let taken: Change = { story in
        if story.verified.insert(method).inserted { story.order.append(method) }
        story.enrolled.insert(authenticator)
        story.wrong = 0
      }
      return [(form, ["credentials": .object(body)], (taken, PageWalk.nothing))]
    }
    switch current(place) {
    case "okta_email": return enrol("email", "email", ["passcode": code("email", place)])
    case "phone_number":
      let method = method(place)
      return enrol(method, "phone", ["passcode": code(method, place)])
    case "google_otp":
      let data = place.page["currentAuthenticator"]?["value"]?["contextualData"]
      let key = data?["sharedSecret"]?.string ?? ""
      return enrol("otp", "google-otp", ["passcode": totp(key, place)])
    case "security_question":
      return enrol(
        "security_question", "security-question",
        ["questionKey": "disliked_food", "answer": "Turnip fields"])
    default: return []
    }
  }
}

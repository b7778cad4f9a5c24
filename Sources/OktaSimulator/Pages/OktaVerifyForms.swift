import FlowEngine
import FlowHTTP
import SimulatorKit

/// The forms of Okta Verify.
struct OktaVerifyForms: PagePart {
  let page: Page

  /// The interval for polling a phone's answer, in milliseconds.
  private static let refresh: JSON = 4000

  // MARK: Verifying

  /// Returns the field that chooses one of the methods.
  func oktaVerifyMethods(_ methods: Methods, isRequired: Bool) -> JSON {
    Ion.choice(
      "methodType", isRequired: isRequired,
      methods.list.map { Ion.option(.string($0.label), .string($0.rawValue)) })
  }

  /// `authenticator-verification-data`: the choice of the method, and whether to ask for it each
  /// time.
  func oktaVerifyData(_ methods: Methods) -> JSON {
    var fields = [oktaVerifyID, oktaVerifyMethods(methods, isRequired: true)]
    if methods.contains(.push) { fields.append(autoChallenge) }
    return page.form(
      "authenticator-verification-data", .challenge, relatesTo: RemediationForms.current,
      [
        Ion.group(
          "authenticator", label: .string(Authenticator.oktaVerify.label), isObject: false,
          isRequired: false, fields)
      ])
  }

  /// Returns the forms of a push: to poll its answer, or the choices after it has ended.
  func push(_ push: Transaction.Push) -> JSON {
    guard push.end == nil else {
      let again = [
        oktaVerifyID,
        Ion.fixed("methodType", .string(push.method.rawValue), isRequired: false),
      ]
      return page.form(
        "resend", .challenge, relatesTo: RemediationForms.current,
        [
          Ion.nestedValue(
            "authenticator", label: .string(Authenticator.oktaVerify.label), again)
        ])
    }
    return page.form(
      "challenge-poll", .authenticatorsPoll, relatesTo: RemediationForms.current,
      refresh: OktaVerifyForms.refresh,
      push.method == .push ? [autoChallenge] : [])
  }

  private var oktaVerifyID: JSON {
    Ion.fixed("id", .string(site.id(of: .oktaVerify) ?? ""))
  }

  private var autoChallenge: JSON {
    [
      "name": "autoChallenge", "type": "boolean", "label": "Send push automatically",
      "required": false, "value": .bool(account?.oktaVerify?.sendsAtOnce ?? false),
      "mutable": true,
    ]
  }

  /// Returns Okta Verify during the choice of its method.
  func currentOktaVerify(_ methods: Methods) -> JSON {
    // The engine also offers this before anything was sent. It sends the push.
    let resend = JSONObject.Member("resend", page.form("resend", .resend))
    return authenticatorList.current(
      .oktaVerify, actions: methods.contains(.push) ? [resend] : [],
      by: methods.list.count == 1 ? methods.list.first : nil)
  }

  /// Returns Okta Verify during or after a push.
  func currentPush(_ push: Transaction.Push) -> JSON {
    let id = site.id(of: .oktaVerify) ?? ""
    // Here the engine names the authenticator as one value, not as a form.
    let named = Ion.fixed(
      "authenticator", ["methodType": .string(push.method.rawValue), "id": .string(id)],
      isHidden: true)
    var members = [JSONObject.Member("resend", page.form("resend", .challenge, [named]))]
    if push.end == nil, let data = contextualData(push) {
      members.append(.init("contextualData", data))
    }
    return authenticatorList.current(.oktaVerify, actions: members, by: push.method)
  }

  private func contextualData(_ push: Transaction.Push) -> JSON? {
    if let number = push.number { return ["correctAnswer": .string(number)] }
    guard push.method == .signedNonce else { return nil }
    return [
      "challenge": Ion.object([
        "challengeMethod": "CUSTOM_URI",
        "href": "oktaverify://deviceChallenge",
        "downloadHref": "https://apps.apple.com/us/app/okta-verify/id490179405",
      ])
    ]
  }

  // MARK: Enrolling

  /// The field that chooses the channel for enrolling a phone.
  var channels: JSON {
    Ion.choice(
      "channel", isRequired: false,
      EnrollmentChannel.allCases.map { Ion.option(.string($0.label), .string($0.rawValue)) })
  }

  /// Returns the forms of a phone that is being enrolled.
  func enrollApp(_ enrolling: Transaction.AppEnrolling) -> [JSON] {
    let select = page.form(
      "select-enrollment-channel", .credentialEnroll,
      [
        Ion.nestedValue(
          "authenticator", label: .string(Authenticator.oktaVerify.label),
          [oktaVerifyID, channels])
      ])
    guard enrolling.began == nil, let field = enrolling.channel.field else {
      return [page.form("enroll-poll", .poll, refresh: OktaVerifyForms.refresh), select]
    }
    let address = Ion.field(
      .string(field), label: enrolling.channel == .email ? "Email" : "Phone Number",
      isRequired: true, limits: [.init("visible", true)], messages: page.messages(at: field))
    return [page.form("enrollment-channel-data", .send, [address]), select]
  }

  /// Returns Okta Verify during the enrollment of a phone.
  func currentEnrollApp(_ enrolling: Transaction.AppEnrolling) -> JSON {
    var members: [JSONObject.Member] = []
    var data: JSONObject = [:]
    if enrolling.channel == .qrcode {
      data["qrcode"] = PNGImage.embedded(site.appLink(enrolling.token).reveal())
    }
    data["selectedChannel"] = .string(enrolling.channel.rawValue)
    if enrolling.began != nil, let field = enrolling.channel.field {
      data[field] = .string(enrolling.address)
      members.append(.init("resend", page.form("resend", .resend)))
    }
    members.append(.init("contextualData", .object(data)))
    let method = policy.methods(of: .oktaVerify).list.first
    return authenticatorList.current(.oktaVerify, actions: members, by: method)
  }
}

import FlowEngine
import FlowHTTP
import SimulatorKit

/// The forms of Okta Verify.
struct OktaVerifyForms: PagePart {
  let page: Page

  /// The interval between two polls for the phone's answer, in milliseconds.
  private static let refresh: JSON = 4000

  // MARK: Verifying

  /// Returns the field for choosing a method.
  func oktaVerifyMethods(_ methods: Methods, isRequired: Bool) -> JSON {
    Ion.choice(
      "methodType", isRequired: isRequired,
      methods.list.map { Ion.option(.string($0.label), .string($0.rawValue)) })
  }

  /// Returns the form `authenticator-verification-data`.
  ///
  /// The form asks for the method, and whether to send later pushes automatically.
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

  /// Returns the form that polls the phone's answer.
  ///
  /// If the push has ended, returns the form that sends another push.
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

  /// Returns the current authenticator while the user chooses the method of Okta Verify.
  func currentOktaVerify(_ methods: Methods) -> JSON {
    // As in the real engine, the page offers `resend` even before the first push. The action then
    // sends the first push.
    let resend = JSONObject.Member("resend", page.form("resend", .resend))
    return authenticatorList.current(
      .oktaVerify, actions: methods.contains(.push) ? [resend] : [],
      by: methods.list.count == 1 ? methods.list.first : nil)
  }

  /// Returns the current authenticator during a push or after it has ended.
  func currentPush(_ push: Transaction.Push) -> JSON {
    let id = site.id(of: .oktaVerify) ?? ""
    // In this form, the engine identifies the authenticator by a constant value instead of a nested
    // form.
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

  /// The field for choosing the channel that enrolls a phone.
  var channels: JSON {
    Ion.choice(
      "channel", isRequired: false,
      EnrollmentChannel.allCases.map { Ion.option(.string($0.label), .string($0.rawValue)) })
  }

  /// Returns the forms during the enrollment of a phone.
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

  /// Returns the current authenticator during the enrollment of a phone.
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

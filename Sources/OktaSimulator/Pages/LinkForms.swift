import FlowEngine
import FlowHTTP

/// The forms for the links in mails.
struct LinkForms: PagePart {
  let page: Page

  /// A member that states whether the mail has a link in addition to the code.
  var linkUse: JSONObject.Member {
    .init("contextualData", ["useEmailMagicLink": .bool(policy.emailLink != .off)])
  }

  /// The form that asks for consent on the device that opened the link.
  var linkConsent: JSON {
    guard
      case .object(var members) = page.form(
        "email-challenge-consent", .consent,
        [FinalForms.decision("consent", yes: "Yes, it's me", no: "No, it's not me")])
    else { return .null }
    members["requestInfo"] = [
      ["name": "appName", "label": "App", "value": .string(policy.app.label)]
    ]
    return .object(members)
  }

  /// Returns the page that shows the code on the device that opened the link.
  ///
  /// The page has no next step.
  func codeToType(_ code: Transaction.Code) -> JSON {
    var members: [JSONObject.Member] = [
      .init("version", Ion.version), .init("intent", "AUTHENTICATION"),
      .init("messages", IonMessage.collection([.enterCodeElsewhere])),
    ]
    if let index = site.index(of: .email) {
      let parts = site.authenticators[index]
      let data: JSON = ["otp": .string(code.digits.reveal())]
      members.append(
        .init(
          "currentAuthenticator",
          Ion.object(
            .object(
              JSONObject(
                members: [.init("contextualData", data)] + parts.head
                  + [.init("id", .string(parts.id))] + parts.tail)))))
    }
    members.append(.init("app", site.app))
    return .object(JSONObject(members: members))
  }
}

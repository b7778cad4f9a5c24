import FlowHTTP
import SimulatorKit

/// Further forms: the redirect to an identity provider, staying signed in, and consent.
struct FinalForms: PagePart {
  let page: Page

  /// The identifier field.
  ///
  /// If the client sent a `login_hint`, the field contains that login.
  var hintedIdentifier: JSON {
    guard let hint = transaction.interaction.loginHint else { return RemediationForms.identifier }
    guard case .object(var field) = RemediationForms.identifier else {
      return RemediationForms.identifier
    }
    field["value"] = .string(hint)
    return .object(field)
  }

  /// Returns the step that sends a browser to an identity provider.
  ///
  /// The step has an address and no form.
  func redirect(_ index: Int) -> JSON {
    guard policy.providers.indices.contains(index) else { return .null }
    let provider = policy.providers[index]
    return [
      "name": "redirect-idp", "type": .string(provider.kind),
      "idp": [
        "id": .string(SimulatedID.made("0oa", of: provider.name)), "name": .string(provider.name),
      ],
      "href": .string(
        site.authorize(
          for: transaction.interaction, handle: transaction.interactionHandle, provider: index)),
      "method": "GET",
    ]
  }

  var keepMeSignedIn: JSON {
    page.form(
      "keep-me-signed-in", .keepMeSignedIn,
      [
        FinalForms.decision(
          "keepMeSignedIn", yes: "Stay signed in", no: "Don't stay signed in")
      ])
  }

  var consent: JSON {
    let scopes = policy.app.consent.filter { transaction.interaction.asks(for: $0) }
    guard
      case .object(var members) = page.form(
        "consent", .consent,
        [FinalForms.decision("consent", yes: "Allow Access", no: "Don't Allow")])
    else { return .null }
    members["scopes"] = .array(
      scopes.map { ["name": .string($0), "label": .string($0), "value": .string($0)] })
    return .object(members)
  }

  static func decision(_ name: JSON, yes: JSON, no: JSON) -> JSON {
    [
      "name": name, "type": "boolean", "required": true,
      "options": [["label": yes, "value": true], ["label": no, "value": false]],
    ]
  }
}

extension Interaction {
  /// Whether the client requested a scope.
  func asks(for name: String) -> Bool {
    self.scope.split(separator: " ").contains { $0 == name }
  }
}

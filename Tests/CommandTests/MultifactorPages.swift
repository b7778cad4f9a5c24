import CommandSupport
import FlowHTTP

/// The pages for the branches of a multifactor login.
enum MultifactorPages {
  /// A page of steps about the current authenticator, or about none.
  static func page(
    _ steps: [JSON], about authenticator: JSON? = nil, saying message: JSON? = nil
  ) -> JSON {
    guard case .object(var object) = Pages.page(steps) else { return .null }
    if let authenticator {
      object["currentAuthenticator"] = ["type": "object", "value": authenticator]
    }
    if let message { object["messages"] = ["type": "array", "value": [message]] }
    return .object(object)
  }

  static func message(_ text: String, _ severity: String) -> JSON {
    ["message": .string(text), "class": .string(severity), "i18n": ["key": "some.key"]]
  }

  static func step(_ name: String, _ fields: [JSON] = []) -> JSON {
    Pages.form(
      name, Pages.origin + "/idp/idx/" + name, fields,
      name.hasSuffix("-authenticator") ? ["relatesTo": ["$.currentAuthenticator"]] : [:])
  }

  static let phone: JSON = [
    "type": "phone", "key": "phone_number", "id": "aut-phone", "displayName": "Phone",
    "methods": [["type": "sms"], ["type": "voice"]],
  ]
  static let email: JSON = [
    "type": "email", "key": "okta_email", "id": "aut-email", "displayName": "Email",
    "methods": [["type": "email"]],
  ]
  static let password: JSON = [
    "type": "password", "key": "okta_password", "id": "aut-password", "displayName": "Password",
    "methods": [["type": "password"]],
    "recover": Pages.form("recover", Pages.origin + "/idp/idx/recover", []),
  ]

  static let code: JSON = [
    "name": "credentials", "required": true,
    "form": ["value": [["name": "passcode", "label": "Enter code"]]],
  ]
  static func profile(_ name: String) -> JSON {
    ["name": .string(name), "label": .string(name), "required": true]
  }

  static func field(_ name: String, _ fields: [JSON]) -> JSON {
    ["name": .string(name), "required": true, "form": ["value": .array(fields)]]
  }

  /// The form of an authenticator: its id, its methods, and a number.
  static func form(of id: String, methods: [String] = [], asksNumber: Bool = false) -> [JSON] {
    var fields: [JSON] = [
      ["name": "id", "required": true, "value": .string(id), "mutable": false]
    ]
    if !methods.isEmpty {
      let options = methods.map {
        ["label": .string($0.uppercased()), "value": .string($0)] as JSON
      }
      fields.append(["name": "methodType", "required": true, "options": .array(options)])
    }
    if asksNumber { fields.append(["name": "phoneNumber", "label": "Phone number"]) }
    return fields
  }

  /// A choice among authenticators.
  static func choice(_ options: (label: String, form: [JSON])...) -> JSON {
    let all = options.map { option in
      ["label": .string(option.label), "value": ["form": ["value": .array(option.form)]]] as JSON
    }
    return ["name": "authenticator", "required": true, "options": .array(all)]
  }

  static let choosePhone = choice(
    ("Phone", form(of: "aut-phone", methods: ["sms", "voice"], asksNumber: true)))
}

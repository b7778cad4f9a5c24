import FlowHTTP

/// A method that proves a user's identity, or a user's enrollment of it.
struct IDXAuthenticator: Sendable {
  /// The id of the authenticator or of the enrollment.
  var id: String?
  /// The key that distinguishes authenticators, such as `okta_email`; older documents don't have it.
  var key: String?
  /// The type, such as `app` or `phone`, which isn't unique.
  var type: String?
  var displayName: String?
  /// The methods as the page lists them: words, or objects with a `type`.
  var methods: [JSON] = []
  /// The user's data, such as masked addresses and device names.
  var profile: JSONObject?
  var settings: JSONObject?
  /// The data for the current step: a QR code, a question, a challenge.
  var contextualData: JSONObject?
  var nickname: String?
  var credentialID: String?
  /// The actions: forms named `send`, `resend`, `poll`, `recover` and similar.
  var actions: [IDXAction] = []
  var other: [JSONObject.Member] = []
}

/// A form inside an authenticator.
struct IDXAction: Sendable {
  /// The name of the member, which is the word for the capability.
  var name: String
  var form: Shared<IDXForm>
}

extension IDXAuthenticator {
  /// A method's word, such as `sms`; `nil` if the JSON doesn't contain one.
  static func word(ofMethod json: JSON) -> String? {
    switch json {
    case .string(let word): word
    case .object(let object): (object["type"] ?? object["methodType"])?.string
    default: nil
    }
  }
}

extension Shared<IDXAuthenticator> {
  /// The method in use; `nil` if there are several, because the page doesn't say which is in use.
  var onlyMethod: String? {
    let methods = self.methods
    return methods.count == 1 ? IDXAuthenticator.word(ofMethod: methods[0]) : nil
  }

  /// The contact that receives a code, often masked.
  ///
  /// The contact is a member of the authenticator's profile, or of the data for the current step.
  func contact(_ name: String) -> String? {
    self.profile?[name]?.string ?? self.contextualData?[name]?.string
  }

  /// The form of the action with a name; `nil` if there is none.
  func action(_ name: String) -> Shared<IDXForm>? {
    self.actions.first { $0.name == name }?.form
  }
}

extension Shared<IDXPage> {
  /// The authenticator to which a reference refers; `nil` if there is none.
  func authenticator(_ reference: IDXReference) -> Shared<IDXAuthenticator>? {
    switch reference {
    case .currentAuthenticator: self.currentAuthenticator
    case .currentEnrollment: self.currentEnrollment
    case .enrollmentAuthenticator: self.enrollmentAuthenticator
    case .recoveryAuthenticator: self.recoveryAuthenticator
    case .authenticator(let index): self.authenticators[index]
    case .enrollment(let index): self.enrollments[index]
    case .deviceChallenge, .autofillChallenge, .captcha: nil
    }
  }

  /// The first authenticator to which one of the references refers; `nil` if there is none.
  func firstAuthenticator(_ references: [IDXReference]) -> Shared<IDXAuthenticator>? {
    for reference in references {
      if let authenticator = authenticator(reference) { return authenticator }
    }
    return nil
  }

  /// The authenticator with an id, anywhere on the page; `nil` if there is none.
  func authenticator(id: String) -> Shared<IDXAuthenticator>? {
    for candidate in [self.currentEnrollment, self.currentAuthenticator] where candidate?.id == id {
      return candidate
    }
    return self.authenticators.first { $0.id == id } ?? self.enrollments.first { $0.id == id }
  }

  /// The authenticator that the user proves or enrolls now; `nil` if there is none.
  var current: Shared<IDXAuthenticator>? {
    self.currentEnrollment ?? self.currentAuthenticator ?? self.enrollmentAuthenticator
      ?? self.recoveryAuthenticator
  }
}

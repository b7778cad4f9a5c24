import FlowHTTP

/// A method that proves a user's identity, or a user's enrollment of it.
struct IDXAuthenticator: Sendable {
  /// The authenticator's or the enrollment's id.
  var id: String?
  /// `okta_email`: the key that distinguishes authenticators; older documents lack it.
  var key: String?
  /// `app`, `phone`: too coarse to distinguish authenticators.
  var type: String?
  var displayName: String?
  /// Its methods as the page lists them: words, or objects with a `type`.
  var methods: [JSON] = []
  /// Masked addresses, device names.
  var profile: JSONObject?
  var settings: JSONObject?
  /// The data of this moment: a QR code, a question, a challenge.
  var contextualData: JSONObject?
  var nickname: String?
  var credentialID: String?
  /// Its actions: forms named `send`, `resend`, `poll`, `recover` and similar.
  var actions: [IDXAction] = []
  var other: [JSONObject.Member] = []
}

/// A form inside an authenticator.
struct IDXAction: Sendable {
  /// The name of its member: the word for the capability.
  var name: String
  var form: Shared<IDXForm>
}

extension IDXAuthenticator {
  /// The word for a method (`sms`); `nil` if it doesn't have one.
  static func word(ofMethod json: JSON) -> String? {
    switch json {
    case .string(let word): word
    case .object(let object): (object["type"] ?? object["methodType"])?.string
    default: nil
    }
  }
}

extension Shared<IDXAuthenticator> {
  /// The method in use; `nil` if there are several, because it is unknown then.
  var onlyMethod: String? {
    let methods = self.methods
    return methods.count == 1 ? IDXAuthenticator.word(ofMethod: methods[0]) : nil
  }

  /// The contact that it sends something to, often masked: a member of its profile or of its
  /// current data.
  func contact(_ name: String) -> String? {
    self.profile?[name]?.string ?? self.contextualData?[name]?.string
  }

  /// The action of a name.
  func action(_ name: String) -> Shared<IDXForm>? {
    self.actions.first { $0.name == name }?.form
  }
}

extension Shared<IDXPage> {
  /// The authenticator that a reference refers to.
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

  /// The first authenticator among several references.
  func firstAuthenticator(_ references: [IDXReference]) -> Shared<IDXAuthenticator>? {
    for reference in references {
      if let authenticator = authenticator(reference) { return authenticator }
    }
    return nil
  }

  /// The authenticator with an id, anywhere in the page.
  func authenticator(id: String) -> Shared<IDXAuthenticator>? {
    for candidate in [self.currentEnrollment, self.currentAuthenticator] where candidate?.id == id {
      return candidate
    }
    return self.authenticators.first { $0.id == id } ?? self.enrollments.first { $0.id == id }
  }

  /// The authenticator that is used or enrolled now.
  var current: Shared<IDXAuthenticator>? {
    self.currentEnrollment ?? self.currentAuthenticator ?? self.enrollmentAuthenticator
      ?? self.recoveryAuthenticator
  }
}

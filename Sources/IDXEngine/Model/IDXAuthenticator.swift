import FlowHTTP

/// A means by which a person can prove who they are, or one person's enrolment of it.
struct IDXAuthenticator: Sendable {
  /// The authenticator's or the enrolment's id.
  var id: String?
  /// `okta_email`: what tells authenticators apart; older documents lack it.
  var key: String?
  /// `app`, `phone`: too coarse to tell authenticators apart.
  var type: String?
  var displayName: String?
  /// The ways of using it, as they are listed: words, or objects with a `type`.
  var methods: [JSON] = []
  /// Masked addresses, device names.
  var profile: JSONObject?
  var settings: JSONObject?
  /// What belongs to this moment: a QR code, a question, a challenge.
  var contextualData: JSONObject?
  var nickname: String?
  var credentialID: String?
  /// What can be done with it: forms named `send`, `resend`, `poll`, `recover` and the like.
  var actions: [IDXAction] = []
  var other: [JSONObject.Member] = []
}

/// A form inside an authenticator.
struct IDXAction: Sendable {
  /// The member under which it stands: the word for the capability.
  var name: String
  var form: Shared<IDXForm>
}

extension IDXAuthenticator {
  /// The word for a method (`sms`); `nil` where it has none.
  static func word(ofMethod json: JSON) -> String? {
    switch json {
    case .string(let word): word
    case .object(let object): (object["type"] ?? object["methodType"])?.string
    default: nil
    }
  }
}

extension Shared<IDXAuthenticator> {
  /// The method in use: of several it can't be told.
  var onlyMethod: String? {
    let methods = self.methods
    return methods.count == 1 ? IDXAuthenticator.word(ofMethod: methods[0]) : nil
  }

  /// Where it sends something, often masked: a member of its profile, or of what belongs to this
  /// moment.
  func contact(_ name: String) -> String? {
    self.profile?[name]?.string ?? self.contextualData?[name]?.string
  }

  /// The action of a name.
  func action(_ name: String) -> Shared<IDXForm>? {
    self.actions.first { $0.name == name }?.form
  }
}

extension Shared<IDXPage> {
  /// The authenticator that a reference points at.
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

  /// The first authenticator among what references point at.
  func firstAuthenticator(_ references: [IDXReference]) -> Shared<IDXAuthenticator>? {
    for reference in references {
      if let authenticator = authenticator(reference) { return authenticator }
    }
    return nil
  }

  /// The authenticator of an id, wherever it stands.
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

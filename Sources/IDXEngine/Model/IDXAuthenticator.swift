import FlowWire

/// A means by which a person can prove who they are, or one person's enrolment of it.
struct IDXAuthenticator: Sendable {
  /// The authenticator's or the enrolment's id.
  var id: String?
  /// `okta_email`: what tells authenticators apart; older documents lack it.
  var key: String?
  /// `app`, `phone`: too coarse to tell authenticators apart.
  var type: String?
  var displayName: String?
  var methods: [IDXMethod] = []
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

/// One way of using an authenticator (`sms`).
struct IDXMethod: Sendable {
  var type: String?
  var other: [JSONObject.Member] = []
}

/// A form inside an authenticator.
struct IDXAction: Sendable {
  /// The member under which it stands: the word for the capability.
  var name: String
  var form: IDXForm
}

extension IDXAuthenticator {
  /// The action of a name.
  func action(_ name: String) -> IDXForm? {
    actions.first { $0.name == name }?.form
  }
}

extension IDXPage {
  /// The authenticator that a reference points at.
  func authenticator(_ reference: IDXReference) -> IDXAuthenticator? {
    switch reference {
    case .currentAuthenticator: currentAuthenticator
    case .currentEnrollment: currentEnrollment
    case .enrollmentAuthenticator: enrollmentAuthenticator
    case .recoveryAuthenticator: recoveryAuthenticator
    case .authenticator(let index): authenticators[index]
    case .enrollment(let index): enrollments[index]
    case .deviceChallenge, .autofillChallenge, .captcha: nil
    }
  }

  /// The first authenticator among what references point at.
  func firstAuthenticator(_ references: [IDXReference]) -> IDXAuthenticator? {
    for reference in references {
      if let authenticator = authenticator(reference) { return authenticator }
    }
    return nil
  }

  /// The authenticator of an id, wherever it stands.
  func authenticator(id: String) -> IDXAuthenticator? {
    for candidate in [currentEnrollment, currentAuthenticator] where candidate?.id == id {
      return candidate
    }
    return authenticators.first { $0.id == id } ?? enrollments.first { $0.id == id }
  }

  /// The authenticator that is used or enrolled now.
  var current: IDXAuthenticator? {
    currentEnrollment ?? currentAuthenticator ?? enrollmentAuthenticator ?? recoveryAuthenticator
  }
}

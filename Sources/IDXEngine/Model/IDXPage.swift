import FlowHTTP

/// An answer of the engine: the offered steps, and the objects to which they refer.
///
/// Every part of the document is optional; absent parts are `nil` or empty. Members that are
/// unknown or have the wrong type are kept by name in `other`.
struct IDXPage: Sendable {
  var version: String?
  var stateHandle: String?
  var intent: String?
  /// The text of the document, unparsed, so that an unusual format isn't a failure.
  var expiresAt: String?
  var remediations: [Shared<IDXForm>] = []
  var messages: [IDXMessage] = []
  /// Whether a field of some form has a message.
  var hasFieldMessages = false
  var authenticators: [Shared<IDXAuthenticator>] = []
  var enrollments: [Shared<IDXAuthenticator>] = []
  var currentAuthenticator: Shared<IDXAuthenticator>?
  var currentEnrollment: Shared<IDXAuthenticator>?
  var enrollmentAuthenticator: Shared<IDXAuthenticator>?
  var recoveryAuthenticator: Shared<IDXAuthenticator>?
  /// A challenge for a device, and the form that cancels the challenge.
  var deviceChallenge: Shared<IDXDeviceChallenge>?
  /// The passkey challenge for the autofill of an identifier field.
  var autofillChallenge: JSONObject?
  var captcha: JSONObject?
  /// The enrollment that a device requires before the user may sign in.
  var deviceEnrollment: JSONObject?
  var user: Shared<IDXUser>?
  var app: Shared<IDXApp>?
  var cancel: Shared<IDXForm>?
  /// The form that exchanges the interaction code for tokens.
  var success: Shared<IDXForm>?
  /// The form with the address to which a browser would go after success.
  var successLink: Shared<IDXForm>?
  /// The form with the address to which a browser would go after a failure.
  var failureLink: Shared<IDXForm>?
  /// Members that are unknown or have the wrong type.
  var other: [JSONObject.Member] = []
  /// The JSON of the lists of authenticators, kept to compare it with the next page.
  var lists = Lists()
  /// For each remediation, the index of the same remediation on the previous page; empty if no
  /// remediation was reused.
  var takenOver: [Int?] = []

  /// The JSON of the lists of authenticators.
  struct Lists: Sendable, Equatable {
    var authenticators: JSON?
    var enrollments: JSON?
  }
}

extension IDXPage {
  /// Describes the member that makes the next step of the page unreadable.
  ///
  /// Such a member should be the list of steps or the form for tokens, but has a wrong type.
  ///
  /// - Parameter document: The document of the page.
  /// - Returns: The description; `nil` if the page is readable.
  func unreadableWay(in document: JSONObject) -> String? {
    guard remediations.isEmpty, success == nil else { return nil }
    if document["successWithInteractionCode"] != nil {
      return "a `successWithInteractionCode` that isn't a form"
    }
    guard let remediation = document["remediation"] else { return nil }
    let steps = remediation.array ?? remediation["value"]?.array
    return steps?.isEmpty == true ? nil : "a `remediation` that isn't a list of steps"
  }
}

/// The user who signs in.
struct IDXUser: Sendable {
  var id: String?
  var identifier: String?
  var profile: JSONObject?
  var other: [JSONObject.Member] = []
}

/// The app that the user signs in to.
struct IDXApp: Sendable {
  var id: String?
  var name: String?
  var label: String?
  var other: [JSONObject.Member] = []
}

/// A message to the user.
struct IDXMessage: Sendable {
  /// The severity: `ERROR`, `WARNING`, `INFO`, or `nil`.
  var severity: String?
  var text = ""
  var key: String?
  var parameters: [JSON] = []
  /// The addresses of the message's links.
  var links: [String] = []
  var other: [JSONObject.Member] = []
}

/// A challenge that a device answers (`authenticatorChallenge`).
struct IDXDeviceChallenge: Sendable {
  var method: String?
  var cancel: Shared<IDXForm>?
  var other: [JSONObject.Member] = []
}

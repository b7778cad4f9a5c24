import FlowHTTP

/// An answer of the engine: the offered steps, and the objects they refer to, such as authenticators.
///
/// It is a plain value. Every part of the document is optional. Absent parts are `nil` or empty.
/// Members that are unknown or have the wrong type are kept by name in `other`.
struct IDXPage: Sendable {
  var version: String?
  var stateHandle: String?
  var intent: String?
  /// As it was written: a client must not fail on its format.
  var expiresAt: String?
  var remediations: [Shared<IDXForm>] = []
  var messages: [IDXMessage] = []
  /// Whether a field of a form has a message.
  var hasFieldMessages = false
  var authenticators: [Shared<IDXAuthenticator>] = []
  var enrollments: [Shared<IDXAuthenticator>] = []
  var currentAuthenticator: Shared<IDXAuthenticator>?
  var currentEnrollment: Shared<IDXAuthenticator>?
  var enrollmentAuthenticator: Shared<IDXAuthenticator>?
  var recoveryAuthenticator: Shared<IDXAuthenticator>?
  /// A challenge for a device: its members, and the form that cancels it.
  var deviceChallenge: Shared<IDXDeviceChallenge>?
  /// The passkey challenge that goes with an identifier field.
  var autofillChallenge: JSONObject?
  var captcha: JSONObject?
  /// The enrollment that a device needs before it may sign in.
  var deviceEnrollment: JSONObject?
  var user: Shared<IDXUser>?
  var app: Shared<IDXApp>?
  var cancel: Shared<IDXForm>?
  /// The form that exchanges the interaction code for tokens.
  var success: Shared<IDXForm>?
  /// The address where a browser would go after success.
  var successLink: Shared<IDXForm>?
  /// The address where a browser would go after a failure.
  var failureLink: Shared<IDXForm>?
  /// Members that are unknown or have the wrong type.
  var other: [JSONObject.Member] = []
  /// The JSON that the lists of authenticators were read from, if it is kept for the next page.
  var lists = Lists()
  /// For each remediation, its index on the previous page; empty if none was reused.
  var takenOver: [Int?] = []

  /// The JSON that the lists of authenticators were read from.
  struct Lists: Sendable, Equatable {
    var authenticators: JSON?
    var enrollments: JSON?
  }
}

extension IDXPage {
  /// The member that makes a page without steps unreadable: a list of steps or a form for tokens
  /// with a wrong type.
  ///
  /// - Parameter document: The document that the page was read from.
  /// - Returns: The member in a few words; `nil` if the page is readable.
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

/// The user of the page.
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
  /// `ERROR`, `WARNING`, `INFO`, or absent.
  var severity: String?
  var text = ""
  var key: String?
  var parameters: [JSON] = []
  /// The addresses of its links.
  var links: [String] = []
  var other: [JSONObject.Member] = []
}

/// A challenge that a device answers (`authenticatorChallenge`).
struct IDXDeviceChallenge: Sendable {
  var method: String?
  var cancel: Shared<IDXForm>?
  var other: [JSONObject.Member] = []
}

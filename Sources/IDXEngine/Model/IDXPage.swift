import FlowHTTP

/// What the engine answered: the steps it offers and what they are about.
///
/// A plain value, filled from a document in which nothing is required: what is
/// absent is `nil` or empty, and what has no place here is kept by name in `other`.
struct IDXPage: Sendable {
  var version: String?
  var stateHandle: String?
  var intent: String?
  /// As it was written: no client may fail on its format.
  var expiresAt: String?
  var remediations: [Shared<IDXForm>] = []
  var messages: [IDXMessage] = []
  /// Whether something is said at a field of a form.
  var hasFieldMessages = false
  var authenticators: [Shared<IDXAuthenticator>] = []
  var enrollments: [Shared<IDXAuthenticator>] = []
  var currentAuthenticator: Shared<IDXAuthenticator>?
  var currentEnrollment: Shared<IDXAuthenticator>?
  var enrollmentAuthenticator: Shared<IDXAuthenticator>?
  var recoveryAuthenticator: Shared<IDXAuthenticator>?
  /// A challenge for a device: its members, and the form that gives it up.
  var deviceChallenge: Shared<IDXDeviceChallenge>?
  /// The passkey challenge that goes with an identifier field.
  var autofillChallenge: JSONObject?
  var captcha: JSONObject?
  /// What a device has to be enrolled with before it may sign in.
  var deviceEnrollment: JSONObject?
  var user: Shared<IDXUser>?
  var app: Shared<IDXApp>?
  var cancel: Shared<IDXForm>?
  /// The form that exchanges the interaction code for tokens.
  var success: Shared<IDXForm>?
  /// Where a browser would go after success.
  var successLink: Shared<IDXForm>?
  /// Where a browser would go after a failure.
  var failureLink: Shared<IDXForm>?
  /// Members that have no meaning here, or not the type they should have.
  var other: [JSONObject.Member] = []
  /// What the lists of authenticators were read from, where that is kept for the next page.
  var lists = Lists()
  /// For each remediation, which of the page before it is; empty where none was taken over.
  var takenOver: [Int?] = []

  /// What the lists of authenticators were read from.
  struct Lists: Sendable, Equatable {
    var authenticators: JSON?
    var enrollments: JSON?
  }
}

extension IDXPage {
  /// What of a page without steps was not meant as an end, and can't be read: a list of steps that is
  /// none, or a form for tokens that is none.
  ///
  /// - Parameter document: what the page was read from.
  /// - Returns: what it is, in a few words; `nil` where the page is as it was meant.
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

/// The person whom the page is about.
struct IDXUser: Sendable {
  var id: String?
  var identifier: String?
  var profile: JSONObject?
  var other: [JSONObject.Member] = []
}

/// The app that is signed in to.
struct IDXApp: Sendable {
  var id: String?
  var name: String?
  var label: String?
  var other: [JSONObject.Member] = []
}

/// Something said to the person.
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

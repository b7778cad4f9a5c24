import FlowWire

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
  var remediations: [IDXForm] = []
  var messages: [IDXMessage] = []
  var authenticators: [IDXAuthenticator] = []
  var enrollments: [IDXAuthenticator] = []
  @Sparse var currentAuthenticator: IDXAuthenticator?
  @Sparse var currentEnrollment: IDXAuthenticator?
  @Sparse var enrollmentAuthenticator: IDXAuthenticator?
  @Sparse var recoveryAuthenticator: IDXAuthenticator?
  /// A challenge for a device: its members, and the form that gives it up.
  @Sparse var deviceChallenge: IDXDeviceChallenge?
  /// The passkey challenge that goes with an identifier field.
  var autofillChallenge: JSONObject?
  var captcha: JSONObject?
  @Sparse var user: IDXUser?
  @Sparse var app: IDXApp?
  @Sparse var cancel: IDXForm?
  /// The form that exchanges the interaction code for tokens.
  @Sparse var success: IDXForm?
  /// Where a browser would go after success.
  @Sparse var successLink: IDXForm?
  /// Where a browser would go after a failure.
  @Sparse var failureLink: IDXForm?
  /// Members that have no meaning here, or not the type they should have.
  var other: [JSONObject.Member] = []
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
  var other: [JSONObject.Member] = []
}

/// A challenge that a device answers (`authenticatorChallenge`).
struct IDXDeviceChallenge: Sendable {
  var method: String?
  var cancel: IDXForm?
  var other: [JSONObject.Member] = []
}

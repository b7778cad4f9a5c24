import FlowWire

/// A form of the engine: a remediation, an authenticator's action, or one of the page's own.
struct IDXForm: Sendable {
  /// The step's identity; empty where the document gives none.
  var name = ""
  /// `create-form` where the form can be submitted; absent on what only a browser can follow.
  var rel: [String] = []
  var href: String?
  var method: String?
  /// The media type in which the form is submitted.
  var accepts: String?
  var produces: String?
  /// The pace of a poll in milliseconds.
  var refresh: Double?
  /// What the form is about, as it was written.
  var relatesTo: [String] = []
  /// What the form is about, as far as it is there.
  var targets: [IDXReference] = []
  /// The kind of identity provider (`GOOGLE`).
  var type: String?
  @Sparse var provider: IDXProvider?
  var fields: [IDXField] = []
  var other: [JSONObject.Member] = []
}

/// An identity provider of a redirect.
struct IDXProvider: Sendable {
  var id: String?
  var name: String?
  var other: [JSONObject.Member] = []
}

/// A field of a form.
struct IDXField: Sendable {
  var name = ""
  var label: String?
  var type: String?
  var isRequired = false
  var isSecret = false
  var isVisible = true
  /// `false` where the value must go back as it came.
  var isMutable = true
  /// What is sent where nothing is answered; an object is sent as it is.
  var value: JSON?
  /// The fields of a nested form (`form`, or `form` inside `value`).
  var form: [IDXField]?
  var options: [IDXOption]?
  @Sparse private var rest: Rest?

  /// What most fields don't have.
  private struct Rest: Sendable {
    var messages: [IDXMessage] = []
    var relatesTo: [String] = []
    var targets: [IDXReference] = []
    var other: [JSONObject.Member] = []
  }

  var messages: [IDXMessage] {
    get { rest?.messages ?? [] }
    set { set(newValue, at: \.messages) }
  }
  var relatesTo: [String] {
    get { rest?.relatesTo ?? [] }
    set { set(newValue, at: \.relatesTo) }
  }
  var targets: [IDXReference] {
    get { rest?.targets ?? [] }
    set { set(newValue, at: \.targets) }
  }
  var other: [JSONObject.Member] {
    get { rest?.other ?? [] }
    set { set(newValue, at: \.other) }
  }

  private mutating func set<Part>(_ part: [Part], at path: WritableKeyPath<Rest, [Part]>) {
    if part.isEmpty, rest == nil { return }
    var new = rest ?? Rest()
    new[keyPath: path] = part
    rest = new
  }
}

/// One option of a field.
struct IDXOption: Sendable {
  var label: String?
  /// What is sent where the option has no form.
  var value: JSON?
  var form: [IDXField]?
  var relatesTo: [String] = []
  var targets: [IDXReference] = []
  var other: [JSONObject.Member] = []
}

/// A part of the page that a `relatesTo` points at.
enum IDXReference: Sendable, Hashable {
  case currentAuthenticator
  case currentEnrollment
  case enrollmentAuthenticator
  case recoveryAuthenticator
  case authenticator(Int)
  case enrollment(Int)
  case deviceChallenge
  case autofillChallenge
  case captcha
}

extension IDXForm {
  /// Whether only a browser can follow the form: it offers nothing to submit.
  var isRedirect: Bool {
    rel.isEmpty && (fields.isEmpty || method == "GET")
  }

  /// Whether submitting the form asks if something has happened elsewhere.
  var isPoll: Bool {
    refresh != nil || name == "poll" || name.utf8.suffix(5).elementsEqual("-poll".utf8)
  }

  /// The field of a name among the form's own.
  func field(_ name: String) -> IDXField? {
    fields.first { $0.name == name }
  }
}

extension IDXField {
  /// The value that nobody may change, where the field has one.
  ///
  /// The state handle is one even where the document forgets to say so.
  var fixedValue: JSON? {
    !isMutable || name == "stateHandle" ? value : nil
  }

  /// Whether one of the options is a form of its own.
  var hasFormOptions: Bool {
    options?.contains { $0.form != nil } ?? false
  }
}

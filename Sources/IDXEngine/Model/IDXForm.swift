import FlowHTTP

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
  var provider: Shared<IDXProvider>?
  var fields: [IDXField] = []
  var other: [JSONObject.Member] = []
  /// What it was read from, where it refers to nothing but the lists of authenticators: then the
  /// next page may have the very same form.
  var source: JSON?
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
  /// What most fields don't have.
  var rest: Shared<Rest>?

  /// What most fields don't have.
  struct Rest: Sendable {
    var messages: [IDXMessage] = []
    /// What a value looks like, where that is said.
    var format: String?
    var minLength: Double?
    var maxLength: Double?
    /// What the field is about, as it was written and as far as it is there.
    var relatesTo: [String] = []
    var targets: [IDXReference] = []
    var other: [JSONObject.Member] = []
  }

  var messages: [IDXMessage] { rest?.messages ?? [] }
  var targets: [IDXReference] { rest?.targets ?? [] }
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

extension Shared<IDXForm> {
  /// Whether only a browser can follow the form: it offers nothing to submit.
  var isRedirect: Bool {
    self.rel.isEmpty && (self.fields.isEmpty || self.method == "GET")
  }

  /// Whether submitting the form asks if something has happened elsewhere.
  var isPoll: Bool {
    if self.refresh != nil { return true }
    let name = self.name
    guard name.utf8.last == UInt8(ascii: "l") else { return false }
    return name == "poll" || name.utf8.suffix(5).elementsEqual("-poll".utf8)
  }

  /// Whether the step that it is mapped to is the same wherever the lists of authenticators are:
  /// it is about no authenticator at hand.
  var isSelfContained: Bool {
    guard self.source != nil, !isPoll, !has("credentials") else { return false }
    return self.fields.allSatisfy { field in
      field.form == nil
        && (field.options ?? []).allSatisfy { $0.form == nil || !$0.targets.isEmpty }
    }
  }

  /// Whether the form and its fields refer to nothing and nest nothing.
  var isPlain: Bool {
    self.targets.isEmpty
      && self.fields.allSatisfy { $0.form == nil && $0.options == nil && $0.targets.isEmpty }
  }

  /// Whether a field of a name is among the form's own.
  func has(_ name: String) -> Bool { self.fields.index(of: name) != nil }
}

extension [IDXField] {
  /// Where the field of a name stands.
  func index(of name: String) -> Int? {
    for index in indices {
      switch MemberName(self[index].name) {
      case name: return index
      default: continue
      }
    }
    return nil
  }

  /// The fixed text of the field of a name.
  func fixedText(of name: String) -> String? {
    index(of: name).flatMap { self[$0].fixedValue?.string }
  }
}

extension IDXField {
  /// The value that nobody may change, where the field has one.
  ///
  /// The state handle is one even where the document forgets to say so.
  var fixedValue: JSON? {
    !isMutable || isStateHandle ? value : nil
  }

  /// Whether it is the field that names the transaction.
  var isStateHandle: Bool { name == "stateHandle" }

  /// Whether one of the options is a form of its own.
  var hasFormOptions: Bool {
    guard let options else { return false }
    for index in options.indices where options[index].form != nil { return true }
    return false
  }
}

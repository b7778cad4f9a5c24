import FlowHTTP

/// A form of the engine: a remediation, an authenticator's action, or one of the page's own.
struct IDXForm: Sendable {
  /// The step's identity; empty if the document gives none.
  var name = ""
  /// `create-form` if the form can be submitted; absent if only a browser can follow it.
  var rel: [String] = []
  var href: String?
  var method: String?
  /// The media type in which the form is submitted.
  var accepts: String?
  var produces: String?
  /// The pace of a poll in milliseconds.
  var refresh: Double?
  /// The subject of the form, as it was written.
  var relatesTo: [String] = []
  /// The subject of the form, as far as it exists.
  var targets: [IDXReference] = []
  /// The type of identity provider (`GOOGLE`).
  var type: String?
  var provider: Shared<IDXProvider>?
  var fields: [IDXField] = []
  var other: [JSONObject.Member] = []
  /// The JSON that it was read from, if it refers only to the lists of authenticators.
  ///
  /// The next page may then have the same form.
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
  /// `false` if the value must go back as it came.
  var isMutable = true
  /// The value that is sent without an answer; an object is sent as it is.
  var value: JSON?
  /// The fields of a nested form (`form`, or `form` inside `value`).
  var form: [IDXField]?
  var options: [IDXOption]?
  /// The members that most fields don't have.
  var rest: Shared<Rest>?

  /// The members that most fields don't have.
  struct Rest: Sendable {
    var messages: [IDXMessage] = []
    /// The format of a value, if it is stated.
    var format: String?
    var minLength: Double?
    var maxLength: Double?
    /// The subject of the field, as it was written and as far as it exists.
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
  /// The value that is sent if the option doesn't have a form.
  var value: JSON?
  var form: [IDXField]?
  var relatesTo: [String] = []
  var targets: [IDXReference] = []
  var other: [JSONObject.Member] = []
}

/// A part of the page that a `relatesTo` refers to.
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

  /// Whether submitting the form asks if an event has happened elsewhere.
  var isPoll: Bool {
    if self.refresh != nil { return true }
    let name = self.name
    guard name.utf8.last == UInt8(ascii: "l") else { return false }
    return name == "poll" || name.utf8.suffix(5).elementsEqual("-poll".utf8)
  }

  /// Whether it maps to the same step wherever the lists of authenticators are the same.
  ///
  /// It isn't about a current authenticator.
  var isSelfContained: Bool {
    guard self.source != nil, !isPoll, !has("credentials") else { return false }
    return self.fields.allSatisfy { field in
      field.form == nil
        && (field.options ?? []).allSatisfy { $0.form == nil || !$0.targets.isEmpty }
    }
  }

  /// Whether the form and its fields contain no references and no nested forms.
  var isPlain: Bool {
    self.targets.isEmpty
      && self.fields.allSatisfy { $0.form == nil && $0.options == nil && $0.targets.isEmpty }
  }

  /// Whether the form itself has a field with this name.
  func has(_ name: String) -> Bool { self.fields.index(of: name) != nil }
}

extension [IDXField] {
  /// The index of the field with this name.
  func index(of name: String) -> Int? {
    for index in indices {
      switch MemberName(self[index].name) {
      case name: return index
      default: continue
      }
    }
    return nil
  }

  /// The fixed text of the field with this name.
  func fixedText(of name: String) -> String? {
    index(of: name).flatMap { self[$0].fixedValue?.string }
  }
}

extension IDXField {
  /// The value that can't be changed, if the field has one.
  ///
  /// The state handle can't be changed, even if the document doesn't mark it so.
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

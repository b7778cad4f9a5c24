import FlowHTTP

/// A form of the engine: a remediation, an authenticator's action, or a form of the page itself.
struct IDXForm: Sendable {
  /// The name of the step; empty if the document gives none.
  var name = ""
  /// The relation: `create-form` if the form can be submitted, empty if only a browser can follow
  /// it.
  var rel: [String] = []
  var href: String?
  var method: String?
  /// The media type for submitting the form.
  var accepts: String?
  var produces: String?
  /// The poll interval in milliseconds.
  var refresh: Double?
  /// The references to what the form is about, as the document contains them.
  var relatesTo: [String] = []
  /// The references whose parts exist on the page.
  var targets: [IDXReference] = []
  /// The type of identity provider, such as `GOOGLE`.
  var type: String?
  var provider: Shared<IDXProvider>?
  var fields: [IDXField] = []
  var other: [JSONObject.Member] = []
  /// The JSON of the form; `nil` if the form refers to anything but the lists of authenticators.
  ///
  /// If the next page has the same JSON, the form can be reused.
  var source: JSON?
}

/// The identity provider to which a form redirects.
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
  /// Whether a user can change the value; if `false`, the value is sent back as it came.
  var isMutable = true
  /// The value to send if the user doesn't answer; an object is sent as it is.
  var value: JSON?
  /// The fields of a nested form (`form`, or `form` inside `value`).
  var form: [IDXField]?
  var options: [IDXOption]?
  /// The members that most fields don't have, in a separate allocation.
  var rest: Shared<Rest>?

  /// The members that most fields don't have.
  struct Rest: Sendable {
    var messages: [IDXMessage] = []
    /// The format of the value; `nil` if the server doesn't state it.
    var format: String?
    var minLength: Double?
    var maxLength: Double?
    /// The references to what the field is about; `targets` has those whose parts exist.
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
  /// The value to send if the option has no form.
  var value: JSON?
  var form: [IDXField]?
  var relatesTo: [String] = []
  var targets: [IDXReference] = []
  var other: [JSONObject.Member] = []
}

/// A part of the page to which a `relatesTo` refers.
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
  /// Whether only a browser can follow the form, because it has nothing to submit.
  var isRedirect: Bool {
    self.rel.isEmpty && (self.fields.isEmpty || self.method == "GET")
  }

  /// Whether submitting the form asks the server if an event has happened, such as an approved
  /// push.
  var isPoll: Bool {
    if self.refresh != nil { return true }
    let name = self.name
    guard name.utf8.last == UInt8(ascii: "l") else { return false }
    return name == "poll" || name.utf8.suffix(5).elementsEqual("-poll".utf8)
  }

  /// Whether the form maps to the same step on every page with the same lists of authenticators.
  ///
  /// Such a form isn't about a current authenticator.
  var isSelfContained: Bool {
    guard self.source != nil, !isPoll, !has("credentials") else { return false }
    return self.fields.allSatisfy { field in
      field.form == nil
        && (field.options ?? []).allSatisfy { $0.form == nil || !$0.targets.isEmpty }
    }
  }

  /// Whether the form and its fields contain neither references nor nested forms.
  var isPlain: Bool {
    self.targets.isEmpty
      && self.fields.allSatisfy { $0.form == nil && $0.options == nil && $0.targets.isEmpty }
  }

  /// Whether the form itself has a field with a name.
  func has(_ name: String) -> Bool { self.fields.index(of: name) != nil }
}

extension [IDXField] {
  /// The index of the field with a name; `nil` if there is none.
  func index(of name: String) -> Int? {
    for index in indices {
      switch MemberName(self[index].name) {
      case name: return index
      default: continue
      }
    }
    return nil
  }

  /// The fixed text of the field with a name; `nil` if there is none.
  func fixedText(of name: String) -> String? {
    index(of: name).flatMap { self[$0].fixedValue?.string }
  }
}

extension IDXField {
  /// The value that can't be changed; `nil` if there is none.
  ///
  /// The state handle can't be changed, even if the document doesn't say so.
  var fixedValue: JSON? {
    !isMutable || isStateHandle ? value : nil
  }

  /// Whether the field contains the handle of the transaction.
  var isStateHandle: Bool { name == "stateHandle" }

  /// Whether one of the options is a nested form.
  var hasFormOptions: Bool {
    guard let options else { return false }
    for index in options.indices where options[index].form != nil { return true }
    return false
  }
}

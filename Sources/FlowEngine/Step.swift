/// One step that a response offers: to fill fields, to choose, to wait or to follow a redirect.
public struct Step: Sendable, Hashable {
  /// The engine's own name for the step (`challenge-authenticator`).
  public var name: String
  /// The subjects of the step: an authenticator, its method, an account.
  ///
  /// May be empty.
  public var subjects: [Naming]
  /// The step's own fields.
  ///
  /// The fields of a choice's form are in `Choice.fields`.
  public var fields: [Field]
  /// The choices, in the engine's order.
  public var choices: [Choice]
  /// The actions that are possible instead of submitting: `resend`, `recover`, `send`.
  public var capabilities: [Capability]
  /// The wait for an event outside of the run; `nil` if the step doesn't wait.
  public var waiting: Waiting?
  /// The redirect of the user's browser; `nil` if the step is submitted instead.
  public var redirect: Redirect?
  /// The data that the user must see at this step: a number to match, a QR code, a shared secret.
  public var showing: [Fact]
  /// The challenge for a passkey; `nil` if there isn't one.
  public var passkey: PasskeyChallenge? {
    get { rarePasskey.value }
    set { rarePasskey.value = newValue }
  }
  /// Whether the step has a challenge for a passkey.
  public var asksForPasskey: Bool { rarePasskey.isPresent }
  /// Whether the step ends without an answer, like an active session whose login has no result yet.
  ///
  /// Only rules that name the step are tried. If none applies, the run waits until the step ends.
  public var endsByItself: Bool
  /// Whether the step continues an earlier choice, like the setup of an app with a QR code.
  public var isBegun = false
  /// Whether the server doesn't name the subject that the step needs, such as the authenticator.
  public var lacksSubject = false
  /// What the step is for, if it is taken instead of another step.
  ///
  /// A step with the name of a capability, such as `skip`, is for the same as the capability.
  public var way: StepWay

  private var rarePasskey: Rare<PasskeyChallenge>

  /// Makes a step.
  public init(
    _ name: String, subjects: [Naming] = [], fields: [Field] = [], choices: [Choice] = [],
    capabilities: [Capability] = [], waiting: Waiting? = nil, redirect: Redirect? = nil,
    showing: [Fact] = [], passkey: PasskeyChallenge? = nil, endsByItself: Bool = false
  ) {
    self.name = name
    way = Capability(name).way
    self.subjects = subjects
    self.fields = fields
    self.choices = choices
    self.capabilities = capabilities
    self.waiting = waiting
    self.redirect = redirect
    self.showing = showing
    rarePasskey = Rare(passkey)
    self.endsByItself = endsByItself
  }
}

/// A field of a form.
public struct Field: Sendable, Hashable {
  /// The type of a field's value.
  public enum Kind: String, Sendable, Hashable {
    case text
    case number
    case boolean
    /// Any other value.
    ///
    /// Such a value is sent unchanged.
    case any
  }

  /// The full name.
  ///
  /// The names of nested forms are joined with dots (`credentials.passcode`).
  ///
  /// The name is unique within its step or choice.
  public var name: String
  /// Other names of the field at this step: `code`, `password`, `answer`, `pin`.
  public var aliases: [String]
  /// The label for users.
  public var label: String
  /// The type of the field's value.
  public var kind: Kind
  /// What the field is for; `nil` if it isn't known.
  public var purpose: FieldPurpose?
  /// Whether the step can't be submitted without a value for the field.
  public var isRequired: Bool
  /// Whether the value selects one of the step's choices.
  ///
  /// A choice then answers the field.
  public var isChoice: Bool
  /// Whether the value must never be shown in output.
  public var isSecret: Bool
  /// Whether the input is hidden while the user types: a password is, a one-time code isn't.
  public var isHidden: Bool
  /// Whether the value answers a CAPTCHA, which only a user in a browser can do.
  public var isCaptcha = false
  /// The value that is sent if there is no answer.
  public var value: Value?
  /// The form of the one-time code; `nil` if the server doesn't describe it, or the field isn't for
  /// a code.
  public var code: CodeForm?
  /// Whether a form shows the field to the user, so that the user can change the value.
  public var isVisible: Bool
  /// The only accepted values; empty if every value is accepted.
  public var accepted: [Accepted]

  /// One of a field's accepted values.
  public struct Accepted: Sendable, Hashable {
    /// The value that is sent.
    public var value: Value
    /// The names of the value.
    public var naming: Naming

    /// Makes an accepted value.
    public init(_ value: Value, naming: Naming) {
      self.value = value
      self.naming = naming
    }
  }

  /// Makes a field.
  public init(
    _ name: String, aliases: [String] = [], label: String? = nil, kind: Kind = .text,
    purpose: FieldPurpose? = nil, isRequired: Bool = false, isChoice: Bool = false,
    isSecret: Bool = false,
    isHidden: Bool? = nil, value: Value? = nil, code: CodeForm? = nil, isVisible: Bool = true,
    accepted: [Accepted] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.label = label ?? name
    self.kind = kind
    self.purpose = purpose
    self.isRequired = isRequired
    self.isChoice = isChoice
    self.isSecret = isSecret
    self.isHidden = isHidden ?? isSecret
    self.value = value
    self.code = code
    self.isVisible = isVisible
    self.accepted = accepted
  }
}

/// One of the choices that a step offers, such as an authenticator.
public struct Choice: Sendable, Hashable {
  /// The names of the choice.
  public var naming: Naming
  /// The methods or channels of the choice (`sms`, `voice`, `push`); empty if there are none.
  public var methods: [Naming]
  /// Whether `methods` are channels for a setup.
  ///
  /// If a step has several choices, a channel isn't enough to identify one of them.
  public var hasChannels: Bool
  /// The details that distinguish choices of the same name: a masked number, a nickname.
  public var details: [String]
  /// The id of the enrollment if there are several of the same name; otherwise `nil`.
  ///
  /// A script can choose an enrollment by this id.
  public var enrollment: String?
  /// The fields of the choice's own form.
  public var fields: [Field]

  /// Makes a choice.
  public init(
    _ naming: Naming, methods: [Naming] = [], hasChannels: Bool = false, details: [String] = [],
    enrollment: String? = nil, fields: [Field] = []
  ) {
    self.naming = naming
    self.methods = methods
    self.hasChannels = hasChannels
    self.details = details
    self.enrollment = enrollment
    self.fields = fields
  }
}

/// An action that is possible at a step or a response instead of submitting.
public struct Capability: Sendable, Hashable {
  /// The name that scripts use: `resend`, `recover`, `send`, `skip`, `cancel`.
  public var name: String

  /// Makes a capability.
  public init(_ name: String) {
    self.name = name
  }
}

/// A step's wait for another device, a link or a user.
public struct Waiting: Sendable, Hashable {
  /// The polling interval that the server requests.
  public var interval: Duration

  /// Makes a wait.
  public init(interval: Duration) {
    self.interval = interval
  }
}

/// A redirect of the user's browser to another site.
public struct Redirect: Sendable, Hashable {
  /// The address.
  ///
  /// The address is secret because it may contain a state token.
  public var address: Secret
  /// The title for users, which is the identity provider's name.
  public var title: String

  /// Makes a redirect.
  public init(_ address: Secret, title: String) {
    self.address = address
    self.title = title
  }
}

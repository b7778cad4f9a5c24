/// One step that a response offers: to fill fields, to choose, to wait or to follow a redirect.
public struct Step: Sendable, Hashable {
  /// The engine's own name (`challenge-authenticator`).
  public var name: String
  /// The subjects of the step: the authenticator, its method, an account; may be empty.
  public var subjects: [Naming]
  /// The fields that are required regardless of the choice.
  public var fields: [Field]
  /// The choices, in the engine's order.
  public var choices: [Choice]
  /// The possible actions other than submitting: `resend`, `recover`, `send`.
  public var capabilities: [Capability]
  /// The wait of the step; `nil` if it doesn't wait.
  public var waiting: Waiting?
  /// The redirect of a browser; `nil` if the step is submitted.
  public var redirect: Redirect?
  /// The data to show to the user at this step: a number to match, a QR code, a shared secret.
  public var showing: [Fact]
  /// The challenge for a passkey; `nil` if there isn't one.
  public var passkey: PasskeyChallenge? {
    get { rarePasskey.value }
    set { rarePasskey.value = newValue }
  }
  /// Whether the step has a challenge for a passkey.
  public var asksForPasskey: Bool { rarePasskey.isPresent }
  /// Whether the step ends without an answer, like an active session whose login has a result.
  ///
  /// Only rules that name the step are tried there. If none applies, the run waits for the end.
  public var endsByItself: Bool
  /// Whether it continues an earlier choice, such as the setup of an app with a QR code.
  public var isBegun = false
  /// Whether it needs a subject, such as an authenticator, that the server doesn't name.
  public var lacksSubject = false

  private var rarePasskey: Rare<PasskeyChallenge>

  /// Makes a step.
  public init(
    _ name: String, subjects: [Naming] = [], fields: [Field] = [], choices: [Choice] = [],
    capabilities: [Capability] = [], waiting: Waiting? = nil, redirect: Redirect? = nil,
    showing: [Fact] = [], passkey: PasskeyChallenge? = nil, endsByItself: Bool = false
  ) {
    self.name = name
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
    /// Any other value, which is sent unchanged.
    case any
  }

  /// The full name, with nested forms joined by dots (`credentials.passcode`).
  ///
  /// It is unique in its step or choice.
  public var name: String
  /// Other words for the field at this step: `code`, `password`, `answer`, `pin`.
  public var aliases: [String]
  /// The label for users.
  public var label: String
  /// The type of its value.
  public var kind: Kind
  /// Whether the step can't be submitted without it.
  public var isRequired: Bool
  /// Whether its value selects one of the step's choices, so that a choice answers it too.
  public var isChoice: Bool
  /// Whether its value must never be shown in output.
  public var isSecret: Bool
  /// Whether its input is also hidden while typing: a password, but not a one-time code.
  public var isHidden: Bool
  /// Whether it requires the answer to a CAPTCHA, which only a user in a browser can give.
  public var isCaptcha = false
  /// The value that is sent without an answer.
  public var value: Value?
  /// The form of its one-time code; `nil` if the server doesn't describe it, or if it isn't for
  /// codes.
  public var code: CodeForm?
  /// Whether a form shows it to the user, so that they can change its value.
  public var isVisible: Bool
  /// The only accepted values; empty if every value is accepted.
  public var accepted: [Accepted]

  /// One of a field's accepted values.
  public struct Accepted: Sendable, Hashable {
    /// The value that is sent.
    public var value: Value
    /// The names of the value for scripts and users.
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
    isRequired: Bool = false, isChoice: Bool = false, isSecret: Bool = false,
    isHidden: Bool? = nil, value: Value? = nil, code: CodeForm? = nil, isVisible: Bool = true,
    accepted: [Accepted] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.label = label ?? name
    self.kind = kind
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

/// A choice at a step.
public struct Choice: Sendable, Hashable {
  /// The names of the choice.
  public var naming: Naming
  /// The methods or channels that it offers (`sms`, `voice`, `push`); empty if there aren't any.
  public var methods: [Naming]
  /// Whether `methods` are channels for a setup.
  ///
  /// If there are several choices, a channel by itself doesn't identify one of them.
  public var hasChannels: Bool
  /// The details that distinguish it from another of the same name: a masked number, a nickname.
  public var details: [String]
  /// The id of the enrollment, if it is one of several.
  ///
  /// A script may also choose by it.
  public var enrolment: String?
  /// The fields of its own form that can be answered.
  public var fields: [Field]

  /// Makes a choice.
  public init(
    _ naming: Naming, methods: [Naming] = [], hasChannels: Bool = false, details: [String] = [],
    enrolment: String? = nil, fields: [Field] = []
  ) {
    self.naming = naming
    self.methods = methods
    self.hasChannels = hasChannels
    self.details = details
    self.enrolment = enrolment
    self.fields = fields
  }
}

/// An action other than submitting a step.
public struct Capability: Sendable, Hashable {
  /// The word a script uses: `resend`, `recover`, `send`, `skip`, `cancel`.
  public var name: String

  /// Makes a capability.
  public init(_ name: String) {
    self.name = name
  }
}

/// A wait for another device, a link or a user.
public struct Waiting: Sendable, Hashable {
  /// The polling interval that the server requests.
  public var interval: Duration

  /// Makes a wait.
  public init(interval: Duration) {
    self.interval = interval
  }
}

/// The redirect of a browser for a step.
public struct Redirect: Sendable, Hashable {
  /// The address.
  ///
  /// It is secret because it may contain a state token.
  public var address: Secret
  /// The title for users: the identity provider's name.
  public var title: String

  /// Makes a redirect.
  public init(_ address: Secret, title: String) {
    self.address = address
    self.title = title
  }
}

/// One step that a response offers: something to fill, to choose, to wait for or to follow.
public struct Step: Sendable, Hashable {
  /// The engine's own name (`challenge-authenticator`).
  public var name: String
  /// What the step is about (the authenticator, its method, an account); empty where about nothing.
  public var subjects: [Naming]
  /// The fields that are asked for whatever is chosen.
  public var fields: [Field]
  /// What can be chosen, in the engine's order.
  public var choices: [Choice]
  /// What can be done here besides submitting: `resend`, `recover`, `send`.
  public var capabilities: [Capability]
  /// How to wait here; `nil` where there is nothing to wait for.
  public var waiting: Waiting?
  /// Where a browser must go; `nil` where the step is submitted.
  public var redirect: Redirect?
  /// What a person should be shown while at this step: a number to match, a QR code, a shared
  /// secret.
  public var showing: [Fact]
  /// What is asked of a passkey here; `nil` if nothing is.
  public var passkey: PasskeyChallenge? {
    get { rarePasskey.value }
    set { rarePasskey.value = newValue }
  }
  /// Whether something is asked of a passkey here.
  public var asksForPasskey: Bool { rarePasskey.isPresent }
  /// Whether the step ends without an answer, as an active session does when its login has a
  /// result.
  ///
  /// Only rules that name the step are tried there. If none applies, the run waits for the end.
  public var endsByItself: Bool
  /// Whether it goes on with something that was chosen before, such as to set up an app by a QR
  /// code.
  public var isBegun = false
  /// Whether it has to be about something, such as an authenticator, and the server doesn't say
  /// about what.
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
  /// What a field takes.
  public enum Kind: String, Sendable, Hashable {
    case text
    case number
    case boolean
    /// Anything else: sent as it is given.
    case any
  }

  /// The full name, nested forms joined by dots (`credentials.passcode`); unique in its step or
  /// choice.
  public var name: String
  /// Other words for it that fit this step: `code`, `password`, `answer`, `pin`.
  public var aliases: [String]
  /// What a person reads.
  public var label: String
  /// What it takes.
  public var kind: Kind
  /// Whether the step can't be submitted without it.
  public var isRequired: Bool
  /// Whether it says which of the step's choices is taken, so that a choice answers it too.
  public var isChoice: Bool
  /// Whether no output may show its value.
  public var isSecret: Bool
  /// Whether it must not be seen while it is typed either: a password, not a code that is good
  /// once.
  public var isHidden: Bool
  /// Whether it takes the answer to a CAPTCHA, which only a person in a browser can give.
  public var isCaptcha = false
  /// What is sent where nothing is answered.
  public var value: Value?
  /// What a one-time code for it looks like; `nil` if the server doesn't say, or it takes no code.
  public var code: CodeForm?
  /// Whether a form shows it to a person, so that they can change the value it has.
  public var isVisible: Bool
  /// The only values that are accepted; empty where any is.
  public var accepted: [Accepted]

  /// One of a field's accepted values.
  public struct Accepted: Sendable, Hashable {
    /// What is sent.
    public var value: Value
    /// What a script or a person may call it.
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

/// One thing that can be chosen at a step.
public struct Choice: Sendable, Hashable {
  /// What it is called.
  public var naming: Naming
  /// The methods or channels it offers (`sms`, `voice`, `push`); empty where it has none.
  public var methods: [Naming]
  /// Whether `methods` are channels by which something is set up: where more than one thing can be
  /// chosen, none is meant by its channel alone.
  public var hasChannels: Bool
  /// What tells a person it from another of the same name: a masked number, a nickname.
  public var details: [String]
  /// The id of the enrolment, where it is one of several; a script may choose by it too.
  public var enrolment: String?
  /// The fields of its own form, those that can be answered.
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

/// Something that can be done besides submitting a step.
public struct Capability: Sendable, Hashable {
  /// The word a script uses: `resend`, `recover`, `send`, `skip`, `cancel`.
  public var name: String

  /// Makes a capability.
  public init(_ name: String) {
    self.name = name
  }
}

/// How to wait for another device, a link or a person.
public struct Waiting: Sendable, Hashable {
  /// The pace that the server asks for.
  public var interval: Duration

  /// Makes a way to wait.
  public init(interval: Duration) {
    self.interval = interval
  }
}

/// Where a browser must go for a step.
public struct Redirect: Sendable, Hashable {
  /// The address; secret, for it may carry a state token.
  public var address: Secret
  /// What a person reads: the identity provider's name.
  public var title: String

  /// Makes a redirect.
  public init(_ address: Secret, title: String) {
    self.address = address
    self.title = title
  }
}

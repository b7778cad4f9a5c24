public import FlowText
public import FlowEngine

/// Runs a program and gives the first line that it prints.
public typealias CommandRunner = @Sendable (CommandRequest) async throws(PlainFailure) -> Secret

/// Everything that a run needs besides its plan and its engine: nothing is taken from anywhere
/// else.
public struct RunEnvironment: Sendable {
  /// Time, for deadlines, polling and one-time codes.
  public var clock: any RunClock
  /// How long a run may take, the time that a person needs to answer aside: what is longer than
  /// `deadlineMax`, or negative, is taken for the nearest that isn't.
  public var deadline: Duration { didSet { deadline = RunEnvironment.kept(deadline) } }
  /// Whether a request ends at the deadline, in real time.
  ///
  /// An org in this process answers at once, by a clock of its own.
  public var watchesRequests: Bool
  /// Where `env`, `secret` and `file` are looked up.
  public var sources: ValueSources
  /// Computes a one-time code (RFC 6238) at a time since 1970; `nil` where the shared secret can't
  /// be read.
  public var totp: @Sendable (TimedCodeRequest, Duration) -> TimedCode?
  /// The one-time codes of other runs at the same server; `nil` where it has no other ones.
  public var sentCodes: SentCodes?
  /// Where codes arrive.
  public var inbox: (any Inbox)?
  /// Who answers the challenges for passkeys; `nil` where nobody does.
  public var passkeys: (any PasskeyHolder)?
  /// Runs a program and gives the first line that it prints; `nil` where scripts may run none.
  public var command: CommandRunner?
  /// Where `random` comes from: 64 bits a call.
  public var random: @Sendable () -> UInt64
  /// Who can be asked.
  public var prompter: (any Prompter)?
  /// Takes a person through a redirect, and gives the address at which the browser arrived.
  public var redirect: (@Sendable (Redirect) async throws -> Secret)?
  /// Learns every secret of the run.
  public var masker: Masker
  /// Is told what happens as it happens.
  public var events: (@Sendable (RunEvent) -> Void)?

  /// The usual deadline: longer than a person waits for a sign-in to go on by itself.
  public static let usualDeadline = Duration.seconds(120)

  /// The longest deadline, ten years of 365 days: no sum of it and a clock's time overflows.
  public static let deadlineMax = Duration.seconds(3650 * 86_400)

  /// The nearest duration that a deadline can be.
  ///
  /// - Parameter duration: Any duration.
  /// - Returns: One from zero to `deadlineMax`.
  public static func kept(_ duration: Duration) -> Duration {
    min(max(duration, .zero), deadlineMax)
  }

  /// Makes an environment.
  public init(
    clock: any RunClock, deadline: Duration = usualDeadline, watchesRequests: Bool = true,
    sources: ValueSources = ValueSources(),
    totp: @escaping @Sendable (TimedCodeRequest, Duration) -> TimedCode? = { _, _ in nil },
    inbox: (any Inbox)? = nil, passkeys: (any PasskeyHolder)? = nil,
    command: CommandRunner? = nil,
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
    prompter: (any Prompter)? = nil,
    redirect: (@Sendable (Redirect) async throws -> Secret)? = nil, masker: Masker = Masker(),
    events: (@Sendable (RunEvent) -> Void)? = nil
  ) {
    self.clock = clock
    self.deadline = RunEnvironment.kept(deadline)
    self.watchesRequests = watchesRequests
    self.sources = sources
    self.totp = totp
    self.inbox = inbox
    self.passkeys = passkeys
    self.command = command
    self.random = random
    self.prompter = prompter
    self.redirect = redirect
    self.masker = masker
    self.events = events
  }
}

/// Where `env`, `secret` and `file` are looked up.
public struct ValueSources: Sendable {
  /// An environment variable.
  public var variable: @Sendable (String) -> String?
  /// An entry of the secrets file.
  public var secret: @Sendable (String) -> Secret?
  /// A file's text, by its path and the name of the script that asks for it.
  public var file: @Sendable (_ path: String, _ script: String) throws(PlainFailure) -> String

  /// The paths of files that the command itself reads or writes, which no script is given.
  package var ownFiles: [String] = []

  /// Learns the secrets that are looked up.
  public var learn: (@Sendable (Secret) -> Void)?

  /// Whether a variable may be read if what is read can leave this machine.
  public var mayLeave: @Sendable (String) -> Bool = { _ in true }

  /// Whether what is read can leave this machine, because the run is against a real issuer.
  public var leaves = false

  /// The same sources for a run whose values can leave this machine.
  public var leaving: ValueSources {
    var sources = self
    sources.leaves = true
    return sources
  }

  /// Whether a variable may be read.
  func allows(_ name: String) -> Bool { !leaves || mayLeave(name) }

  /// What `env NAME` is: a variable that may be read; `nil` if it isn't set or may not be read.
  func envValue(_ name: String) -> String? { allows(name) ? variable(name) : nil }

  /// What `secret NAME` is: a variable that may be read, else an entry of the secrets file.
  func secretValue(_ name: String) -> Secret? {
    let found = envValue(name).map { Secret($0) } ?? secret(name)
    if let found { learn?(found) }
    return found
  }

  /// Makes sources; what isn't given has nothing.
  public init(
    variable: @escaping @Sendable (String) -> String? = { _ in nil },
    secret: @escaping @Sendable (String) -> Secret? = { _ in nil },
    file: @escaping @Sendable (String, String) throws(PlainFailure) -> String = {
      (_, _) throws(PlainFailure) in throw PlainFailure("not found")
    }
  ) {
    self.variable = variable
    self.secret = secret
    self.file = file
  }

  /// Whether `secret NAME` isn't found only because the variable may not be read.
  func isRefused(_ name: String) -> Bool {
    !allows(name) && secret(name) == nil && variable(name) != nil
  }
}

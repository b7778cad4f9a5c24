public import FlowText
public import FlowEngine

/// Runs a program and returns the first line of its output.
public typealias CommandRunner = @Sendable (CommandRequest) async throws(PlainFailure) -> Secret

/// Everything that a run needs in addition to its plan and its engine.
///
/// A run reaches the outside world only through its environment and its engine.
public struct RunEnvironment: Sendable {
  /// The clock for deadlines, polling and one-time codes.
  public var clock: any RunClock
  /// The maximum duration of a run.
  ///
  /// The time in which the user answers doesn't count.
  ///
  /// The setter limits it to the range from zero to `deadlineMax`.
  public var deadline: Duration { didSet { deadline = RunEnvironment.kept(deadline) } }
  /// Whether a request is aborted when the deadline passes in real time.
  ///
  /// `false` is for an org in this process, which answers at once and has its own clock.
  public var watchesRequests: Bool
  /// The sources of the values of `env`, `secret` and `file`.
  public var sources: ValueSources
  /// Computes the one-time code (RFC 6238) for a time since 1970.
  ///
  /// Returns `nil` if the shared secret is invalid.
  public var totp: @Sendable (TimedCodeRequest, Duration) -> TimedCode?
  /// The one-time codes that all runs send to the same server; `nil` if there are no other runs.
  public var sentCodes: SentCodes?
  /// The inbox in which codes arrive; `nil` if there is none.
  public var inbox: (any Inbox)?
  /// The software that holds passkeys; `nil` if there is none.
  public var passkeys: (any PasskeyHolder)?
  /// Runs a program and returns the first line of its output; `nil` if scripts may not run
  /// programs.
  public var command: CommandRunner?
  /// The source of `random`, which returns 64 random bits per call.
  public var random: @Sendable () -> UInt64
  /// The prompter that answers questions; `nil` if no one can be asked.
  public var prompter: (any Prompter)?
  /// Opens a redirect for the user, and returns the address at which the browser arrives.
  public var redirect: (@Sendable (Redirect) async throws -> Secret)?
  /// The masker, which receives every secret of the run.
  public var masker: Masker
  /// Receives the events of the run as they occur.
  public var events: (@Sendable (RunEvent) -> Void)?

  /// The default deadline.
  ///
  /// This deadline is longer than a sign-in waits for a user.
  public static let usualDeadline = Duration.seconds(120)

  /// The longest deadline, ten years of 365 days.
  ///
  /// The sum of this deadline and a clock's current time doesn't overflow.
  public static let deadlineMax = Duration.seconds(3650 * 86_400)

  /// Limits a duration to a valid deadline.
  ///
  /// - Parameter duration: Any duration.
  /// - Returns: A duration from zero to `deadlineMax`.
  public static func kept(_ duration: Duration) -> Duration {
    min(max(duration, .zero), deadlineMax)
  }

  /// Creates an environment.
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

/// The sources of the values of `env`, `secret` and `file`.
public struct ValueSources: Sendable {
  /// Returns the value of an environment variable; `nil` if it isn't set.
  public var variable: @Sendable (String) -> String?
  /// Returns an entry of the secrets file; `nil` if there is none.
  public var secret: @Sendable (String) -> Secret?
  /// Returns the text of a file.
  ///
  /// The path is relative to the script that names it.
  public var file: @Sendable (_ path: String, _ script: String) throws(PlainFailure) -> String

  /// The paths of files that the command itself reads or writes, which scripts may not read.
  package var ownFiles: [String] = []

  /// Receives each secret that `secret NAME` looks up.
  public var learn: (@Sendable (Secret) -> Void)?

  /// Whether a script may read a variable when its value can leave this machine.
  public var mayLeave: @Sendable (String) -> Bool = { _ in true }

  /// Whether values can leave this machine.
  ///
  /// Values leave it only in a run against a real issuer.
  public var leaves = false

  /// A copy of the sources for a run whose values can leave this machine.
  public var leaving: ValueSources {
    var sources = self
    sources.leaves = true
    return sources
  }

  /// Whether a script may read a variable in this run.
  func allows(_ name: String) -> Bool { !leaves || mayLeave(name) }

  /// Returns the value of `env NAME`; `nil` if the variable isn't set or may not be read.
  func envValue(_ name: String) -> String? { allows(name) ? variable(name) : nil }

  /// Returns the value of `secret NAME`; `nil` if there is none.
  ///
  /// A variable that may be read comes before an entry of the secrets file.
  func secretValue(_ name: String) -> Secret? {
    let found = envValue(name).map { Secret($0) } ?? secret(name)
    if let found { learn?(found) }
    return found
  }

  /// Creates sources.
  ///
  /// The default of each source has no values.
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

  /// Whether `secret NAME` has no value only because the script may not read the variable.
  func isRefused(_ name: String) -> Bool {
    !allows(name) && secret(name) == nil && variable(name) != nil
  }
}

public import FlowEngine

/// One run of a script, from its start to tokens or a failure.
///
/// ```swift
/// let signIn = try script.start(configuration, prompter: prompter)
/// let progress = Task { for await event in signIn.events { print(event) } }
/// let tokens = try await signIn.tokens()
/// ```
///
/// The run goes on by itself from `start` on, whoever waits for it; it ends at its timeout at the
/// latest, the time that a person is asked aside.
public struct SignIn: Sendable {
  /// What happens, as it happens, until the run ends.
  ///
  /// For one reader, who may leave the loop and come back; where the reader's task is cancelled it
  /// ends, and the run goes on. Of events that nobody reads the newest are kept.
  public let events: AsyncStream<SignInEvent>
  /// Where codes arrive: the simulated org's own inbox, or the one that the run was given.
  public let inbox: (any Inbox)?
  let run: Task<Result<SignInResult, SignInFailure>, Never>

  /// How many events are kept for a reader who comes late: more than a run without polls has.
  static let eventsMax = 1000

  /// Waits for the tokens.
  ///
  /// When the task that waits is cancelled, so is the run, as by `cancel()`.
  ///
  /// - Returns: The tokens, whose texts are secrets: `tokens.accessToken.reveal()`.
  /// - Throws: `SignInFailure`; `noTokens` where the run ended as the script expects, without any.
  public func tokens() async throws(SignInFailure) -> Tokens {
    let result = try await result()
    if let tokens = result.tokens { return tokens }
    throw result.outcome == .cancelled ? .cancelled : .noTokens(result.outcome)
  }

  /// Waits for the end of a run that need not end in tokens, such as an unlock.
  ///
  /// When the task that waits is cancelled, so is the run, as by `cancel()`.
  ///
  /// - Returns: How it ended.
  /// - Throws: `SignInFailure`, where it did not end as the script expects.
  public func result() async throws(SignInFailure) -> SignInResult {
    let result = await withTaskCancellationHandler {
      await run.value
    } onCancel: {
      run.cancel()
    }
    return try result.get()
  }

  /// Cancels the run and its transaction on the server; whoever waits gets `cancelled` once that is
  /// done.
  ///
  /// A run that has ended stays as it is.
  public func cancel() { run.cancel() }
}

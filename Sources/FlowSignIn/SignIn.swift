public import FlowEngine
import FlowHTTP
import IDXEngine

/// One run of a script, from its start to tokens or a failure.
///
/// ```swift
/// let signIn = try script.start(configuration, prompter: prompter)
/// let progress = Task { for await event in signIn.events { print(event) } }
/// let tokens = try await signIn.tokens()
/// ```
///
/// The run begins at `start` and proceeds even if no task waits for it. It ends at its timeout at
/// the latest; the time for the user's answers doesn't count.
public struct SignIn: Sendable {
  /// The events of the run as they occur, until the run ends.
  ///
  /// Only one task may read the stream; it may leave the loop and come back. If the reader's task
  /// is canceled, the stream ends and the run continues. While no one reads, only the latest events
  /// are kept.
  public let events: AsyncStream<SignInEvent>
  /// The inbox for codes: the simulated org's own inbox, or the inbox that was passed to `start`.
  public let inbox: (any Inbox)?
  let run: Task<Result<SignInResult, SignInFailure>, Never>
  let flow: String
  let configuration: IDXConfiguration?
  let transaction: RunningTransaction

  /// The sign-in at its latest step, with which another run can continue it, also after the end of
  /// the app.
  ///
  /// It is `nil` until the server knows the sign-in, after the run has ended, and if the sign-in
  /// isn't with an issuer.
  public var continuation: SignInContinuation? {
    guard let configuration, let current = transaction.current else { return nil }
    return SignInContinuation(
      flow: flow, issuer: configuration.issuer.description, clientID: configuration.clientID,
      transaction: current)
  }

  /// The maximum number of events to keep for a late reader, more than a run without polls has.
  static let eventsMax = 1000

  /// Waits for the tokens.
  ///
  /// If the waiting task is canceled, the run is canceled too, as by `cancel()`.
  ///
  /// - Returns: The tokens, whose texts are secrets: `tokens.accessToken.reveal()`.
  /// - Throws: `SignInFailure`; `noTokens` if the run ended as expected, but without tokens.
  public func tokens() async throws(SignInFailure) -> Tokens {
    let result = try await result()
    if let tokens = result.tokens { return tokens }
    throw result.outcome == .cancelled ? .cancelled : .noTokens(result.outcome)
  }

  /// Waits until the run ends, with or without tokens; for example, an unlock returns no tokens.
  ///
  /// If the waiting task is canceled, the run is canceled too, as by `cancel()`.
  ///
  /// - Returns: The result.
  /// - Throws: `SignInFailure` if the run did not end as the script expects.
  public func result() async throws(SignInFailure) -> SignInResult {
    let result = await withTaskCancellationHandler {
      await run.value
    } onCancel: {
      run.cancel()
    }
    return try result.get()
  }

  /// Cancels the run and its transaction on the server.
  ///
  /// Tasks that wait for the run get the error `cancelled` afterwards. A finished run isn't
  /// changed.
  public func cancel() { run.cancel() }
}

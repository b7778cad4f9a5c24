import FlowText
public import FlowEngine
import FlowScript

/// Why a sign-in gave no tokens: what an app tells apart.
///
/// ```swift
/// do throws(SignInFailure) { tokens = try await signIn.tokens() } catch {
///   switch error {
///   case .cancelled: break
///   case .refused(let messages, _): show(messages.map(\.text))
///   default: show([error.description])
///   }
/// }
/// ```
///
/// Every text in it may be shown and logged: the secrets of the run are masked. The property names
/// are those of Foundation's `LocalizedError`, so that an app that wants the conformance writes
/// `extension SignInFailure: @retroactive LocalizedError {}`.
public enum SignInFailure: Error, Sendable, Hashable {
  /// The configuration is wrong; nothing was sent.
  case configuration(message: String, help: String?)
  /// The script can't be run, or has nothing of the name that was asked for: every problem at once.
  case script([SignInProblem])
  /// The script needs values, secrets or files that were not given. Nothing was sent, unless only a
  /// profile for other engines needs them.
  case missingValues(SignInProblem)
  /// The run came to a question for a person, or to a browser, and the app gave no one to ask.
  case nobodyToAsk(SignInProblem)
  /// The app's own prompter or redirect handler threw an error: its text. Or its browser has failed, or
  /// the system did not open what it was to: what happened.
  case unanswered(String)
  /// The server refused, or said something to which the script has only the same answer again: what
  /// it says, in its language.
  case refused([Message], SignInProblem)
  /// The script can't go on at a step of this name: no rule answers it, or none goes through. The name
  /// is empty if the server offers no step at all, and gives no tokens either.
  case cannotProceed(step: String, SignInProblem)
  /// The server asks for a proof, or for something to be set up, at a step of this name, and doesn't say
  /// for which authenticator; no rule answers it.
  case unexpectedAuthenticator(step: String, SignInProblem)
  /// The script itself ended the run with `fail`.
  case failed(SignInProblem)
  /// The run ended in another way than the script expects.
  case expectationFailed([SignInProblem])
  /// The server could not be reached, the connection broke, or no answer came in time.
  case network(SignInProblem)
  /// The server answered with an error, asks to wait, or has given the transaction up.
  case server(SignInProblem)
  /// The server's answer can't be read: something else may answer at the issuer's address.
  case malformed(SignInProblem)
  /// What answered, or the ID token that it gave, proves not to be from the issuer or not for this
  /// app, or the app's browser arrived elsewhere than at the callback; no token was kept.
  case untrusted(SignInProblem)
  /// The person, the script or the app cancelled it; the transaction was cancelled on the server.
  case cancelled
  /// It, or a `poll … for` in it, took longer than it may; the transaction was cancelled on the server.
  case timedOut(SignInProblem)
  /// The run ended as the script expects, and not in tokens: after an unlock, for example.
  case noTokens(Outcome)
}

extension SignInFailure {
  /// Every problem of the script or the run, for a log or a developer's screen.
  public var problems: [SignInProblem] {
    switch self {
    case .script(let problems), .expectationFailed(let problems): problems
    case .missingValues(let problem), .nobodyToAsk(let problem), .refused(_, let problem),
      .cannotProceed(_, let problem), .unexpectedAuthenticator(_, let problem),
      .failed(let problem), .network(let problem), .server(let problem), .malformed(let problem),
      .untrusted(let problem), .timedOut(let problem):
      [problem]
    case .configuration, .unanswered, .cancelled, .noTokens: []
    }
  }

  /// The server's own code of what it refused, where it gave one.
  ///
  /// Of a refresh, `invalid_grant` means that the person has to sign in again; `invalid_client` and
  /// the like are mistakes of the configuration.
  public var code: String? { problems.first?.code }

  /// How long the server asks to wait before the next try, where it asks.
  public var retryAfter: Duration? { problems.first?.retryAfter }

  /// What went wrong, in a sentence that can be shown.
  public var errorDescription: String? { description }

  /// What to do about it, in a sentence that can be shown.
  public var recoverySuggestion: String? {
    switch self {
    case .configuration(_, let help): help
    case .cancelled, .noTokens, .refused, .unanswered: nil
    default: problems.first?.help.map(SignInFailure.sentence)
    }
  }
}

extension SignInFailure: CustomStringConvertible {
  /// What went wrong, in a sentence that can be shown; a refusal in the server's own words.
  public var description: String {
    switch self {
    case .configuration(let message, _): message
    case .script(let problems): SignInFailure.text("The script can't be run", problems)
    case .expectationFailed(let problems):
      SignInFailure.text("The sign-in did not end as expected", problems)
    case .missingValues(let problem), .nobodyToAsk(let problem), .cannotProceed(_, let problem),
      .unexpectedAuthenticator(_, let problem), .failed(let problem), .network(let problem),
      .server(let problem), .malformed(let problem), .untrusted(let problem),
      .timedOut(let problem):
      SignInFailure.sentence(problem.message)
    case .unanswered(let reason): "A question was not answered: \(reason)"
    case .refused(let messages, let problem):
      messages.isEmpty
        ? SignInFailure.sentence(problem.message)
        : messages.map(\.text).joined(separator: "\n")
    case .cancelled: "The sign-in was cancelled."
    case .noTokens(let outcome): "The script ended without tokens (\(outcome.rawValue))."
    }
  }

  private static func text(_ head: String, _ problems: [SignInProblem]) -> String {
    guard let first = problems.first else { return head + "." }
    let more = problems.count - 1
    let rest = more == 0 ? "" : " And \(more) more problem\(more == 1 ? "" : "s")."
    return "\(head): \(closed(first.description))\(rest)"
  }

  /// Makes the failure of a configuration that can't be.
  init(_ failure: PlainFailure) {
    self = .configuration(
      message: SignInFailure.sentence(failure.message),
      help: failure.help.map(SignInFailure.sentence))
  }

  /// A problem's words as a sentence.
  private static func sentence(_ words: String) -> String {
    closed(words.prefix(1).uppercased() + words.dropFirst())
  }

  private static func closed(_ words: String) -> String {
    guard let last = words.utf8.last, !".!?\n".utf8.contains(last) else { return words }
    return words + "."
  }
}

import FlowText
public import FlowEngine
import FlowScript

/// The reason why a sign-in returned no tokens, in cases that an app can distinguish.
///
/// ```swift
/// do throws(SignInFailure) { tokens = try await signIn.tokens() } catch {
///   switch error {
///   case .cancelled: break
///   case .refused(let messages, _): show(messages.map(\.text))
///   default: show([error.localizedDescription])
///   }
/// }
/// ```
///
/// `localizedDescription` and `recoverySuggestion` are texts for the app's user; `description`,
/// `help` and `problems` are texts for developers. All of them can be logged, because the secrets
/// of the run are masked.
///
/// On Apple systems, the type is Foundation's `LocalizedError`. Elsewhere, an app that imports
/// Foundation writes `extension SignInFailure: @retroactive LocalizedError {}`.
public enum SignInFailure: Error, Sendable, Hashable {
  /// The configuration is wrong; nothing was sent.
  case configuration(message: String, help: String?)
  /// The script has mistakes, or doesn't have a requested name; all problems are reported.
  case script([SignInProblem])
  /// The script needs values, secrets or files that are missing.
  ///
  /// No request was sent, unless only a profile for other engines needs them.
  case missingValues(SignInProblem)
  /// The run needed the user's answer or a browser, but the app has no prompter or no browser.
  case nobodyToAsk(SignInProblem)
  /// The app's own prompter or redirect handler failed, with the text of its error.
  ///
  /// This case also means that the app's browser failed or the system did not open the URL, with a
  /// description.
  case unanswered(String)
  /// The server refused, with its messages in its language.
  ///
  /// This case also means that the server sent a message to which the script can only repeat its
  /// answer.
  case refused([Message], SignInProblem)
  /// The script can't continue at a step with this name: no rule answers it, or none succeeds.
  ///
  /// The name is empty if the server offers no steps and no tokens.
  case cannotProceed(step: String, SignInProblem)
  /// The server requires a proof or an enrollment, but doesn't name the authenticator.
  ///
  /// No rule answers the step with this name.
  case unexpectedAuthenticator(step: String, SignInProblem)
  /// The script itself ended the run with `fail`.
  case failed(SignInProblem)
  /// The run did not end as the script expects.
  case expectationFailed([SignInProblem])
  /// The server could not be reached, the connection broke, or no answer came in time.
  case network(SignInProblem)
  /// The server answered with an error, limits requests, or has ended the transaction.
  case server(SignInProblem)
  /// The server's answer can't be read.
  ///
  /// Perhaps another server is at the issuer's address.
  case malformed(SignInProblem)
  /// The answer is provably not from the issuer or not for this app, and no token was kept.
  ///
  /// The answer itself or its ID token may be at fault, or the app's browser arrived at another
  /// address than the callback.
  case untrusted(SignInProblem)
  /// The user, the script or the app canceled the run.
  ///
  /// The transaction was canceled on the server.
  case cancelled
  /// The run, or a `poll … for` in it, reached its time limit.
  ///
  /// The transaction was canceled on the server.
  case timedOut(SignInProblem)
  /// The run ended as the script expects, but without tokens, for example after an unlock.
  case noTokens(Outcome)
}

extension SignInFailure {
  /// The problems of the script or the run, for a log or a developer's screen.
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

  /// The server's error code; `nil` if it sent none.
  ///
  /// After a refresh, `invalid_grant` means that the user must sign in again. Codes such as
  /// `invalid_client` are mistakes of the configuration.
  public var code: String? { problems.first?.code }

  /// The time that the server asks to wait before the next attempt; `nil` if it doesn't ask.
  public var retryAfter: Duration? { problems.first?.retryAfter }

  /// The correction as a sentence for a developer; `nil` if none is known.
  public var help: String? {
    switch self {
    case .configuration(_, let help): help
    case .cancelled, .noTokens, .refused, .unanswered: nil
    default: problems.first?.help.map(SignInFailure.sentence)
    }
  }
}

extension SignInFailure: CustomStringConvertible {
  /// The problem as a sentence for a developer or a log.
  ///
  /// If the server refused, the sentence is the server's own.
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
    case .cancelled: "The sign-in was canceled."
    case .noTokens(let outcome): "The script ended without tokens (\(outcome.rawValue))."
    }
  }

  private static func text(_ head: String, _ problems: [SignInProblem]) -> String {
    guard let first = problems.first else { return head + "." }
    let more = problems.count - 1
    let rest = more == 0 ? "" : " And \(more) more problem\(more == 1 ? "" : "s")."
    return "\(head): \(closed(first.description))\(rest)"
  }

  /// Creates the failure of an invalid configuration.
  init(_ failure: PlainFailure) {
    self = .configuration(
      message: SignInFailure.sentence(failure.message),
      help: failure.help.map(SignInFailure.sentence))
  }

  /// Returns a problem's message as a sentence.
  private static func sentence(_ words: String) -> String {
    closed(words.prefix(1).uppercased() + words.dropFirst())
  }

  private static func closed(_ words: String) -> String {
    guard let last = words.utf8.last, !".!?\n".utf8.contains(last) else { return words }
    return words + "."
  }
}

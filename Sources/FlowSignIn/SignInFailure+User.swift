import FlowEngine
#if canImport(Darwin)
public import Foundation
#endif

extension SignInFailure {
  /// The case of a failure, without its values.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case configuration
    case script
    case missingValues
    case nobodyToAsk
    case unanswered
    case refused
    case cannotProceed
    case unexpectedAuthenticator
    case failed
    case expectationFailed
    case network
    case server
    case malformed
    case untrusted
    case cancelled
    case timedOut
    case noTokens
  }

  /// The case of the failure.
  public var kind: Kind {
    switch self {
    case .configuration: .configuration
    case .script: .script
    case .missingValues: .missingValues
    case .nobodyToAsk: .nobodyToAsk
    case .unanswered: .unanswered
    case .refused: .refused
    case .cannotProceed: .cannotProceed
    case .unexpectedAuthenticator: .unexpectedAuthenticator
    case .failed: .failed
    case .expectationFailed: .expectationFailed
    case .network: .network
    case .server: .server
    case .malformed: .malformed
    case .untrusted: .untrusted
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .noTokens: .noTokens
    }
  }
}

// MARK: Texts for the user

extension SignInFailure {
  /// A text that an app shows to its user, with the key of its translations.
  enum UserText: String, CaseIterable {
    case cancelled
    case ended
    case endedHelp
    case invalid
    case invalidHelp
    case network
    case networkHelp
    case noTokens
    case refused
    case server
    case serverHelp
    case serverWaitHelp
    case timedOut
    case timedOutHelp
    case unanswered
    case unansweredHelp
    case untrusted
    case untrustedHelp

    var key: String { "sign-in.\(rawValue)" }

    var english: String {
      switch self {
      case .cancelled: "The sign-in was canceled."
      case .ended: "You are no longer signed in."
      case .endedHelp: "Sign in again."
      case .invalid: "This version of the app can't sign you in."
      case .invalidHelp: "Update the app. If that doesn't help, contact its support."
      case .network: "The server can't be reached."
      case .networkHelp: "Check your network connection, and try again."
      case .noTokens: "You aren't signed in."
      case .refused: "The server didn't accept the sign-in."
      case .server: "The server has a temporary problem."
      case .serverHelp: "Try again later."
      case .serverWaitHelp: "Try again in {seconds} seconds."
      case .timedOut: "The sign-in took too long."
      case .timedOutHelp: "Try again."
      case .unanswered: "This device couldn't complete the sign-in."
      case .unansweredHelp: "Try again."
      case .untrusted: "The server's answer can't be trusted, so the sign-in was stopped."
      case .untrustedHelp: "Use another network. If that doesn't help, contact the app's support."
      }
    }

    /// The text in the user's language if the app has a translation, or else in English.
    var localized: String {
      #if canImport(Darwin)
      Bundle.main.localizedString(forKey: key, value: english, table: SignInFailure.table)
      #else
      english
      #endif
    }
  }

  /// The name of the table with the app's translations: `FlowSignIn.strings`, or a catalog.
  public static let table = "FlowSignIn"

  /// The English texts for users, by the keys of their translations.
  ///
  /// An app that translates them has a table `FlowSignIn` in its main bundle, with these keys.
  /// `{seconds}` is a placeholder.
  public static let userTexts: [String: String] = Dictionary(
    uniqueKeysWithValues: UserText.allCases.map { ($0.key, $0.english) })

  /// Whether the user has to sign in again, because the refresh token has expired or was revoked.
  private var hasEnded: Bool { code == "invalid_grant" }

  /// The problem as one sentence for the app's user, in the user's language if the app has a
  /// translation.
  ///
  /// If the server refused, this is the server's own message. If the script ended the run, it is
  /// the script's text.
  public var localizedDescription: String {
    switch self {
    case .refused(let messages, _) where !messages.isEmpty:
      messages.map(\.text).joined(separator: "\n")
    case .failed: description
    case .cancelled: UserText.cancelled.localized
    case .configuration, .script, .missingValues, .nobodyToAsk, .cannotProceed,
      .unexpectedAuthenticator, .expectationFailed, .malformed:
      UserText.invalid.localized
    case .network: UserText.network.localized
    case .noTokens: UserText.noTokens.localized
    case .refused: UserText.refused.localized
    case .server: (hasEnded ? UserText.ended : UserText.server).localized
    case .timedOut: UserText.timedOut.localized
    case .unanswered: UserText.unanswered.localized
    case .untrusted: UserText.untrusted.localized
    }
  }

  /// The same text as ``localizedDescription``.
  public var errorDescription: String? { localizedDescription }

  /// What the app's user can do, in the user's language if the app has a translation; `nil` if the
  /// user can only read the description.
  ///
  /// ``help`` is for developers.
  public var recoverySuggestion: String? {
    switch self {
    case .cancelled, .refused, .failed, .noTokens: return nil
    case .configuration, .script, .missingValues, .nobodyToAsk, .cannotProceed,
      .unexpectedAuthenticator, .expectationFailed, .malformed:
      return UserText.invalidHelp.localized
    case .network: return UserText.networkHelp.localized
    case .server where hasEnded: return UserText.endedHelp.localized
    case .server:
      guard let wait = retryAfter else { return UserText.serverHelp.localized }
      let seconds = wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
      return UserText.serverWaitHelp.localized.filling("{seconds}", with: String(seconds))
    case .timedOut: return UserText.timedOutHelp.localized
    case .unanswered: return UserText.unansweredHelp.localized
    case .untrusted: return UserText.untrustedHelp.localized
    }
  }
}

extension String {
  /// Returns the text with a value in place of a placeholder.
  fileprivate func filling(_ placeholder: String, with value: String) -> String {
    guard let range = firstRange(of: placeholder) else { return self }
    return String(self[..<range.lowerBound]) + value + String(self[range.upperBound...])
  }
}

#if canImport(Darwin)
extension SignInFailure: LocalizedError {}
#endif

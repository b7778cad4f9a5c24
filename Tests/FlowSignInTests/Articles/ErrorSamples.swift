import FlowEngine
import FlowSignIn

// Article: next
/// What an app does after a sign-in.
enum AfterSignIn {
  case proceed(Tokens)
  case stay
  case show(String)
  case offerRetry(String, after: Duration?)
  case report(String)
}

func finish(_ signIn: SignIn) async -> AfterSignIn {
  do throws(SignInFailure) {
    return .proceed(try await signIn.tokens())
  } catch {
    switch error {
    case .cancelled:
      return .stay
    case .refused, .failed:
      return .show(error.localizedDescription)
    case .network, .server, .timedOut:
      return .offerRetry(error.localizedDescription, after: error.retryAfter)
    default:
      return .report(error.problems.map(\.drawing).joined(separator: "\n"))
    }
  }
}
// Article: end

/// The other sample of the article about errors.
enum ErrorSamples {
  static func refresh(
    _ kept: Tokens, by configuration: SignInConfiguration
  ) async throws(SignInFailure) -> Tokens? {
    // Article: refresh
    do throws(SignInFailure) {
      return try await configuration.refresh(kept)
    } catch {
      // The refresh token is no longer valid: the user must sign in again.
      if error.code == "invalid_grant" { return nil }
      throw error
    }
    // Article: end
  }
}

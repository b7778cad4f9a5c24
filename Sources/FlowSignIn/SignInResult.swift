import FlowText
public import FlowEngine
import FlowInterpreter
import FlowScript

/// How a run ended that ended as its script expects.
///
/// Its descriptions and those of its tokens hold no secret.
public struct SignInResult: Sendable, Hashable {
  /// The flow's name.
  public let flow: String
  /// How it ended: `success` with tokens, `finished` without (after an unlock), or another way that
  /// the script expects.
  public let outcome: Outcome
  /// The tokens of a success.
  public let tokens: Tokens?
  /// Everything that the server said, in order.
  public let messages: [Message]
  /// How many steps were answered.
  public let steps: Int
  /// How long it took, the person's time included.
  public let duration: Duration
  /// What conditions can ask for at the end, such as the `credentials` of an AppLogin.
  public let facts: [Fact]
  /// What is worth knowing all the same, such as a signature that this machine can't check.
  public let warnings: [SignInProblem]
  /// What refreshes and revokes the tokens; `nil` where there are none.
  let service: TokenHandle?

  /// Gets new tokens for the refresh token, which is there where the scope `offline_access` was
  /// asked for.
  ///
  /// - Parameter tokens: The newest tokens; `nil` for those of the sign-in.
  /// - Returns: The new tokens; keep them in place of the old ones, refresh token and all.
  /// - Throws: `SignInFailure`: `noTokens` where there are none, `configuration` where there is no
  ///   refresh token among them, `server` where the server gives none; with the `code`
  ///   `invalid_grant` the refresh token is no longer good, so that the person has to sign in again.
  public func refresh(_ tokens: Tokens? = nil) async throws(SignInFailure) -> Tokens {
    guard let service, let tokens = tokens ?? self.tokens else { throw .noTokens(outcome) }
    return try await service.refresh(tokens)
  }

  /// Signs out: revokes the refresh token and the access token (RFC 7009).
  ///
  /// - Parameter tokens: The newest tokens; `nil` for those of the sign-in.
  /// - Throws: `SignInFailure`, where the server did not agree; the tokens may still be good then.
  public func signOut(_ tokens: Tokens? = nil) async throws(SignInFailure) {
    guard let service, let tokens = tokens ?? self.tokens else { throw .noTokens(outcome) }
    try await service.revoke(tokens)
  }
}

/// What can be done with tokens, as a part of a value that is compared by everything else.
struct TokenHandle: Sendable, Hashable {
  private let service: any TokenService
  /// What knows the secrets that a server may send back: it learns the tokens besides.
  private let masker: Masker
  /// How long it may take; `nil` for as long as the service's own limits let it.
  private let limit: Duration?

  init(_ service: any TokenService, masker: Masker, limit: Duration?) {
    self.service = service
    self.masker = masker
    self.limit = limit
  }

  private var deadline: ContinuousClock.Instant? { limit.map { .now + $0 } }

  func refresh(_ tokens: Tokens) async throws(SignInFailure) -> Tokens {
    guard tokens.refreshToken != nil else {
      throw SignInFailure(
        PlainFailure(
          "there is no refresh token",
          help: "ask for the scope `offline_access`, and sign in again"))
    }
    masker.add(tokens)
    do throws(EngineFailure) { return try await service.refresh(tokens, by: deadline) } catch {
      throw SignInFailure(error, masker: masker)
    }
  }

  func revoke(_ tokens: Tokens) async throws(SignInFailure) {
    masker.add(tokens)
    do throws(EngineFailure) { try await service.revoke(tokens, by: deadline) } catch {
      throw SignInFailure(error, masker: masker)
    }
  }

  static func == (left: TokenHandle, right: TokenHandle) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension TokenHandle: CustomStringConvertible, CustomReflectable {
  /// The kind alone.
  var description: String { "TokenHandle" }
  /// Nothing: a dump shows no child.
  var customMirror: Mirror { Mirror(self, children: []) }
}

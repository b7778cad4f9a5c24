public import FlowEngine
import FlowScript
import FlowText

/// The tokens of the user who is signed in, from the sign-in to the sign-out.
///
/// ```swift
/// let keeper = TokenKeeper(okta, store: KeychainTokenStore(service: "com.example.app"))
/// try await keeper.keep(try await signIn.tokens())
/// guard let tokens = try await keeper.tokens() else { return showSignIn() }
/// ```
///
/// The keeper refreshes tokens that end soon. If several tasks ask at the same time, it refreshes
/// the tokens once, because a server can revoke all tokens if a refresh token is used twice.
public actor TokenKeeper {
  private let configuration: SignInConfiguration
  private let store: any TokenStore
  /// The tokens that the store has, or should have.
  private var current: Tokens?
  /// Whether `current` is known, so that the store needn't be read.
  private var isLoaded = false
  /// Whether the store doesn't have the current tokens, because writing failed.
  private var isUnsaved = false
  /// The refresh in progress, which ends after the new tokens are kept.
  private var refreshing: Task<Result<Tokens?, SignInFailure>, Never>?

  /// Makes a keeper.
  ///
  /// - Parameters:
  ///   - configuration: The issuer of the tokens.
  ///   - store: The store of the tokens.
  public init(_ configuration: SignInConfiguration, store: any TokenStore) {
    self.configuration = configuration
    self.store = store
  }

  /// Keeps the tokens of a new sign-in.
  ///
  /// - Parameter tokens: The tokens.
  /// - Throws: `SignInFailure.unanswered` if the store can't be written. The keeper then tries to
  ///   write again when tokens are needed.
  public func keep(_ tokens: Tokens) async throws(SignInFailure) {
    current = tokens
    isLoaded = true
    try await save(tokens)
  }

  /// Returns the user's tokens, which are valid at least for a while.
  ///
  /// - Parameter margin: The time for which the access token must still be valid.
  /// - Returns: The tokens; `nil` if the user must sign in, because the store is empty or the server
  ///   no longer accepts the refresh token. The store is then empty.
  /// - Throws: `SignInFailure`: `unanswered` if the store fails, or as
  ///   ``SignInConfiguration/refresh(_:)``. The user is then still signed in.
  public func tokens(margin: Duration = .seconds(30)) async throws(SignInFailure) -> Tokens? {
    try await load()
    if isUnsaved, refreshing == nil, let current { try await save(current) }
    // From here to the start of the refresh, nothing waits, so only one task refreshes.
    if let refreshing { return try await refreshing.value.get() }
    guard let kept = current else { return nil }
    let now = configuration.runClock.now
    guard kept.isExpired(at: now, margin: margin) else { return kept }
    guard kept.refreshToken != nil else {
      return kept.isExpired(at: now, margin: .zero) ? nil : kept
    }
    let task = Task { await self.refresh(kept) }
    refreshing = task
    return try await task.value.get()
  }

  /// Signs out: removes the tokens from the store, and revokes them.
  ///
  /// - Throws: `SignInFailure` if the server did not accept the request. The user is then signed out
  ///   on this device, and the tokens may still be valid.
  public func signOut() async throws(SignInFailure) {
    try await load()
    while let refreshing { _ = await refreshing.value }
    guard let kept = current else { return }
    try await forget()
    try await configuration.signOut(kept)
  }

  private func load() async throws(SignInFailure) {
    guard !isLoaded else { return }
    let kept: Tokens?
    do throws(PlainFailure) { kept = try await store.read() } catch {
      throw TokenKeeper.failure("read", error)
    }
    // The tokens of a sign-in that ended meanwhile are newer.
    guard !isLoaded else { return }
    current = kept
    isLoaded = true
  }

  private func refresh(_ old: Tokens) async -> Result<Tokens?, SignInFailure> {
    defer { refreshing = nil }
    do throws(SignInFailure) {
      let new = try await configuration.refresh(old)
      try await keep(new)
      return .success(new)
    } catch {
      guard error.code == "invalid_grant" else { return .failure(error) }
    }
    do throws(SignInFailure) { try await forget() } catch { return .failure(error) }
    return .success(nil)
  }

  private func save(_ tokens: Tokens) async throws(SignInFailure) {
    isUnsaved = true
    do throws(PlainFailure) { try await store.write(tokens) } catch {
      throw TokenKeeper.failure("written", error)
    }
    isUnsaved = false
  }

  private func forget() async throws(SignInFailure) {
    current = nil
    isLoaded = true
    isUnsaved = false
    do throws(PlainFailure) { try await store.remove() } catch {
      throw TokenKeeper.failure("emptied", error)
    }
  }

  private static func failure(_ deed: String, _ failure: PlainFailure) -> SignInFailure {
    .unanswered("the store of the tokens can't be \(deed): \(failure.message)")
  }
}

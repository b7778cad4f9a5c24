public import FlowEngine

/// Keeps tokens until the app ends, for tests and previews.
public actor MemoryTokenStore: TokenStore {
  private var tokens: Tokens?

  /// Makes a store.
  ///
  /// - Parameter tokens: Its first tokens; `nil` for none.
  public init(_ tokens: Tokens? = nil) { self.tokens = tokens }

  /// Returns the tokens; `nil` if the store is empty.
  public func read() -> Tokens? { tokens }

  /// Replaces the tokens.
  ///
  /// - Parameter tokens: The new tokens.
  public func write(_ tokens: Tokens) { self.tokens = tokens }

  /// Removes the tokens.
  public func remove() { tokens = nil }
}

public import FlowEngine

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
}

public import FlowEngine

extension Org {
  /// The client that may sign people in, as far as the settings name it.
  public struct Client: Sendable, Hashable {
    /// The only client id; `nil` where any is accepted.
    public var id: String?
    /// The first redirect URI; `nil` where any is accepted.
    public var redirectURI: String?
    /// The secret of a confidential client.
    public var secret: Secret?
  }

  /// The client that may sign people in.
  public var client: Client {
    Client(
      id: policy.app.clientID, redirectURI: policy.app.redirects.first,
      secret: policy.app.secret)
  }
}

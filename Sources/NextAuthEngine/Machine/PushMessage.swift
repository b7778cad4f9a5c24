/// What an encrypted push message holds (S5).
public struct PushMessage: Sendable, Hashable {
  /// What the message is for.
  public enum Content: Sendable, Hashable {
    /// A login or an enrolment begins.
    case session(SessionPayload)
    /// A session is logged out, by the server's name of it.
    case logout(String)
    /// An account is no more, by its id.
    case removal(String)
    /// Something to read, which is no matter of sessions.
    case message
  }

  /// The server's own name of the message, by which one that comes twice is known.
  public var id: String
  /// What it is for.
  public var content: Content

  /// Makes a message.
  public init(id: String, content: Content) {
    self.id = id
    self.content = content
  }
}

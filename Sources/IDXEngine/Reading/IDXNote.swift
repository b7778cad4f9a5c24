/// Something in a document that was not understood, and where.
public struct IDXNote: Sendable, Hashable {
  /// Why it was not understood.
  public enum Kind: String, Sendable, Hashable {
    /// A member that has no meaning to this engine; it is kept.
    case unknown
    /// A value of another type than it should have, or one without which the rest means nothing.
    case unreadable
    /// A reference to a part that isn't there.
    case dangling
  }

  /// Why it was not understood.
  public var kind: Kind
  /// Where, as a JSON path (RFC 9535): `$.remediation.value[0].name`.
  public var path: String
  /// One sentence in lower case, without the value itself.
  public var message: String

  /// Makes a note.
  public init(_ kind: Kind, at path: String, _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }
}

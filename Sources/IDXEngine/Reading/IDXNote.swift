/// A part of a document that was not understood, and its location.
public struct IDXNote: Sendable, Hashable {
  /// The reason why it was not understood.
  public enum Kind: String, Sendable, Hashable {
    /// A member that is unknown to this engine; it is kept.
    case unknown
    /// A value with the wrong type, or a missing value without which the rest has no meaning.
    case unreadable
    /// A reference to a part that doesn't exist.
    case dangling
  }

  /// The reason why it was not understood.
  public var kind: Kind
  /// The location, as a JSON path (RFC 9535): `$.remediation.value[0].name`.
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

/// A part of a document that was not understood, and its location.
public struct IDXNote: Sendable, Hashable {
  /// The reason why a part was not understood.
  public enum Kind: String, Sendable, Hashable {
    /// A member that this engine doesn't know; it is kept.
    case unknown
    /// A value with the wrong type, or a missing value without which the part has no meaning.
    case unreadable
    /// A reference to a part that doesn't exist.
    case dangling
  }

  /// The reason why the part was not understood.
  public var kind: Kind
  /// The location as a JSON path (RFC 9535), such as `$.remediation.value[0].name`.
  public var path: String
  /// One sentence in lower case that describes the fault without the value.
  public var message: String

  /// Makes a note.
  public init(_ kind: Kind, at path: String, _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }
}

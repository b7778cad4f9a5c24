/// A text that must not be shown: a password, a code, a token, a state handle.
///
/// String interpolation, debuggers and dumps show a mask of fixed length. So a secret that is
/// printed by mistake reveals nothing. Only `reveal()` returns the text.
public struct Secret: Sendable, Hashable {
  private let text: String

  /// The mask that replaces every secret in every output.
  public static let mask = "••••••"

  /// Wraps a text.
  public init(_ text: String) {
    self.text = text
  }

  /// Returns the text itself, for code that sends it.
  public func reveal() -> String { text }

  /// Whether a text is the secret's text, compared in constant time.
  package func isSame(as other: Substring) -> Bool {
    guard text.utf8.count == other.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { text.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The mask.
  public var description: String { Secret.mask }
  /// The mask.
  public var debugDescription: String { Secret.mask }
  /// A mirror without children, so that a dump reveals nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

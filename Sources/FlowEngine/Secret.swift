/// A text that must not be shown: a password, a code, a token, a state handle.
///
/// Its description is a mask of one length, in string interpolation, in a debugger and in a dump
/// alike, so that printing one by mistake prints nothing. The text itself is had by `reveal()` alone.
public struct Secret: Sendable, Hashable {
  private let text: String

  /// What stands for every secret in every output.
  public static let mask = "••••••"

  /// Wraps a text.
  public init(_ text: String) {
    self.text = text
  }

  /// The text itself, for the one place that sends it.
  public func reveal() -> String { text }

  /// Whether there is no text at all.
  public var isEmpty: Bool { text.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The mask.
  public var description: String { Secret.mask }
  /// The mask.
  public var debugDescription: String { Secret.mask }
  /// Nothing: a dump shows no child.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

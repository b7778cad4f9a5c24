/// The limits of a JSON text's size and depth, and whether its objects may repeat a name.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum nesting of arrays and objects.
  public var depth: Int
  /// The maximum length of the text in bytes.
  public var size: Int

  /// Whether an object may have several members with the same name.
  ///
  /// RFC 8259, section 4, calls their meaning unpredictable: two readers may use different members.
  /// RFC 7515, section 4, and RFC 7519, section 4, require readers to refuse repeated names in
  /// tokens.
  public var allowsRepeatedNames: Bool

  /// Creates limits.
  public init(depth: Int, size: Int, allowsRepeatedNames: Bool = false) {
    self.depth = depth
    self.size = size
    self.allowsRepeatedNames = allowsRepeatedNames
  }

  /// The limits for the responses of servers.
  ///
  /// The deepest known sign-in response has 17 levels, and the longest has 44 KB. Reading,
  /// comparing, writing and freeing a value take a stack frame per level. 128 levels need up to 256
  /// KB of stack in a debug build and 64 KB in a release build; a thread in Apple's pools has 512
  /// KB. A value takes up to 26 times the bytes of its text, so 4 MB of text need about 100 MB.
  public static let standard = JSONLimits(depth: 128, size: 4 << 20)
}

/// The reason why a text isn't JSON (RFC 8259), or is refused.
///
/// The failure has an offset and a reason. It never quotes the text, which may contain secrets.
public struct JSONFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    case unexpectedEnd = "the text ends before the value does"
    case unexpectedByte = "an unexpected byte"
    case trailingContent = "more text after the value"
    case byteOrderMark = "the text begins with a byte order mark"
    case invalidUTF8 = "a string is not UTF-8"
    case controlCharacter = "a control character in a string, not escaped"
    case invalidEscape = "an escape that JSON doesn't know"
    case loneSurrogate = "half of a surrogate pair"
    case invalidNumber = "a number in a form that JSON doesn't know"
    case repeatedName = "an object has two members of one name"
    case tooDeep = "too many nested arrays and objects"
    case tooLarge = "the text is too long"
  }

  /// The offset of the byte at which reading stopped.
  ///
  /// For `invalidUTF8` and `repeatedName`, it is the offset of the string's opening quote.
  public var offset: Int
  /// The kind of fault at the offset.
  public var reason: Reason

  /// Creates a failure.
  public init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  /// The reason and the offset, in a phrase.
  public var description: String { "\(reason.rawValue) (byte \(offset))" }
}

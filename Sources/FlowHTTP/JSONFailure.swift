/// How large a JSON text may be before it is refused, and whether its objects may repeat a name.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting of arrays and objects.
  public var depth: Int
  /// The longest text, in bytes.
  public var size: Int

  /// Whether an object may have several members of one name.
  ///
  /// RFC 8259, section 4, calls their meaning unpredictable: what one reader checks may not be what
  /// another one uses. RFC 7515, section 4, and RFC 7519, section 4, have them refused in tokens.
  public var allowsRepeatedNames: Bool

  /// Makes limits.
  public init(depth: Int, size: Int, allowsRepeatedNames: Bool = false) {
    self.depth = depth
    self.size = size
    self.allowsRepeatedNames = allowsRepeatedNames
  }

  /// What the answers of servers are held to.
  ///
  /// The deepest sign-in response known nests 17 levels, the longest has 44 KB. Reading, comparing,
  /// writing and freeing a value take a stack frame a level: 128 levels need up to 256 KB in a debug
  /// build and 64 KB in a release build, of the 512 KB that a thread of Apple's pools has. A value
  /// takes up to 26 times the bytes of its text, so that 4 MB of text end at about 100 MB.
  public static let standard = JSONLimits(depth: 128, size: 4 << 20)
}

/// Why a text is no JSON (RFC 8259), or is refused.
///
/// It tells where and why, and quotes nothing of the text, which may hold secrets.
public struct JSONFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    case unexpectedEnd = "the text ends before the value does"
    case unexpectedByte = "a byte that can't stand here"
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

  /// The offset of the byte at which reading stopped; for `invalidUTF8` and
  /// `repeatedName`, of the string's quote.
  public var offset: Int
  /// What is wrong there.
  public var reason: Reason

  /// Makes a failure.
  public init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  /// The reason and the offset, in a phrase.
  public var description: String { "\(reason.rawValue) (byte \(offset))" }
}

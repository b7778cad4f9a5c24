/// The form of a one-time code, which is used to find it in a message.
public struct CodeForm: Sendable, Hashable {
  /// The characters of a code.
  public enum Characters: String, Sendable, Hashable {
    /// `0` to `9`.
    case digits
    /// `0` to `9` and the letters of ASCII in either case.
    case alphanumeric
  }

  /// The characters of a code.
  public var characters: Characters
  /// The possible lengths.
  public var lengths: ClosedRange<Int>

  /// The longest code that is searched.
  public static let lengthMax = 64

  /// Four to eight digits: the default if a server doesn't describe its codes.
  public static let usual = CodeForm(.digits, 4...8)

  /// Makes a form.
  public init(_ characters: Characters, _ lengths: ClosedRange<Int>) {
    self.characters = characters
    self.lengths = lengths
  }

  /// Makes a form from a server's description of a field.
  ///
  /// Every description is accepted.
  ///
  /// - Parameters:
  ///   - format: `alphanumeric`. Every other value means digits.
  ///   - minLength: The shortest code. The default is four characters, or six if they are
  ///     alphanumeric.
  ///   - maxLength: The longest code. The default is eight characters, or 16 if they are
  ///     alphanumeric.
  public init(format: String?, minLength: Int?, maxLength: Int?) {
    characters = format == "alphanumeric" ? .alphanumeric : .digits
    let usual = characters == .digits ? CodeForm.usual.lengths : 6...16
    let longest = min(max(maxLength ?? max(usual.upperBound, minLength ?? 0), 1), Self.lengthMax)
    let shortest = min(max(minLength ?? usual.lowerBound, 1), longest)
    lengths = shortest...longest
  }
}

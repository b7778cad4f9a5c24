/// The form of a one-time code: its characters and length.
///
/// The form is used to find a code in a message.
public struct CodeForm: Sendable, Hashable {
  /// The characters of a code.
  public enum Characters: String, Sendable, Hashable {
    /// `0` to `9`.
    case digits
    /// `0` to `9`, and ASCII letters in either case.
    case alphanumeric
  }

  /// The characters of a code.
  public var characters: Characters
  /// The possible numbers of characters.
  public var lengths: ClosedRange<Int>

  /// The maximum length of a code.
  ///
  /// Longer lengths in a server's description are reduced to this maximum.
  public static let lengthMax = 64

  /// Four to eight digits, the default if a server doesn't describe its codes.
  public static let usual = CodeForm(.digits, 4...8)

  /// Makes a form.
  public init(_ characters: Characters, _ lengths: ClosedRange<Int>) {
    self.characters = characters
    self.lengths = lengths
  }

  /// Makes a form from a server's description of a field.
  ///
  /// Invalid lengths are corrected, so that every description gives a form.
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

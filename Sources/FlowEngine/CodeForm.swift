/// What a one-time code looks like, so that it can be found in a message.
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
  /// How many there are.
  public var lengths: ClosedRange<Int>

  /// The longest code that is looked for.
  public static let lengthMax = 64

  /// Four to eight digits: what a server means that says nothing of its codes.
  public static let usual = CodeForm(.digits, 4...8)

  /// Makes a form.
  public init(_ characters: Characters, _ lengths: ClosedRange<Int>) {
    self.characters = characters
    self.lengths = lengths
  }

  /// Makes a form of what a server says of a field, whatever it says.
  ///
  /// - Parameters:
  ///   - format: `alphanumeric`; anything else means digits.
  ///   - minLength: The shortest code; without it four characters, or six if they are alphanumeric.
  ///   - maxLength: The longest code; without it eight characters, or 16 if they are alphanumeric.
  public init(format: String?, minLength: Int?, maxLength: Int?) {
    characters = format == "alphanumeric" ? .alphanumeric : .digits
    let usual = characters == .digits ? CodeForm.usual.lengths : 6...16
    let longest = min(max(maxLength ?? max(usual.upperBound, minLength ?? 0), 1), Self.lengthMax)
    let shortest = min(max(minLength ?? usual.lowerBound, 1), longest)
    lengths = shortest...longest
  }
}

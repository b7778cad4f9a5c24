/// The documentation of an org's setting, for the checker, help and editors.
public struct SettingDescription: Sendable, Hashable {
  /// The names of the enclosing blocks and of the setting, such as `user` and `password`.
  public let path: [String]
  /// The syntax of the setting.
  public let form: String
  /// The meaning, in a sentence or two.
  public let meaning: String
  /// The default value.
  public let usual: String
  /// An example line, whose value isn't the default.
  public let example: String
  /// The words that users often write instead of the setting's name.
  public let otherWords: [String]
  /// Old spellings of its name, which are still read.
  public let oldNames: [String]
  /// Whether it may appear more than once.
  public let isRepeatable: Bool
  /// Whether the setting has settings of its own, in braces.
  public let hasBlock: Bool

  /// The setting's own name.
  public var name: String { path[path.count - 1] }
}

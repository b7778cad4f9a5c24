/// The description of an org's setting for the checker, for help and for an editor.
public struct SettingDescription: Sendable, Hashable {
  /// The names of the enclosing blocks and its own, such as `user` and `password`.
  public let path: [String]
  /// The syntax.
  public let form: String
  /// The meaning, in a sentence or two.
  public let meaning: String
  /// The default.
  public let usual: String
  /// A line that sets it to something other than the default.
  public let example: String
  /// Words that users write instead of its name.
  public let otherWords: [String]
  /// Whether it may appear more than once.
  public let isRepeatable: Bool
  /// Whether it has settings of its own, in braces.
  public let hasBlock: Bool

  /// Its own name.
  public var name: String { path[path.count - 1] }
}

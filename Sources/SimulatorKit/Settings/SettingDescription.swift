/// What may be set in an org, for the checker, for help and for an editor.
public struct SettingDescription: Sendable, Hashable {
  /// The names of the blocks around it and its own, such as `user` and `password`.
  public let path: [String]
  /// How it is written.
  public let form: String
  /// What it means, in a sentence or two.
  public let meaning: String
  /// What holds if it isn't set.
  public let usual: String
  /// A line that sets it to something that isn't the default.
  public let example: String
  /// Words that people write instead of its name.
  public let otherWords: [String]
  /// Whether it may appear more than once.
  public let isRepeatable: Bool
  /// Whether it has settings of its own, in braces.
  public let hasBlock: Bool

  /// Its own name.
  public var name: String { path[path.count - 1] }
}

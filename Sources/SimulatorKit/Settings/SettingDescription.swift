/// What may be set in an org: for the checker, for help and for completion.
public struct SettingDescription: Sendable, Hashable {
  /// The names of the blocks around it and its own, such as `user` and `password`.
  public let path: [String]
  /// How it is written.
  public let form: String
  /// What it means, in a sentence.
  public let meaning: String
  /// Whether it may stand more than once.
  public let isRepeatable: Bool
  /// Whether it has settings of its own, in braces.
  public let hasBlock: Bool

  /// Its own name.
  public var name: String { path[path.count - 1] }

  package init(
    _ path: String..., form: String, repeatable: Bool = false, block: Bool = false,
    _ meaning: String
  ) {
    self.path = path
    self.form = form
    self.meaning = meaning
    isRepeatable = repeatable
    hasBlock = block
  }
}

/// A failure to read, write or do something, described in words.
///
/// Code that catches it only reports it. If callers distinguish the cases of a failure, it has a type of its own. The texts may quote foreign
/// text unchanged; `TerminalText` escapes it when it is printed.
public struct PlainFailure: Error, Sendable, Hashable {
  /// One sentence or a few words in lower case, without secrets.
  public var message: String
  /// The location, as its format names one: a line, a member, a path.
  public var place: String?
  /// What to do about it.
  public var help: String?
  /// What else is known, a line each, such as what another program printed.
  public var notes: [String]

  /// Makes a failure.
  public init(
    _ message: String, at place: String? = nil, help: String? = nil, notes: [String] = []
  ) {
    self.message = message
    self.place = place
    self.help = help
    self.notes = notes
  }
}

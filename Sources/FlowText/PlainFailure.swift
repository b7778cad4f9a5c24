/// A failure to read, write or do something, described in words.
///
/// Code that catches it only reports it. If callers distinguish the cases of a failure, it has a
/// type of its own. The texts may quote foreign text unchanged; `TerminalText` escapes it when it
/// is printed.
public struct PlainFailure: Error, Sendable, Hashable {
  /// One sentence or a few words in lower case, without secrets.
  public var message: String
  /// The location in the words of the format: a line, a member, a path.
  public var place: String?
  /// The remedy.
  public var help: String?
  /// Further information, one line each, such as the output of another program.
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

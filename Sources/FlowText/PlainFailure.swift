/// A failure that is described in words.
///
/// Code that catches it only reports it. If callers must distinguish the cases of a failure, the
/// failure has its own type. The texts may quote foreign text unchanged; `TerminalText` escapes it
/// when it is printed.
public struct PlainFailure: Error, Sendable, Hashable {
  /// One sentence or a few words in lower case, without secrets.
  public var message: String
  /// The location of the failure, such as a line, a member or a path; `nil` if there is none.
  public var place: String?
  /// The correction; `nil` if none is known.
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

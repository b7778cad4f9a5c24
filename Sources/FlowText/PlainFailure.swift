/// Why something can't be read, written or done, in words: code that catches it only reports it.
///
/// A failure whose cases callers tell apart has a type of its own. The texts may quote foreign text
/// as it came; `TerminalText` escapes them where they are printed.
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

/// A problem with its location and its correction.
///
/// All code uses this type, from the lexer to a failed expectation in a live run.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a problem.
  public enum Severity: String, Sendable, Hashable {
    /// The script can't run, or the run failed.
    case error
    /// The script runs, but probably not as intended.
    case warning
    /// The diagnostic is information; nothing is wrong.
    case note
  }

  /// The problem.
  public var problem: Problem
  /// The severity of this occurrence.
  public var severity: Severity
  /// The exact location; `nil` if the problem isn't in a script.
  public var place: Place?
  /// Related locations, each with a short text.
  public var labels: [PlaceLabel]
  /// Further information, one sentence each.
  public var notes: [String]
  /// The correction; `nil` if none is known.
  public var help: String?

  /// A location that is related to a problem.
  public struct PlaceLabel: Sendable, Hashable {
    /// The location.
    public var place: Place
    /// The text to show at the location.
    public var text: String

    /// Makes a label.
    public init(_ place: Place, _ text: String) {
      self.place = place
      self.text = text
    }
  }

  /// Makes a diagnostic.
  ///
  /// By default, the diagnostic has the help and the severity of the problem.
  public init(
    _ problem: Problem, at place: Place?, labels: [PlaceLabel] = [], notes: [String] = [],
    help: String? = nil, severity: Severity? = nil
  ) {
    self.problem = problem
    self.severity = severity ?? problem.kind.severity
    self.place = place
    self.labels = labels
    self.notes = notes
    self.help = help ?? problem.help
  }

  /// The kind of the problem.
  public var kind: ProblemKind { problem.kind }
  /// The problem's message, in one sentence.
  public var message: String { problem.message }
}

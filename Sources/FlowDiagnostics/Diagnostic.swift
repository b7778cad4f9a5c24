/// What is wrong, where, and what to do about it: one value for every problem from the lexer to a
/// failed expectation in a live run.
public struct Diagnostic: Sendable, Hashable {
  /// How serious a problem is.
  public enum Severity: String, Sendable, Hashable {
    /// Nothing runs, or the run failed.
    case error
    /// It runs, but probably not as meant.
    case warning
    /// Worth knowing, and nothing is wrong.
    case note
  }

  /// What is wrong.
  public var problem: Problem
  /// How serious it is here.
  public var severity: Severity
  /// The exact place; `nil` where no script is at fault.
  public var place: Place?
  /// Other places that the problem is about, each with a few words.
  public var labels: [PlaceLabel]
  /// What else is worth knowing, a sentence each.
  public var notes: [String]
  /// What to do about it.
  public var help: String?

  /// Another place that a problem is about.
  public struct PlaceLabel: Sendable, Hashable {
    /// Where.
    public var place: Place
    /// What is there.
    public var text: String

    /// Makes a label.
    public init(_ place: Place, _ text: String) {
      self.place = place
      self.text = text
    }
  }

  /// Makes a diagnostic; without `help` and `severity` it has the problem's own.
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

  /// What kind of problem it is.
  public var kind: ProblemKind { problem.kind }
  /// What is wrong, in one sentence.
  public var message: String { problem.message }
}

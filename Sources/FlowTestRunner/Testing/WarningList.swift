import FlowHTTP

/// The warnings of a run, as the console shows them before the summary: each once.
struct WarningList {
  /// The first warnings.
  private(set) var first: [ProblemReport] = []
  /// The number of all warnings, including those that were shown with a failed flow.
  private(set) var count = 0
  /// The number of warnings that are neither in `first` nor shown elsewhere.
  private(set) var others = 0
  private var seen: Set<ProblemReport.Identity> = []

  /// The most warnings that the console draws after each run; `flow check` lists all.
  static let drawnMax = 20

  /// Adds the warnings among problems.
  ///
  /// - Parameters:
  ///   - problems: The problems.
  ///   - isShown: Whether they are already on the screen.
  mutating func add(_ problems: [ProblemReport], isShown: Bool = false) {
    for problem in problems where problem.isWarning {
      guard seen.insert(problem.identity).inserted else { continue }
      count += 1
      if isShown { continue }
      if first.count < WarningList.drawnMax { first.append(problem) } else { others += 1 }
    }
  }

  /// Adds a number of warnings that aren't kept.
  mutating func add(uncounted: Int) {
    count += uncounted
    others += uncounted
  }
}

extension ProblemReport {
  /// What is the same in every report of a problem: its kind, its location and its message.
  struct Identity: Hashable {
    var id: String?
    var file: String?
    var line: Int?
    var column: Int?
    var message: String?
  }

  /// The identity of the problem.
  var identity: Identity {
    let start = object["start"]
    return Identity(
      id: object["id"]?.string, file: object["file"]?.string, line: start?["line"]?.integer,
      column: start?["column"]?.integer, message: object["message"]?.string)
  }
}

import FlowHTTP

/// The failed flows of a run, grouped by their errors.
///
/// Flows are in one group if they have the same errors, wherever these are. Rows of one flow, and
/// flows with one profile, often fail for one reason. The user sees it once.
struct FailureGroups {
  /// Flows with equal errors.
  struct Group {
    /// The status of the first flow.
    var status: FlowReport.Status
    /// The error, on one line.
    var reason: String
    /// The first flows.
    var flows: [Flow]
    /// The number of all flows.
    var count = 1
  }

  /// A failed flow.
  struct Flow {
    var id: String
    /// The file and the line of its name.
    var place: String
    /// The command that runs only this flow.
    var command: String
    /// The notes about its errors, such as the values of its row.
    var notes: [String]
  }

  /// The first groups, in the order of their first flows.
  private(set) var groups: [Group] = []
  /// The number of flows in further groups.
  private(set) var others = 0
  private var places: [FlowReport.FailureIdentity: Int] = [:]
  private let groupsMax: Int

  /// The most flows of a group that are kept.
  private static let flowsMax = 20

  /// Creates an empty list.
  ///
  /// - Parameter groupsMax: The most groups that are kept.
  init(groupsMax: Int) { self.groupsMax = groupsMax }

  /// Adds a failed flow.
  ///
  /// - Parameters:
  ///   - report: The flow.
  ///   - command: The command that runs only this flow.
  /// - Returns: The first flow with the same errors; `nil` if this is the first one.
  mutating func add(_ report: FlowReport, command: String) -> Flow? {
    let flow = Flow(
      id: report.id, place: "\(report.file):\(report.line)", command: command,
      notes: report.failureNotes)
    let identity = report.failureIdentity
    if let identity, let place = places[identity] {
      guard place < groups.count else {
        others += 1
        return nil
      }
      groups[place].count += 1
      if groups[place].flows.count < FailureGroups.flowsMax { groups[place].flows.append(flow) }
      return groups[place].flows.first
    }
    guard groups.count < groupsMax else {
      others += 1
      return nil
    }
    if let identity { places[identity] = groups.count }
    groups.append(
      Group(status: report.status, reason: report.reason ?? report.status.words, flows: [flow]))
    return nil
  }
}

extension FlowReport {
  /// What is the same in flows that fail in the same way.
  struct FailureIdentity: Hashable {
    fileprivate var status: Status
    /// The kind and the message of each error.
    fileprivate var errors: [[String?]]
    /// The reason of each expectation that didn't hold.
    fileprivate var unmet: [String]
  }

  /// The errors of the last attempt.
  private var failures: [ProblemReport] {
    attempts.last?.problems.filter { !$0.isWarning } ?? []
  }

  /// The errors and the unmet expectations of the last attempt.
  ///
  /// `nil` if there are none of them, as in a flow that didn't run.
  var failureIdentity: FailureIdentity? {
    let errors = failures.map { [$0.object["id"]?.string, $0.object["message"]?.string] }
    let unmet = attempts.last?.expectations.filter { !$0.holds }.map(\.reason) ?? []
    guard !errors.isEmpty || !unmet.isEmpty else { return nil }
    return FailureIdentity(status: status, errors: errors, unmet: unmet)
  }

  /// The notes about the errors, such as the values of a row.
  var failureNotes: [String] {
    failures.flatMap { $0.object["notes"]?.array?.compactMap(\.string) ?? [] }
  }
}

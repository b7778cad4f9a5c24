import OktaSimulator

/// The numbers of changes in the reports of one or several apps.
package struct DiffCounts {
  private var weaker = 0
  private var stronger = 0
  private var weakerSettings: Set<SettingLimit.Name> = []
  private var stricterSettings: Set<SettingLimit.Name> = []
  private var joined: Set<String> = []
  private var left: Set<String> = []
  /// Whether everything was compared.
  package private(set) var isComplete = true
  /// Whether the comparison of the whole org leaves something out, which is reported elsewhere.
  private var isPartial = false
  /// Whether something is weaker and isn't accepted.
  package private(set) var isWeaker = false

  package init() {}

  /// Adds the changes of a report.
  package mutating func add(_ report: DiffReport) {
    let diff = report.diff
    weaker += diff.changes.count { $0.kind == .weaker }
    stronger += diff.changes.count { $0.kind == .stronger }
    for change in diff.settings {
      if report.isWeaker(change) {
        weakerSettings.insert(change.new.name)
      } else {
        stricterSettings.insert(change.new.name)
      }
    }
    joined.formUnion(diff.joined)
    left.formUnion(diff.left)
    isComplete = isComplete && diff.isComplete
    isPartial = isPartial || report.isPartial
    isWeaker = isWeaker || report.isWeaker
  }

  /// The numbers in words, or that both orgs are the same.
  package var words: String {
    func count(_ number: Int, _ one: String, _ many: String) -> [String] {
      number == 0 ? [] : ["\(number) \(number == 1 ? one : many)"]
    }
    let more =
      count(weakerSettings.count, "weaker setting", "weaker settings")
      + count(stricterSettings.count, "stricter setting", "stricter settings")
      + count(joined.count, "new user", "new users") + count(left.count, "user gone", "users gone")
    let rest = isComplete ? [] : ["not complete"]
    guard weaker + stronger + more.count > 0 else {
      return isComplete
        ? "no difference\(isPartial ? " in what was compared" : ""): everyone gets in by the same "
          + "methods, in every circumstance"
        : "no difference found so far, not complete"
    }
    return (["\(weaker) weaker", "\(stronger) stronger"] + more + rest).joined(separator: ", ")
  }
}

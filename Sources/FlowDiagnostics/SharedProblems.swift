/// The kinds of problems that both the checker and engines report.
///
/// The checker and the engines don't depend on each other. The problems are about settings, and
/// about statements that can't run yet.
extension ProblemKind {
  package static let mixedRequirement = ProblemKind("mixed-requirement", .warning)
  package static let notYet = ProblemKind("not-yet", exit: .invalid)
  package static let settingDuplicate = ProblemKind("setting-duplicate")
  package static let settingMissing = ProblemKind("setting-missing")
  package static let settingValue = ProblemKind("setting-value")
  package static let unknownSetting = ProblemKind("unknown-setting")
}

extension Problem {
  package static func notYet(form: String) -> Problem {
    Problem(
      .notYet, "\(form) is valid, but can't run yet",
      help: "`flow explain not-yet` lists what runs and what doesn't")
  }

  package static var mixedRequirement: Problem {
    Problem(
      .mixedRequirement, "`and` and `or` are mixed: `and` binds tighter than `or`",
      help: "put parentheses around what belongs together: `password and (email or phone)`")
  }

  package static func settingDuplicate(message: String) -> Problem {
    Problem(.settingDuplicate, message)
  }

  package static func settingMissing(message: String) -> Problem {
    Problem(.settingMissing, message)
  }

  package static func settingValue(message: String) -> Problem {
    Problem(.settingValue, message)
  }

  package static func unknownSetting(message: String, nearest: [String]) -> Problem {
    Problem(.unknownSetting, message, suggestions: nearest)
  }
}

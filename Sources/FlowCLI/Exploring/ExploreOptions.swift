import FlowExplorer
import FlowScript
import FlowSimulator
import FlowSyntax

/// What `flow explore` was asked for, read and checked.
struct ExploreOptions {
  typealias Fault = ParsedArguments.Fault

  var org: OrgChoice
  var format = ExploreCommand.Format.table
  var states: Int
  /// Whether every ending is told.
  var isWhole: Bool
  /// Where flows are written to; `nil` where none are.
  var folder: String?
  private var logins: [String]

  init(_ arguments: ParsedArguments) throws(Fault) {
    org = try OrgChoice(arguments, command: "flow explore")
    format = try arguments.word("--format", of: ExploreCommand.Format.self) ?? .table
    states = try ExploreOptions.states(arguments)
    isWhole = arguments.has("--all")
    folder = arguments.value("--write")
    logins = arguments.all("--user")
  }

  /// The people that were asked for, as the org writes them; empty for everybody.
  func users(of found: OrgSource.Found) throws(OrgSource.Failure) -> Set<String> {
    let all = found.org.userLogins
    var users: Set<String> = []
    for login in logins {
      guard let user = all.first(where: { $0.lowercased() == login.lowercased() }) else {
        let nearest = Suggestion.nearest(login, among: all).first
        throw OrgSource.Failure(
          fault: Fault(
            message: "the org `\(found.org.name.terminalSafe)` has no user `\(login.terminalSafe)`",
            help: nearest.map { "did you mean `\($0.terminalSafe)`?" }), status: .usage)
      }
      users.insert(user)
    }
    return users
  }

  static func states(_ arguments: ParsedArguments) throws(Fault) -> Int {
    guard let text = arguments.value("--states") else { return Explorer.statesUsual }
    guard let number = Int(text), (1...10_000_000).contains(number) else {
      throw Fault(
        message: "`--states` takes a number from 1 to 10000000, not `\(text.terminalSafe)`",
        help: nil)
    }
    return number
  }
}

extension OptionSpec {
  /// How much of a walk is kept.
  static let states = OptionSpec(
    name: "--states", value: "N",
    meaning: "keep at most so many positions of a walk (\(Explorer.statesUsual))")
}

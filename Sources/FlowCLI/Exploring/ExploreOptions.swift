import FlowHost
import FlowText
import FlowScript
import FlowTerminal
import OktaSimulator
import FlowSyntax

/// What `flow explore` was asked for, read and checked.
struct ExploreOptions {
  typealias Fault = ParsedArguments.Fault

  var org: OrgChoice
  var format = ExploreCommand.Format.table
  var walks: WalkOptions
  /// Whether every ending is told.
  var isWhole: Bool
  /// Where flows are written to; `nil` where none are.
  var folder: String?
  /// Files and folders of flows beside which others are written.
  var given: [String]
  private var logins: [String]

  init(_ arguments: ParsedArguments) throws(Fault) {
    org = try OrgChoice(arguments, command: "flow explore")
    format = try arguments.word("--format", of: ExploreCommand.Format.self) ?? .table
    walks = try WalkOptions(arguments)
    isWhole = arguments.has("--all")
    folder = arguments.value("--write")
    walks.isWriting = folder != nil
    given = arguments.all("--given")
    guard given.isEmpty || folder != nil else {
      throw Fault(
        message: "`--given` takes effect with `--write` alone",
        help: "`--write DIR` says where the other flows are written to")
    }
    if let folder, let file = org.file, file == "-" || FileReader.isSpecial(file) {
      throw Fault(
        message: "`--write \(folder.terminalSafe)` needs the org in a file: the flows import it",
        help: "save it as `org.flow`, and write `flow explore org.flow --write …`")
    }
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
}

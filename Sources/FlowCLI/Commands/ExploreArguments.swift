import FlowHost
import FlowScript
import FlowTerminal
import FlowText
import PolicyExplorer

extension ExploreOptions {
  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments, _ host: Host) throws(UsageFault) {
    self.init(org: try OrgArguments.choice(arguments, host, command: "flow explore"))
    walks = try WalkOptions(arguments)
    isWhole = arguments.has(ExploreCommand.all)
    folder = arguments.text(SharedOptions.write)
    walks.isWriting = folder != nil
    given = arguments.texts(ExploreCommand.given)
    guard given.isEmpty || folder != nil else {
      throw UsageFault(
        message: "`--given` requires `--write`",
        help: "`--write DIR` names the folder for the new flows")
    }
    if let folder, let file = org.file, file == "-" || FileReader.isSpecial(file) {
      throw UsageFault(
        message: "`--write \(folder)` needs the org in a file: the flows import it",
        help: "save it as `org.flow`, and write `flow explore org.flow --write …`")
    }
    logins = arguments.texts(ExploreCommand.user)
  }
}

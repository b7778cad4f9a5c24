import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal
import FlowText

/// `flow init`: makes a small project whose tests pass.
enum InitCommand {
  static let spec = CommandSpec(
    name: "init", operands: "DIR",
    summary: "make a small project that passes: a script, a profile, an org",
    details: [
      "Writes a small project into the folder DIR:",
      "  sign-in.flow        a script with two flows",
      "  profiles/jane.flow  a profile",
      "  orgs/acme.flow      a simulated org",
      "  acme.env            the passwords of the org's users",
      "  flow.json           names acme.env as the file of secrets",
      "  check.sh            checks for CI",
      "  README.md, .gitignore",
      "",
      "If the folder already has one of these files, nothing is written. Then prints the next",
      "steps.",
    ],
    operandCount: 1...1, options: [],
    examples: [("flow init sign-in", "then `sh sign-in/check.sh`")],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    let project = MadeFiles(files: ProjectTemplate.files, folder: arguments.operands[0])
    if let fault = project.fault(help: "name a folder without this file", takesSame: false) {
      host.errors.print(usage(fault))
      return .usage
    }
    let status = project.write(host)
    if status == .success { host.errors.print(nextSteps(project.folder)) }
    return status
  }

  /// Returns the shell commands with which the user can see that the project's tests pass.
  private static func nextSteps(_ folder: String) -> TerminalText {
    let isCurrent = FileReader.place(folder) == FileReader.place(".")
    let path = folder.hasPrefix("-") ? "./" + folder : folder
    let change: TerminalText = isCurrent ? "" : "  cd \(ShellWord.quoted(path))\n"
    return """
      next:
      \(change)  flow test       # run every flow against the simulated org
        sh check.sh     # check, format and test, as CI does

      """
  }
}

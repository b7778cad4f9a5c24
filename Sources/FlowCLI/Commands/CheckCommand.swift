import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner

/// `flow check`: finds what is wrong without running anything.
enum CheckCommand {
  static let strict = Flag("--strict", "fail on warnings too")
  static let variable = Option("--var", "NAME", repeats: true, "a name that a run will be given")
  static let fix = Flag("--fix", "mend misspelt words that leave no doubt")
  static let diff = Flag("--diff", "with --fix: write nothing; print what would change")
  static let spec = CommandSpec(
    name: "check", operands: "PATH…",
    summary: "find the mistakes in scripts without running them",
    details: [
      "Reads files, and every .flow file below folders, with all that they import, and prints",
      "every mistake: of grammar, unknown names, types that can't be compared, rules that can",
      "never fire, orgs that can't be, what nothing uses and what the org doesn't have. `-` reads",
      "a script from the standard input.",
      "",
      "--fix writes what was surely meant in place of a misspelt word, and tells each change; where",
      "two words are as near, or the script would be no better, it changes nothing.",
    ],
    operandCount: 1...Int.max,
    options: [
      strict,
      variable,
      SharedOptions.root,
      fix,
      diff,
      SharedOptions.quiet,
      ProblemFormat.option,
      SharedOptions.json.described(as: "print JSON: one problem a line"),
    ],
    examples: [
      ("flow check Examples", "everything in a folder"),
      ("flow check --strict --json sign-in.flow", "for an editor or a pipeline"),
      ("flow check --format github .", "the lines of a change annotated, in GitHub Actions"),
      ("flow check --fix --diff sign-in.flow", "what would be mended"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do {
      let style = try ColorOption.style(host.output, arguments, host.environment)
      var session = try CheckSession(arguments, host, style: style)
      return session.run(fixes: arguments.has(CheckCommand.fix))
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}

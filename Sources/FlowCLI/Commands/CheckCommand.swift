import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner

/// `flow check`: finds mistakes in scripts without running them.
enum CheckCommand {
  static let strict = Flag("--strict", "fail on warnings too")
  static let variable = Option("--var", "NAME", repeats: true, "a name that a run will set")
  static let fix = Flag("--fix", "fix misspelled words that have one correction")
  static let diff = Flag("--diff", "with --fix: write nothing; print what would change")
  static let spec = CommandSpec(
    name: "check", operands: "PATH…",
    summary: "find the mistakes in scripts without running them",
    details: [
      "Reads files and what they import. In a folder, reads every .flow file below the folder.",
      "Prints every mistake:",
      "  - wrong grammar",
      "  - unknown names",
      "  - comparisons of different types",
      "  - rules that can never fire",
      "  - orgs that can't be simulated",
      "  - declarations that nothing uses",
      "  - users, rules and other things that the org doesn't have",
      "",
      "`-` reads a script from the standard input.",
      "",
      "--fix replaces misspelled words, and prints each change. It doesn't change a word if two",
      "corrections are equally near, or if the changed script would have an error at this place.",
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
      SharedOptions.json.described(as: "print JSON: one problem per line"),
    ],
    examples: [
      ("flow check Examples", "everything in a folder"),
      ("flow check --strict --json sign-in.flow", "for an editor or a CI job"),
      ("flow check --format github .", "annotations on a pull request, in GitHub Actions"),
      ("flow check --fix --diff sign-in.flow", "print the fixes without making them"),
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

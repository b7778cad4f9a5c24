import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner

/// `flow check`: finds what is wrong without running anything.
enum CheckCommand {
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
      OptionSpec(name: "--strict", meaning: "fail on warnings too"),
      OptionSpec(
        name: "--var", value: "NAME", repeats: true, meaning: "a name that a run will be given"),
      OptionSpec.root,
      OptionSpec(name: "--fix", meaning: "mend misspelt words that leave no doubt"),
      OptionSpec(name: "--diff", meaning: "with --fix: write nothing; print what would change"),
      OptionSpec(name: "--quiet", short: "-q", meaning: "print problems alone"),
      OptionSpec(
        name: "--format", value: "FORMAT", meaning: "text (default), json, sarif or github",
        words: ProblemFormat.allCases.map(\.rawValue)),
      OptionSpec(name: "--json", meaning: "print JSON: one problem a line"),
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
      let style = try Style.of(host.output, arguments, host.environment)
      var session = try CheckSession(arguments, host, style: style)
      return session.run(fixes: arguments.has("--fix"))
    } catch {
      host.errors.write(usage(error))
      return .usage
    }
  }
}

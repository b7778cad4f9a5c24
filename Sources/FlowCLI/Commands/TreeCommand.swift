import FlowDiagnostics
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal

/// `flow ast`: prints the syntax tree of a script.
enum TreeCommand {
  static let tree = Flag("--tree", "print an indented tree (default)")

  static let spec = CommandSpec(
    name: "ast", operands: "FILE",
    summary: "print the syntax tree of a script, as text or as JSON",
    details: [
      "Prints the syntax tree: one node per line with its kind, its role, its value, its lines and",
      "columns, and its bytes in brackets; then the comments. Imports aren't read. `-` reads a",
      "script from the standard input.",
      "",
      "--json prints one object: `version` (1), `file`, `tree`, `comments` and `diagnostics`. A",
      "node has `kind`, `start` and `end` (each `offset` in bytes from 0, `line` and `column` from",
      "1, in Unicode scalars), `children`, and optionally a `role`, a `value` and `attributes`.",
      "The value of a text with values in it is a list of `text` and `name`; the value of a",
      "duration is an object with `milliseconds`. A newer version may add kinds and members; if it",
      "changes one, `version` increases.",
      "",
      "A literal text in the place of a secret is masked, and has `secret`. A script with mistakes",
      "has a tree of everything that could be read; its mistakes are printed, and the status is 2.",
    ],
    operandCount: 1...1,
    options: [
      tree,
      SharedOptions.json.described(as: "print JSON: one object"),
    ],
    examples: [
      ("flow ast sign-in.flow", "the tree of a script"),
      ("flow ast --json sign-in.flow", "for a program that reads scripts"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do {
      try arguments.exclude(TreeCommand.tree, SharedOptions.json)
      let style = try ColorOption.style(host.output, arguments, host.environment)
      let errorStyle = try ColorOption.style(host.errors, arguments, host.environment)
      let path = arguments.operands[0]
      var problems = ProblemOutput(output: host.errors, style: errorStyle, masker: Masker())
      let source: SourceFile
      do throws(ReadFault) {
        source = SourceFile(name: path, bytes: try ScriptFiles.read(path))
      } catch {
        problems.write([error.diagnostic(of: path)])
        return .wrongScript
      }
      guard !ScriptTree.isLinked(path) || isScript(source) else {
        problems.write([Diagnostic(.notAScript(path: path), at: nil)])
        return .wrongScript
      }
      let tree = TreeOutput(source)
      if arguments.has(SharedOptions.json) {
        host.output.writeLine(tree.json(diagnostics: problems.json(tree.diagnostics)))
      } else {
        host.output.print(tree.text(style))
        problems.write(tree.diagnostics)
      }
      return tree.diagnostics.contains { $0.severity == .error } ? .wrongScript : .success
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  /// Whether a file to which a link leads is a script; if not, its lines aren't shown.
  private static func isScript(_ source: SourceFile) -> Bool {
    let (script, mistakes) = Script.parse(source)
    return ScriptShape.isScript(script, mistakes)
  }
}

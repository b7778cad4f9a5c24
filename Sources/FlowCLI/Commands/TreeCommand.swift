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
      "Prints the syntax tree: a line for each node, with its kind, its role, its value, its lines",
      "and columns, and its bytes in brackets. Then prints the comments. Imports aren't read. `-`",
      "reads a script from the standard input.",
      "",
      "--json prints one object with `version` (1), `file`, `tree`, `comments` and `diagnostics`.",
      "A node has:",
      "  - `kind`",
      "  - `start` and `end`: each has `offset` (bytes, from 0), `line` and `column` (Unicode",
      "    scalars, both from 1)",
      "  - `children`",
      "  - optionally `role`, `value` and `attributes`",
      "",
      "If a text contains values of names, its value is a list of `text` and `name`. The value of",
      "a duration is an object with `milliseconds`. A newer version of flow may add kinds and",
      "members. If it changes one, it increases `version`.",
      "",
      "If a secret is written as a text, it is masked, and the node has `secret`. If a script has",
      "mistakes, the tree contains everything that could be read. The mistakes are printed, and",
      "the status is 2.",
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

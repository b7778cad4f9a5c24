import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText

/// `flow completions`: prints the completion scripts of shells.
enum CompletionsCommand {
  /// The texts that the command can print.
  enum Form: String, CaseIterable {
    case bash, zsh, fish, flows, tags
  }

  static let spec = CommandSpec(
    name: "completions", operands: "bash|zsh|fish|flows|tags [FILE…]",
    summary: "print a shell's completion, or the flows of scripts",
    details: [
      "Prints a script for the shell. The script completes commands, options, the words of",
      "options, and .flow files. After `run --only`, it completes the names of the flows.",
      "",
      "bash  in ~/.bashrc: eval \"$(flow completions bash)\"",
      "zsh   as the file _flow of a folder in $fpath, or in ~/.zshrc after compinit:",
      "      eval \"$(flow completions zsh)\"",
      "fish  flow completions fish > ~/.config/fish/completions/flow.fish",
      "",
      "`flow completions flows FILE…` prints the names of the flows in scripts, one per line.",
      "`flow completions tags FILE…` prints the tags of the flows. Files that can't be read are",
      "skipped.",
    ],
    operandCount: 1...Int.max, options: [],
    examples: [
      ("flow completions fish > ~/.config/fish/completions/flow.fish", "for fish"),
      ("flow completions flows sign-in.flow", "the names that `--only` accepts"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(ParsedArguments.Fault) {
      let form = try Form.named(arguments.operands[0], in: "shell")
      let files = Array(arguments.operands.dropFirst())
      if let extra = files.first, form != .flows, form != .tags {
        throw ParsedArguments.Fault(
          message: "`\(extra)` is an extra argument",
          help: "`flow completions --help` shows its arguments")
      }
      switch form {
      case .bash: host.output.write(BashCompletion(commands: CommandTable.all).text)
      case .zsh: host.output.write(ZshCompletion(commands: CommandTable.all).text)
      case .fish: host.output.write(FishCompletion(commands: CommandTable.all).text)
      case .flows: print(flows(of: files).map(\.name), host)
      case .tags: print(flows(of: files).flatMap(\.tags), host)
      }
      return .success
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func flows(of files: [String]) -> [Program.FlowUnit] {
    files.filter { FileReader.exists($0) && !FileReader.isSpecial($0) }.flatMap { file in
      LoadedScript.program(of: file).flows
    }
  }

  /// Prints each word once, one per line.
  ///
  /// A shell reads lines, so a word with a line break is omitted.
  private static func print(_ words: [String], _ host: Host) {
    var told: Set<String> = []
    for word in words where word == DisplayText.line(word) && told.insert(word).inserted {
      host.output.write(word + "\n")
    }
  }
}

import FlowHost
import FlowInterpreter
import FlowLanguageServer
import FlowScript
import FlowSyntax
import FlowTerminal
import FlowText

/// `flow editor`: writes the files with which editors highlight scripts.
enum EditorCommand {
  /// The supported editors.
  enum Editor: String, CaseIterable {
    case textmate, vim
    case treeSitter = "tree-sitter"
    case vscode

    /// The files to write for the editor.
    var files: [MadeFile] {
      switch self {
      case .textmate: [TextMateGrammar.file]
      case .vim: VimSyntax.files
      case .treeSitter: TreeSitterGrammar.files
      case .vscode: VSCodeExtension.files
      }
    }
  }

  static let spec = CommandSpec(
    name: "editor", operands: "textmate|vim|tree-sitter|vscode DIR",
    summary: "write an editor's syntax files into a folder",
    details: [
      "Writes the files for one editor into the folder DIR. They are generated from the words of",
      "the parser. If DIR has a file with other contents, nothing is written.",
      "",
      "textmate     flow.tmLanguage.json: Sublime Text, JetBrains, and others",
      "vim          syntax, ftdetect, ftplugin: Vim and Neovim; DIR is ~/.vim, ~/.config/nvim",
      "tree-sitter  grammar.js, queries: Neovim, Helix, Emacs; `tree-sitter generate`",
      "             makes the parser",
      "vscode       an extension that starts `flow lsp`; DIR is ~/.vscode/extensions/flow-scripts",
    ],
    operandCount: 2...2,
    options: [SharedOptions.force.described(as: "overwrite files that differ")],
    examples: [
      ("flow editor vim ~/.vim", "highlighting in Vim from the next start on"),
      ("flow editor vscode ~/.vscode/extensions/flow-scripts", "full support in VS Code"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let editor = try Editor.named(arguments.operands[0], in: "editor")
      let files = MadeFiles(files: editor.files, folder: arguments.operands[1])
      if !arguments.has(SharedOptions.force),
        let fault = files.fault(help: "`--force` overwrites it")
      {
        throw fault
      }
      return files.write(host)
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// Returns the case for a word.
  ///
  /// - Parameters:
  ///   - word: The word of the command line.
  ///   - noun: A noun for the cases, used in the error message.
  /// - Returns: The case.
  /// - Throws: `UsageFault` with the most similar word, or with all words if none is similar.
  static func named(_ word: String, in noun: String) throws(UsageFault) -> Self {
    if let found = Self(rawValue: word) { return found }
    let names = allCases.map(\.rawValue)
    throw UsageFault(
      message: "unknown \(noun) `\(word)`",
      help: Suggestion.nearest(word, among: names).first.map { "did you mean `\($0)`?" }
        ?? "write one of \(names.map { "`\($0)`" }.joined(separator: ", "))")
  }
}

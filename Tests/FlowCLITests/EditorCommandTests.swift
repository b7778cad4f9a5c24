import CommandSupport
import FlowHost
import FlowSyntax
import FlowHTTP
import FlowTerminal
import Testing

@testable import FlowCLI
@testable import FlowLanguageServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("flow editor") struct EditorCommandTests {
  /// Each editor and, among its files, the one that has the words.
  static let files: [(editor: String, files: [String])] = [
    ("textmate", ["flow.tmLanguage.json"]),
    ("vim", ["syntax/flow.vim", "ftdetect/flow.vim", "ftplugin/flow.vim"]),
    (
      "tree-sitter",
      [
        "grammar.js", "queries/highlights.scm", "queries/folds.scm", "package.json",
        "tree-sitter.json",
      ]
    ),
    (
      "vscode",
      [
        "syntaxes/flow.tmLanguage.json", "package.json", "extension.js",
        "language-configuration.json",
      ]
    ),
  ]

  @Test("An editor's files are written, and contain every word of the parser", arguments: files)
  func words(editor: String, files: [String]) async throws {
    let folder = try TemporaryFolder()
    let place = folder.path + "/new/" + editor
    let run = await Shell()("editor", editor, place)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.lines.sorted() == files.map { place + "/" + $0 }.sorted())
    let text = try String(contentsOfFile: place + "/" + files[0], encoding: .utf8)
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
    let missing = Keyword.allCases.map(\.spelling).filter { !$0.isEmpty && !words.contains($0) }
    #expect(missing == [])
    for unit in LanguageWords.units { #expect(words.contains(unit)) }
    let all = try files.map { try String(contentsOfFile: place + "/" + $0, encoding: .utf8) }
      .joined()
    for word in LanguageWords.outcomes + LanguageWords.algorithms + LanguageWords.randomKinds {
      #expect(all.contains(word))
    }
    for file in files where file.hasSuffix(".json") {
      let bytes = Array(try String(contentsOfFile: place + "/" + file, encoding: .utf8).utf8)
      #expect(throws: Never.self) { try JSON(parsing: bytes) }
    }
  }

  @Test("The manifest of VS Code names existing files, and the grammar's own scope")
  func manifest() throws {
    let files = Dictionary(
      uniqueKeysWithValues: EditorCommand.Editor.vscode.files.map { ("./" + $0.path, $0.text) })
    let package = try #require(files["./package.json"])
    let manifest = try JSON(parsing: Array(package.utf8))
    let language = try #require(manifest["contributes"]?["languages"]?.array?.first)
    let configuration = try #require(language["configuration"]?.string)
    #expect(files[configuration] != nil)
    let grammar = try #require(manifest["contributes"]?["grammars"]?.array?.first)
    let path = try #require(grammar["path"]?.string)
    let text = try #require(files[path])
    #expect(try JSON(parsing: Array(text.utf8))["scopeName"] == grammar["scopeName"])
  }

  @Test("Everything that the TextMate grammar includes is in its repository")
  func includes() throws {
    let grammar = try JSON(parsing: Array(TextMateGrammar.file.text.utf8))
    let repository = try #require(grammar["repository"]?.object)
    for pattern in grammar["patterns"]?.array ?? [] {
      let name = try #require(pattern["include"]?.string?.dropFirst())
      #expect(repository[String(name)] != nil, "\(name)")
    }
  }

  @Test("A file that differs stops all writing, unless --force is given")
  func obstacles() async throws {
    let folder = try TemporaryFolder()
    let mine = try folder.write("ftplugin/flow.vim", "\" mine\n")
    let refused = await Shell()("editor", "vim", folder.path)
    #expect(refused.status == .usage)
    #expect(refused.errors.contains("ftplugin/flow.vim` already exists"))
    #expect(refused.errors.contains("help: `--force` overwrites it"))
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "\" mine\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/syntax"))
    let forced = await Shell()("editor", "vim", folder.path, "--force")
    #expect(forced.status == .success && forced.lines.count == 3)
    let again = await Shell()("editor", "vim", folder.path)
    #expect(again.status == .success && again.output.isEmpty)
  }

  @Test("A folder that can't be created is reported")
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", "")
    let run = await Shell()("editor", "vim", file)
    #expect(run.status == .serverFailed)
    #expect(run.errors.contains("can't be written"))
  }

  @Test("A wrong editor is answered with the nearest, or all")
  func wrong() async {
    let near = await Shell()("editor", "vscod", "x")
    #expect(near.status == .usage && near.errors.contains("did you mean `vscode`?"))
    let far = await Shell()("editor", "notepad-plus", "x")
    #expect(far.errors.contains("write one of `textmate`, `vim`, `tree-sitter`, `vscode`"))
    #expect(await Shell()("editor", "vim").status == .usage)
  }
}

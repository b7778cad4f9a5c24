import Foundation
import Testing

/// The editors' files, tested with editors' own programs and libraries.
///
/// Each test is skipped if its program isn't installed: Neovim, Vim, node, Python with
/// `pytest-lsp`, and with `textmate-grammar-python`.
@Suite(.serialized) struct EditorTests {
  /// The last lines of a program that ends successfully.
  private func expectDone(_ run: (status: Int32, output: [UInt8])) {
    let text = String(decoding: run.output, as: UTF8.self)
    #expect(run.status == 0 && text.hasSuffix("done\n"), "\(text)")
  }

  @Test(
    "An external client library has a session with the language server",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.hasPython("pytest_lsp"), "no pytest-lsp for Python here"))
  func library() throws {
    try expectDone(Tool.python("editor.py", [#require(Tool.flow)]))
  }

  @Test(
    "Neovim's own client has a session with the language server",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.answers(["nvim", "--version"]), "no Neovim here"))
  func neovim() throws {
    let flow = try #require(Tool.flow)
    expectDone(
      try Tool.run(
        [
          "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "--cmd", "let g:flow='\(flow)'",
          "-c", "luafile \(Tool.script("editor.lua"))",
        ], showsErrors: true))
  }

  @Test(
    "The extension of VS Code has a session with the language server and runs a flow",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.answers(["node", "--version"]), "no node here"))
  func extensionOfVSCode() throws {
    let flow = try #require(Tool.flow)
    expectDone(try Tool.run(["node", Tool.script("vscode.js"), flow], showsErrors: true))
  }

  @Test(
    "An external tokenizer highlights each word correctly by the TextMate grammar",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.hasPython("textmate_grammar"), "no tokenizer for Python here"))
  func textMate() throws {
    try expectDone(Tool.python("colours.py", [#require(Tool.flow), "textmate"]))
  }

  @Test(
    "The tree-sitter grammar parses every example, and its queries use its own nodes",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.answers(["node", "--version"]), "no node here"))
  func treeSitter() throws {
    let flow = try #require(Tool.flow)
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let examples = try FileManager.default.contentsOfDirectory(
      at: package.appending(path: "Examples"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "flow" }.map { $0.path() }
    #expect(!examples.isEmpty)
    expectDone(
      try Tool.run(["node", Tool.script("grammar.js"), flow] + examples, showsErrors: true))
  }

  @Test(
    "Vim highlights each word correctly",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.answers(["vim", "--version"]), "no Vim here"))
  func vim() throws {
    try expectDone(Tool.python("colours.py", [#require(Tool.flow), "vim"]))
  }

  @Test(
    "Neovim highlights each word correctly",
    .enabled(if: Tool.flow != nil, "no `flow` beside the tests"),
    .enabled(if: Tool.answers(["nvim", "--version"]), "no Neovim here"))
  func neovimColours() throws {
    try expectDone(Tool.python("colours.py", [#require(Tool.flow), "nvim"]))
  }
}

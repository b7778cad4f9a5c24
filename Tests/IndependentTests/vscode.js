// Loads the printed VS Code extension with a stand-in for the editor, and drives it.
//
//   node vscode.js FLOW
//
// writes the extension with `flow editor vscode`, opens a script, types, and asserts the data that
// the extension passes to the editor. Ends with 0 and the word `done` on success.

"use strict";

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");

const flow = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "flow-"));

// The parts of the editor that the extension uses, as values that can be inspected.

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Location { constructor(uri, range) { Object.assign(this, { uri, range }); } }
class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}
class DiagnosticRelatedInformation {
  constructor(location, message) { Object.assign(this, { location, message }); }
}
class CompletionItem { constructor(label, kind) { Object.assign(this, { label, kind }); } }
class Hover { constructor(contents, range) { Object.assign(this, { contents, range }); } }
class MarkdownString { constructor(value) { this.value = value; } }
class CodeAction { constructor(title, kind) { Object.assign(this, { title, kind }); } }
class CodeLens { constructor(range, command) { Object.assign(this, { range, command }); } }
class DocumentHighlight { constructor(range, kind) { Object.assign(this, { range, kind }); } }
class FoldingRange {
  constructor(start, end, kind) { Object.assign(this, { start, end, kind }); }
}
class DocumentSymbol {
  constructor(name, detail, kind, range, selectionRange) {
    Object.assign(this, { name, detail, kind, range, selectionRange });
  }
}
class SemanticTokens { constructor(data) { this.data = data; } }
class SemanticTokensLegend {
  constructor(types, modifiers) { Object.assign(this, { types, modifiers }); }
}
class ProcessExecution {
  constructor(process, args) { Object.assign(this, { process, args }); }
}
class Task {
  constructor(definition, scope, name, source, execution) {
    Object.assign(this, { definition, scope, name, source, execution });
  }
}
class WorkspaceEdit {
  constructor() { this.changes = new Map(); }
  set(uri, edits) { this.changes.set(uri.toString(), edits); }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  get fsPath() { return decodeURIComponent(new URL(this.text).pathname); }
  toString() { return this.text; }
}

const providers = {};
const commands = {};
const listeners = {};
const problems = new Map();
const tasks = [];
const warnings = [];
let disposed = 0;

const disposable = { dispose: () => { disposed += 1; } };
const languages = new Proxy({}, {
  get: (_, name) => name === "createDiagnosticCollection"
    ? () => ({ set: (uri, list) => problems.set(uri.toString(), list), ...disposable })
    : (selector, provider, ...more) => {
      assert.deepStrictEqual(selector, { language: "flow" });
      providers[name] = provider;
      provider.more = more;
      return disposable;
    },
});
const listen = (name) => (listener) => {
  listeners[name] = listener;
  return disposable;
};
const vscode = {
  Position, Range, Location, Diagnostic, DiagnosticRelatedInformation, CompletionItem, Hover,
  MarkdownString, CodeAction, CodeLens, DocumentHighlight, FoldingRange, DocumentSymbol,
  SemanticTokens, SemanticTokensLegend, ProcessExecution, Task, WorkspaceEdit, Uri, languages,
  CodeActionKind: { Empty: { append: (value) => ({ value }) } },
  FoldingRangeKind: { Comment: 1 },
  TaskScope: { Workspace: 2 },
  TextEdit: { replace: (range, newText) => ({ range, newText }) },
  commands: { registerCommand: (name, run) => { commands[name] = run; return disposable; } },
  tasks: { executeTask: (task) => tasks.push(task) },
  window: { showWarningMessage: async (text) => { warnings.push(text); } },
  workspace: {
    textDocuments: [], workspaceFolders: [{ uri: new Uri("file://" + folder), name: "scripts" }],
    getConfiguration: () => ({ get: () => flow }),
    onDidOpenTextDocument: listen("open"), onDidChangeTextDocument: listen("change"),
    onDidSaveTextDocument: listen("save"), onDidCloseTextDocument: listen("close"),
  },
};
const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));

class Document {
  constructor(name, text) {
    this.uri = new Uri("file://" + folder + "/" + name);
    this.text = text;
    Object.assign(this, { languageId: "flow", version: 1, isDirty: false });
  }
  getText() { return this.text; }
  position(offset) {
    const before = this.text.slice(0, offset);
    return new Position(
      before.split("\n").length - 1, offset - (before.lastIndexOf("\n") + 1));
  }
  at(text, inside = 0) { return this.position(this.text.indexOf(text) + inside); }
  range(text) { return new Range(this.at(text), this.at(text, text.length)); }
  offset({ line, character }) {
    return this.text.split("\n").slice(0, line).reduce((sum, it) => sum + it.length + 1, character);
  }
  edited(edits) {
    return [...edits].sort((a, b) => this.offset(b.range.start) - this.offset(a.range.start))
      .reduce((text, { range, newText }) =>
        text.slice(0, this.offset(range.start)) + newText + text.slice(this.offset(range.end)),
      this.text);
  }
  type(old, text) {
    const change = { range: this.range(old), text };
    this.text = this.text.replace(old, text);
    this.version += 1;
    this.isDirty = true;
    problems.delete(this.uri.toString());
    listeners.change({ document: this, contentChanges: [change] });
  }
  async problems() {
    for (let round = 0; round < 600; round += 1) {
      const found = problems.get(this.uri.toString());
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("no problems came");
  }
}

async function main() {
  execFileSync(flow, ["editor", "vscode", folder + "/extension"]);
  const manifest = JSON.parse(fs.readFileSync(folder + "/extension/package.json"));
  const extension = require(path.join(folder, "extension", manifest.main));
  assert(manifest.activationEvents.includes("onLanguage:flow"));
  const text = `# One
# Two
flow "signs in" {
  let mail = inbox email
  on identfy answer identifier = "jané"
  on challenge email   answer code = mail
}
`;
  const document = new Document("a b.flow", text);
  vscode.workspace.textDocuments.push(document);
  const context = { subscriptions: [] };
  await extension.activate(context);

  const [problem, ...others] = await document.problems();
  assert.strictEqual(others.length, 0);
  assert.strictEqual(problem.code, "unknown-step");
  assert.strictEqual(problem.severity, 1);
  assert.deepStrictEqual({ ...problem.range }, { ...document.range("identfy") });

  const ask = (name, method, ...more) => providers[`register${name}`][method](document, ...more);
  const token = { onCancellationRequested: () => {} };
  const actions = await ask(
    "CodeActionsProvider", "provideCodeActions", document.range("identfy"),
    { only: { value: "quickfix" } }, token);
  assert.strictEqual(actions[0].kind.value, "quickfix");
  const uri = document.uri.toString();
  assert(document.edited(actions[0].edit.changes.get(uri)).includes("on identify answer"));
  document.type("identfy", "identify");
  assert.deepStrictEqual(await document.problems(), []);

  const items = await ask(
    "CompletionItemProvider", "provideCompletionItems", document.at("identify", 3), token);
  assert(items.some(({ label, kind }) => label === "identify" && kind === 2));
  const hover = await ask("HoverProvider", "provideHover", document.at("identify", 3), token);
  assert(hover.contents.value.includes("a step"));
  const definition = await ask(
    "DefinitionProvider", "provideDefinition", document.at("= mail", 3), token);
  assert.deepStrictEqual(definition.range.start, document.at("mail"));
  const uses = await ask(
    "ReferenceProvider", "provideReferences", document.at("= mail", 3),
    { includeDeclaration: true }, token);
  assert.strictEqual(uses.length, 2);
  const highlights = await ask(
    "DocumentHighlightProvider", "provideDocumentHighlights", document.at("= mail", 3), token);
  assert.deepStrictEqual(highlights.map(({ kind }) => kind), [2, 1]);

  const place = await ask("RenameProvider", "prepareRename", document.at("= mail", 3), token);
  assert.strictEqual(place.placeholder, "mail");
  await assert.rejects(ask("RenameProvider", "prepareRename", document.at("identify"), token));
  const rename = await ask(
    "RenameProvider", "provideRenameEdits", document.at("= mail", 3), "post", token);
  assert(document.edited(rename.changes.get(uri)).includes("answer code = post"));
  await assert.rejects(
    ask("RenameProvider", "provideRenameEdits", document.at("= mail", 3), "a b", token));

  const edits = await ask(
    "DocumentFormattingEditProvider", "provideDocumentFormattingEdits", {}, token);
  const formatted = document.edited(edits);
  assert(formatted.includes("  on identify        answer identifier"));
  const some = await ask(
    "DocumentRangeFormattingEditProvider", "provideDocumentRangeFormattingEdits",
    document.range("on identify answer"), {}, token);
  assert(document.edited(some).includes("  on identify        answer identifier"));

  const symbols = await ask("DocumentSymbolProvider", "provideDocumentSymbols", token);
  assert.deepStrictEqual(symbols.map(({ name }) => name), ["signs in"]);
  assert(symbols[0].children.length >= 2);
  const folds = await ask("FoldingRangeProvider", "provideFoldingRanges", {}, token);
  assert(folds.some(({ kind }) => kind === vscode.FoldingRangeKind.Comment));
  const tokens = await ask(
    "DocumentSemanticTokensProvider", "provideDocumentSemanticTokens", token);
  assert(tokens.data.length > 0 && tokens.data.length % 5 === 0);
  const [legend] = providers.registerDocumentSemanticTokensProvider.more;
  assert(legend.types.includes("keyword"));

  // A run uses the file on the disk: it is saved first, and no shell parses its name.
  document.save = async () => !(document.isDirty = false);
  const [lens] = await ask("CodeLensProvider", "provideCodeLenses", token);
  await commands[lens.command.command](...lens.command.arguments);
  assert(!document.isDirty);
  assert.deepStrictEqual(
    { ...tasks[0].execution },
    { process: flow, args: ["run", folder + "/a b.flow", "--only=signs in"] });

  vscode.workspace.textDocuments.length = 0;
  listeners.close(document);
  extension.deactivate();
  assert(disposed > 10);
  assert.deepStrictEqual(warnings, []);
}

main().then(
  () => console.log("done"),
  (error) => {
    console.log(error);
    process.exitCode = 1;
    setTimeout(() => process.exit(), 100);
  },
).finally(() => fs.rmSync(folder, { recursive: true, force: true }));

"use strict";

const { spawn } = require("child_process");
const vscode = require("vscode");

const selector = { language: "flow" };

/** The program from the setting `flow.path`. */
function program() {
  return vscode.workspace.getConfiguration("flow").get("path") || "flow";
}

/** The messages to and from a server (LSP 3.17, base protocol). */
class Connection {
  constructor(notices, ended) {
    this.notices = notices;
    this.ended = ended;
    this.waiting = new Map();
    this.lastID = 0;
    this.buffer = Buffer.alloc(0);
    this.isOpen = true;
    this.child = spawn(program(), ["lsp"], { stdio: ["pipe", "pipe", "ignore"] });
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (bytes) => this.take(bytes));
    this.child.on("error", (error) => this.close(error.message));
    this.child.on("exit", (status) => this.close(`it ended with ${status}`));
  }

  close(reason) {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const answer of this.waiting.values()) answer(null);
    this.waiting.clear();
    this.ended(reason);
  }

  send(message) {
    if (!this.isOpen) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write(body);
  }

  tell(method, params) {
    this.send({ method, params });
  }

  /** Sends a request. If the server has ended, or the request was canceled, the answer is empty. */
  ask(method, params, token) {
    if (!this.isOpen) return Promise.resolve(null);
    const id = ++this.lastID;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.send({ id, method, params });
    token?.onCancellationRequested(() => this.tell("$/cancelRequest", { id }));
    return answer;
  }

  take(bytes) {
    this.buffer = Buffer.concat([this.buffer, bytes]);
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.buffer.toString("latin1", 0, end));
      const start = end + 4;
      if (!length || this.buffer.length < start + Number(length[1])) return;
      const body = this.buffer.subarray(start, start + Number(length[1]));
      this.buffer = this.buffer.subarray(start + body.length);
      this.receive(JSON.parse(body.toString()));
    }
  }

  receive(message) {
    if (message.method) return this.notices(message.method, message.params);
    const answer = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) return answer?.(new Error(message.error.message));
    answer?.(message.result ?? null);
  }
}

// Conversions from values of the protocol to values of the editor.

const position = (it) => new vscode.Position(it.line, it.character);
const range = (it) => new vscode.Range(position(it.start), position(it.end));
const location = (it) => new vscode.Location(vscode.Uri.parse(it.uri), range(it.range));
const edit = (it) => vscode.TextEdit.replace(range(it.range), it.newText);
const list = (it) => (Array.isArray(it) ? it : []);

function workspaceEdit(it) {
  const made = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(it.changes)) {
    made.set(vscode.Uri.parse(uri), edits.map(edit));
  }
  return made;
}

function diagnostic(it) {
  const made = new vscode.Diagnostic(range(it.range), it.message, it.severity - 1);
  made.code = it.code;
  made.source = it.source;
  made.tags = it.tags;
  made.relatedInformation = it.relatedInformation?.map(
    (info) => new vscode.DiagnosticRelatedInformation(location(info.location), info.message));
  return made;
}

function completion(it) {
  const made = new vscode.CompletionItem(it.label, it.kind - 1);
  made.detail = it.detail;
  made.sortText = it.sortText;
  made.insertText = it.textEdit.newText;
  made.range = range(it.textEdit.range);
  return made;
}

function symbol(it) {
  const made = new vscode.DocumentSymbol(
    it.name, "", it.kind - 1, range(it.range), range(it.selectionRange));
  made.children = list(it.children).map(symbol);
  return made;
}

function action(it) {
  const kind = vscode.CodeActionKind.Empty.append(it.kind);
  const made = new vscode.CodeAction(it.title, kind);
  made.isPreferred = it.isPreferred;
  made.diagnostics = it.diagnostics?.map(diagnostic);
  made.edit = workspaceEdit(it.edit);
  return made;
}

function fold(it) {
  const isComment = it.kind === "comment";
  return new vscode.FoldingRange(
    it.startLine, it.endLine, isComment ? vscode.FoldingRangeKind.Comment : undefined);
}

/** Makes a function that sends requests about a document. An error counts as an empty answer. */
function asker(server) {
  return async (method, document, token, more) => {
    const params = { textDocument: { uri: document.uri.toString() }, ...more };
    const answer = await server.ask("textDocument/" + method, params, token);
    return answer instanceof Error ? null : answer;
  };
}

function registerReading(server, legend) {
  const ask = asker(server);
  const at = (method, make) => async (document, place, token) => {
    const answer = await ask(method, document, token, { position: place });
    return answer && make(answer);
  };
  const whole = (method, make) => async (document, token) =>
    list(await ask(method, document, token)).map(make);
  const languages = vscode.languages;
  return [
    languages.registerCompletionItemProvider(
      selector,
      { provideCompletionItems: at("completion", (items) => list(items).map(completion)) },
      " ", "="),
    languages.registerHoverProvider(selector, {
      provideHover: at("hover", (it) => new vscode.Hover(
        new vscode.MarkdownString(it.contents.value), range(it.range))),
    }),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: at("definition", location),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, place, context, token) =>
        list(await ask("references", document, token, { position: place, context }))
          .map(location),
    }),
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: at("documentHighlight", (items) => list(items).map(
        (it) => new vscode.DocumentHighlight(range(it.range), it.kind - 1))),
    }),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: whole("documentSymbol", symbol),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document, _, token) =>
        whole("foldingRange", fold)(document, token),
    }),
    languages.registerCodeLensProvider(selector, {
      provideCodeLenses: whole("codeLens", (it) =>
        new vscode.CodeLens(range(it.range), it.command)),
    }),
    languages.registerDocumentSemanticTokensProvider(selector, {
      provideDocumentSemanticTokens: async (document, token) => {
        const answer = await ask("semanticTokens/full", document, token);
        return answer && new vscode.SemanticTokens(Uint32Array.from(answer.data));
      },
    }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
  ];
}

function registerWriting(server) {
  const ask = asker(server);
  const languages = vscode.languages;
  return [
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (document, options, token) =>
        list(await ask("formatting", document, token, { options })).map(edit),
    }),
    languages.registerDocumentRangeFormattingEditProvider(selector, {
      provideDocumentRangeFormattingEdits: async (document, place, options, token) =>
        list(await ask("rangeFormatting", document, token, { range: place, options }))
          .map(edit),
    }),
    languages.registerRenameProvider(selector, {
      prepareRename: async (document, place, token) => {
        const it = await ask("prepareRename", document, token, { position: place });
        if (!it) throw new Error("this isn't a name that a script declares");
        return { range: range(it.range), placeholder: it.placeholder };
      },
      provideRenameEdits: async (document, place, newName, token) => {
        const textDocument = { uri: document.uri.toString() };
        const answer = await server.ask(
          "textDocument/rename", { textDocument, position: place, newName }, token);
        if (answer instanceof Error) throw answer;
        return answer && workspaceEdit(answer);
      },
    }),
    languages.registerCodeActionsProvider(selector, {
      provideCodeActions: async (document, place, context, token) => {
        const only = context.only ? [context.only.value] : undefined;
        const asked = { range: place, context: { diagnostics: [], only } };
        return list(await ask("codeAction", document, token, asked)).map(action);
      },
    }),
  ];
}

/** Reports open documents and their changes to the server. */
function registerDocuments(server) {
  const isOurs = (document) => document.languageId === "flow";
  const named = (document) => ({ uri: document.uri.toString() });
  const open = (document) => {
    if (!isOurs(document)) return;
    const { languageId, version } = document;
    server.tell("textDocument/didOpen", {
      textDocument: { ...named(document), languageId, version, text: document.getText() },
    });
  };
  vscode.workspace.textDocuments.forEach(open);
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isOurs(document) || contentChanges.length === 0) return;
      server.tell("textDocument/didChange", {
        textDocument: { ...named(document), version: document.version },
        contentChanges: contentChanges.map(({ range, text }) => ({
          range: { start: range.start, end: range.end }, text,
        })),
      });
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (isOurs(document)) {
        server.tell("textDocument/didSave", { textDocument: named(document) });
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (isOurs(document)) {
        server.tell("textDocument/didClose", { textDocument: named(document) });
      }
    }),
  ];
}

let stop = () => {};

async function start() {
  const problems = vscode.languages.createDiagnosticCollection("flow");
  const parts = [problems];
  const server = new Connection(
    (method, params) => {
      if (method !== "textDocument/publishDiagnostics") return;
      problems.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    },
    async (reason) => {
      stop();
      const text = `\`${program()} lsp\` can't be used: ${reason}`;
      if ((await vscode.window.showWarningMessage(text, "Start again")) !== undefined) start();
    });
  stop = () => {
    parts.splice(0).forEach((part) => part.dispose());
    stop = () => {};
  };
  const folders = vscode.workspace.workspaceFolders ?? [];
  const answer = await server.ask("initialize", {
    processId: process.pid,
    capabilities: {},
    workspaceFolders: folders.map(({ uri, name }) => ({ uri: uri.toString(), name })),
  });
  if (!answer || answer instanceof Error) return;
  server.tell("initialized", {});
  const { legend } = answer.capabilities.semanticTokensProvider;
  parts.push(
    ...registerReading(server, legend), ...registerWriting(server),
    ...registerDocuments(server),
    {
      dispose: () => {
        server.isOpen && server.ask("shutdown").then(() => server.tell("exit"));
      },
    });
}

/** Runs a flow in a terminal, without a shell that could interpret its name. */
async function run(uri, name) {
  const path = vscode.Uri.parse(uri).fsPath;
  const open = vscode.workspace.textDocuments.find((it) => it.uri.toString() === uri);
  if (open?.isDirty && !(await open.save())) return;
  const task = new vscode.Task(
    { type: "flow" }, vscode.TaskScope.Workspace, name, "flow",
    new vscode.ProcessExecution(program(), ["run", path, "--only=" + name]));
  await vscode.tasks.executeTask(task);
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("flow.run", run));
  return start();
};

exports.deactivate = () => stop();

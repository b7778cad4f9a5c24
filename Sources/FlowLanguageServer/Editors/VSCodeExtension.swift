package import FlowHost
import FlowSyntax
import FlowHTTP
import FlowTerminal

/// The files of the VS Code extension: highlighting, brackets, comments and the language server.
package enum VSCodeExtension {
  package static let files = [
    MadeFile(path: "package.json", text: manifest.pretty() + "\n"),
    MadeFile(path: client, text: Resources.extensionJs),
    MadeFile(path: "language-configuration.json", text: configuration.pretty() + "\n"),
    MadeFile(path: "syntaxes/flow.tmLanguage.json", text: TextMateGrammar.file.text),
  ]

  /// The code of the extension, which starts `flow lsp` and connects it to the editor.
  ///
  /// It uses only the editor's own modules, because a client package would have to be downloaded
  /// and built.
  /// built.
  private static let client = "extension.js"

  private static let manifest: JSON = [
    "name": "flow-scripts", "displayName": "Flow scripts", "version": .string(version),
    "publisher": "flow", "description": "Sign-in scripts: highlighting and `flow lsp`",
    "private": true, "engines": ["vscode": "^1.75.0"], "categories": ["Programming Languages"],
    "main": .string("./" + client), "activationEvents": ["onLanguage:flow"],
    "contributes": [
      "languages": [
        [
          "id": "flow", "aliases": ["Flow script", "flow"], "extensions": [".flow"],
          "configuration": "./language-configuration.json",
        ]
      ],
      "grammars": [
        ["language": "flow", "scopeName": "source.flow", "path": "./syntaxes/flow.tmLanguage.json"]
      ],
      "configuration": [
        "title": "Flow scripts",
        "properties": [
          "flow.path": [
            // A folder from someone else must not choose the program that is started.
            "type": "string", "default": "flow", "scope": "machine",
            "description": "The program `flow`: a name in `PATH`, or its path.",
          ]
        ],
      ],
      "taskDefinitions": [["type": "flow"]],
      "configurationDefaults": [
        "[flow]": ["editor.tabSize": 2, "editor.insertSpaces": true]
      ],
    ],
  ]

  private static let configuration: JSON = [
    "comments": ["lineComment": "#"],
    "brackets": [["{", "}"], ["(", ")"]],
    "autoClosingPairs": [
      ["open": "{", "close": "}"], ["open": "(", "close": ")"],
      ["open": "\"", "close": "\"", "notIn": ["string", "comment"]],
    ],
    "surroundingPairs": [["{", "}"], ["(", ")"], ["\"", "\""]],
    "wordPattern": .string(EditorWords.name),
    "indentationRules": [
      "increaseIndentPattern": #"^[^#"]*(?:"[^"]*"[^#"]*)*\{[^}"]*$"#,
      "decreaseIndentPattern": #"^\s*\}"#,
    ],
  ]
}

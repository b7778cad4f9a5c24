import FlowSyntax
import FlowWire

/// A folder that is an extension of VS Code: colours, brackets, comments and folding.
///
/// It has no code: a client of the language server needs a package that is not part of the editor.
enum VSCodeExtension {
  static let files = [
    MadeFile(path: "package.json", text: manifest.pretty() + "\n"),
    MadeFile(path: "language-configuration.json", text: configuration.pretty() + "\n"),
    MadeFile(path: "syntaxes/flow.tmLanguage.json", text: TextMateGrammar.file.text),
  ]

  private static let manifest: JSON = [
    "name": "flow-scripts", "displayName": "Flow scripts", "version": .string(version),
    "publisher": "flow", "description": "Sign-in scripts: colours, brackets, folding",
    "private": true, "engines": ["vscode": "^1.75.0"], "categories": ["Programming Languages"],
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

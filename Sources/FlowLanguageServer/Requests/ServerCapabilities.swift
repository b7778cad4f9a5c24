import FlowHTTP

/// The response to `initialize`: every feature of the server.
enum ServerCapabilities {
  /// The features, with the negotiated encoding of positions.
  static func json(_ encoding: PositionEncoding) -> JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "documentSymbolProvider": true,
      "foldingRangeProvider": true,
      "documentLinkProvider": ["resolveProvider": false],
      "hoverProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "completionProvider": ["triggerCharacters": [" ", "="]],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor"]],
      "codeLensProvider": ["resolveProvider": false],
      "semanticTokensProvider": [
        "legend": [
          "tokenTypes": .array(SemanticTokens.types.map { .string($0) }),
          "tokenModifiers": .array(SemanticTokens.modifiers.map { .string($0) }),
        ],
        "full": true,
      ],
    ]
  }
}

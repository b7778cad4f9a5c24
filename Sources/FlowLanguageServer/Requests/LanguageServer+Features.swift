import FlowSyntax
import FlowHTTP

extension LanguageServer {
  /// What the server can do: what stands here is done, and nothing else is.
  static func capabilities(_ encoding: PositionEncoding) -> JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "documentSymbolProvider": true,
      "foldingRangeProvider": true,
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

  /// Answers a request about a document.
  func feature(_ method: String, _ params: MessageParams) throws(ServerError) -> JSON {
    switch method {
    case "textDocument/formatting": try formattingRequest.formatting(params)
    case "textDocument/rangeFormatting": try formattingRequest.rangeFormatting(params)
    case "textDocument/documentSymbol": try outlineRequests.documentSymbols(params)
    case "textDocument/foldingRange": try outlineRequests.foldingRanges(params)
    case "textDocument/hover": try hoverRequest.hover(params)
    case "textDocument/definition": try nameRequests.definition(params)
    case "textDocument/references": try nameRequests.references(params)
    case "textDocument/documentHighlight": try nameRequests.highlights(params)
    case "textDocument/prepareRename": try nameRequests.prepareRename(params)
    case "textDocument/rename": try nameRequests.rename(params)
    case "textDocument/completion": try completionRequest.completion(params)
    case "textDocument/codeAction": try codeActions.codeActions(params)
    case "textDocument/codeLens": try codeLenses.codeLenses(params)
    case "textDocument/semanticTokens/full": try semanticTokens(params)
    default: throw ServerError(.methodNotFound, "there is no `\(method)`")
    }
  }

  /// The document that a request is about.
  func document(_ params: MessageParams) throws(ServerError) -> CheckedDocument {
    guard let known = known(DocumentURI.path(try params.uri)) else {
      throw ServerError(.invalidParams, "the document is not open")
    }
    return known
  }
}

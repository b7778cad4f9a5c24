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
  mutating func feature(_ method: String, _ params: MessageParams) throws(ServerError) -> JSON {
    switch method {
    case "textDocument/formatting": try formatting(params)
    case "textDocument/rangeFormatting": try rangeFormatting(params)
    case "textDocument/documentSymbol": try documentSymbols(params)
    case "textDocument/foldingRange": try foldingRanges(params)
    case "textDocument/hover": try hover(params)
    case "textDocument/definition": try definition(params)
    case "textDocument/references": try references(params)
    case "textDocument/documentHighlight": try highlights(params)
    case "textDocument/prepareRename": try prepareRename(params)
    case "textDocument/rename": try rename(params)
    case "textDocument/completion": try completion(params)
    case "textDocument/codeAction": try codeActions(params)
    case "textDocument/codeLens": try codeLenses(params)
    case "textDocument/semanticTokens/full": try semanticTokens(params)
    default: throw ServerError(.methodNotFound, "there is no `\(method)`")
    }
  }

  /// The document that a request is about.
  mutating func document(_ params: MessageParams) throws(ServerError) -> CheckedDocument {
    guard let known = known(DocumentURI.path(try params.uri)) else {
      throw ServerError(.invalidParams, "the document is not open")
    }
    return known
  }
}

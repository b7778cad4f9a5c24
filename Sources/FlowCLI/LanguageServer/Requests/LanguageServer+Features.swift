import FlowSyntax
import FlowWire

extension LanguageServer {
  /// What the server can do: what stands here is done, and nothing else is.
  static func capabilities(_ encoding: PositionEncoding) -> JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "documentFormattingProvider": true,
      "documentSymbolProvider": true,
      "foldingRangeProvider": true,
      "hoverProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "completionProvider": ["triggerCharacters": [" ", "="]],
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
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

  // MARK: Formatting

  private mutating func formatting(_ params: MessageParams) throws(ServerError) -> JSON {
    let document = try document(params).document
    // A script with mistakes is left as it is; what they are the client has been told.
    guard let text = document.source.formatted() else { return .null }
    return .array(edits(of: document, to: text))
  }

  /// The lines that differ: those that the two texts begin and end with stay.
  private func edits(of document: OpenDocument, to text: String) -> [JSON] {
    let old = document.source.bytes
    let new = Array(text.utf8)
    guard old != new else { return [] }
    var start = zip(old, new).prefix { $0 == $1 }.count
    // From the beginning of a line.
    while start > 0, old[start - 1] != 0x0A { start -= 1 }
    var end = 0
    let most = min(old.count, new.count) - start
    while end < most, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    // To the end of a line: what stays begins with a whole one.
    while end > 0, old.count - end > 0, old[old.count - end - 1] != 0x0A { end -= 1 }
    while end > 0, new.count - end > 0, new[new.count - end - 1] != 0x0A { end -= 1 }
    let range = SourceRange(UInt32(start), UInt32(old.count - end))
    let lines = new[start..<(new.count - end)]
    return [
      [
        "range": json(range, document.lines),
        "newText": .string(String(decoding: lines, as: UTF8.self)),
      ]
    ]
  }
}

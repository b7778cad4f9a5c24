import FlowScript
import FlowSyntax
import FlowWire

/// What the words of a script are, for an editor to colour.
enum SemanticTokens {
  /// The kinds, as the legend lists them.
  static let types = [
    "keyword", "string", "number", "comment", "class", "namespace", "variable", "property",
    "function", "enumMember", "parameter", "event", "type",
  ]
  static let modifiers = ["declaration"]

  /// One token.
  struct Token: Equatable {
    var range: SourceRange
    var type: String
    var isDeclaration = false
  }

  /// The tokens of a script, in order, none over another.
  static func tokens(of words: ScriptWords) -> [Token] {
    let source = words.script.source
    let lexed = LexedSource(source)
    var named: [UInt32: ScriptWord] = [:]
    for word in words.words { named[word.range.start] = word }
    var tokens = lexed.comments.map { Token(range: $0, type: "comment") }
    for token in lexed.tokens {
      switch token.kind {
      case .text, .richText: tokens.append(Token(range: token.range, type: "string"))
      case .number, .duration: tokens.append(Token(range: token.range, type: "number"))
      case .word:
        if let word = named[token.start], word.range == token.range, let type = type(of: word) {
          tokens.append(Token(range: token.range, type: type, isDeclaration: word.isDeclaration))
        } else if token.keyword != Keyword.none {
          tokens.append(Token(range: token.range, type: "keyword"))
        }
      default: continue
      }
    }
    return tokens.sorted { $0.range.start < $1.range.start }
  }

  private static func type(of word: ScriptWord) -> String? {
    switch word.role {
    case .profile: "class"
    case .org: "namespace"
    case .value, .valueOrWord, .fact: "variable"
    case .flow: nil
    case .tag, .subject, .method: "enumMember"
    case .engine: "type"
    case .intent, .step: "function"
    case .parameter: "parameter"
    case .event, .message: "event"
    case .field: "property"
    case .outside: "variable"
    }
  }
}

extension LanguageServer {
  mutating func semanticTokens(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try document(params)
    guard let script = known.script.program.scripts.first else { return ["data": []] }
    let lines = known.document.lines
    var data: [JSON] = []
    var last = TextPosition(line: 0, character: 0)
    for token in SemanticTokens.tokens(of: ScriptWords(script)) {
      guard let type = SemanticTokens.types.firstIndex(of: token.type) else { continue }
      // A token of several lines is told line by line, which every client understands.
      for part in lines.parts(of: token.range) {
        let start = lines.position(part.lowerBound)
        let length = lines.position(part.upperBound).character - start.character
        guard length > 0 else { continue }
        let isSameLine = start.line == last.line
        data += [
          .integer(start.line - last.line),
          .integer(isSameLine ? start.character - last.character : start.character),
          .integer(length), .integer(type), .integer(token.isDeclaration ? 1 : 0),
        ]
        last = start
      }
    }
    return ["data": .array(data)]
  }
}

extension TextLines {
  /// The parts of a range, one a line, without the lines' ends.
  fileprivate func parts(of range: SourceRange) -> [Range<Int>] {
    let first = line(of: Int(range.start))
    let last = max(first, line(of: Int(range.end)))
    return (first...last).compactMap { line in
      let content = content(of: line)
      let start = max(content.lowerBound, Int(range.start))
      let end = min(content.upperBound, Int(range.end))
      return start < end ? start..<end : nil
    }
  }
}

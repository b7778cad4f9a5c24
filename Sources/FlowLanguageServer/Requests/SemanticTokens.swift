import FlowDiagnostics
import FlowScript
import FlowSyntax
import FlowHTTP

/// The kinds of a script's words, for the highlighting in an editor.
enum SemanticTokens {
  /// A kind.
  ///
  /// Its raw value is its index in the legend.
  enum Kind: Int {
    case keyword, string, number, comment, profile, org, value, field
    case step, choice, parameter, event, engine
  }

  /// The names of the kinds in the protocol, as listed in the legend.
  static let types = [
    "keyword", "string", "number", "comment", "class", "namespace", "variable", "property",
    "function", "enumMember", "parameter", "event", "type",
  ]
  static let modifiers = ["declaration"]

  /// One token.
  struct Token {
    var range: SourceRange
    var kind: Kind
    var isDeclaration = false
  }

  /// The tokens of a script, in order, without overlaps.
  static func tokens(of words: ScriptWords) -> [Token] {
    let lexed = LexedSource(words.script.source)
    var tokens: [Token] = []
    tokens.reserveCapacity(lexed.tokens.count + lexed.comments.count)
    var comments = lexed.comments.makeIterator()
    var comment = comments.next()
    // The words are in the order of the text, like the tokens.
    var named = 0
    for token in lexed.tokens {
      while let range = comment, range.start < token.start {
        tokens.append(Token(range: range, kind: .comment))
        comment = comments.next()
      }
      switch token.kind {
      case .text, .richText: tokens.append(Token(range: token.range, kind: .string))
      case .number, .duration: tokens.append(Token(range: token.range, kind: .number))
      case .word:
        while named < words.words.count, words.words[named].range.start < token.start { named += 1 }
        while named + 1 < words.words.count, words.words[named + 1].range.start == token.start {
          named += 1
        }
        if named < words.words.count, words.words[named].range == token.range,
          let kind = kind(of: words.words[named])
        {
          let isDeclaration = words.words[named].isDeclaration
          tokens.append(Token(range: token.range, kind: kind, isDeclaration: isDeclaration))
        } else if token.keyword != Keyword.none {
          tokens.append(Token(range: token.range, kind: .keyword))
        }
      default: continue
      }
    }
    while let range = comment {
      tokens.append(Token(range: range, kind: .comment))
      comment = comments.next()
    }
    return tokens
  }

  private static func kind(of word: ScriptWord) -> Kind? {
    switch word.role {
    case .profile: .profile
    case .org: .org
    case .value, .valueOrWord, .fact, .outside: .value
    case .flow: nil
    case .tag, .subject, .method: .choice
    case .engine: .engine
    case .intent, .step: .step
    case .parameter: .parameter
    case .event, .message: .event
    case .field: .field
    }
  }
}

extension LanguageServer {
  func semanticTokens(_ params: MessageParams) throws(ServerError) -> JSON {
    let known = try document(params)
    guard let script = known.script.program.scripts.first else { return ["data": []] }
    let lines = known.document.lines
    let tokens = SemanticTokens.tokens(of: ScriptWords(script))
    var data: [JSON] = []
    data.reserveCapacity(tokens.count * 5)
    var last = TextPosition(line: 0, character: 0)
    var line = 0
    for token in tokens {
      line = lines.line(of: Int(token.range.start), notBefore: line)
      let end = lines.line(of: Int(token.range.end), notBefore: line)
      // A token of several lines is split by line, which every client supports.
      for line in line...end {
        guard let part = lines.part(of: token.range, in: line) else { continue }
        data.append(.integer(line - last.line))
        let isSameLine = line == last.line
        data.append(.integer(isSameLine ? part.lowerBound - last.character : part.lowerBound))
        data.append(.integer(part.count))
        data.append(.integer(token.kind.rawValue))
        data.append(.integer(token.isDeclaration ? 1 : 0))
        last = TextPosition(line: line, character: part.lowerBound)
      }
    }
    return ["data": .array(data)]
  }
}

public import FlowDiagnostics

/// A kind and a byte range: the text stays in the source, lines and columns are found when a problem
/// is shown.
public struct Token: Sendable, Hashable {
  /// What it is.
  public var kind: TokenKind
  /// Which keyword a word is, if any; keywords are reserved only where they can stand.
  public var keyword: Keyword
  /// The first byte.
  public var start: UInt32
  /// The byte after the last.
  public var end: UInt32
  /// The hash of a word, 0 of everything else.
  var hash: UInt64 = 0

  /// The bytes it covers.
  public var range: SourceRange { SourceRange(start, end) }
}

/// What a token is.
public enum TokenKind: UInt8, Sendable, Hashable, CaseIterable {
  case word
  /// A text that is exactly what stands between its quotes.
  case text
  /// A text with escapes, interpolation, or over several lines.
  case richText
  case number
  case duration
  case leftBrace
  case rightBrace
  case leftParenthesis
  case rightParenthesis
  case comma
  case equal
  case question
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  /// The end of a statement: a semicolon, or a line's end where the statement doesn't go on.
  case endOfStatement
  /// What no rule of the language begins with.
  case unknown
  case endOfFile

  /// What messages call it.
  public var description: String {
    switch self {
    case .word: "a word"
    case .text, .richText: "a text in quotes"
    case .number: "a number"
    case .duration: "a duration"
    case .leftBrace: "`{`"
    case .rightBrace: "`}`"
    case .leftParenthesis: "`(`"
    case .rightParenthesis: "`)`"
    case .comma: "`,`"
    case .equal: "`=`"
    case .question: "`?`"
    case .less: "`<`"
    case .lessOrEqual: "`<=`"
    case .greater: "`>`"
    case .greaterOrEqual: "`>=`"
    case .endOfStatement: "the end of the line"
    case .unknown: "something else"
    case .endOfFile: "the end of the file"
    }
  }
}

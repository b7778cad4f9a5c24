public import FlowDiagnostics

/// A kind and a byte range.
///
/// The text stays in the source. Lines and columns are computed when a problem is shown.
public struct Token: Sendable, Hashable {
  /// The kind of the token.
  public var kind: TokenKind
  /// The keyword, if the token is one.
  ///
  /// Keywords are reserved only in the contexts in which the grammar allows them.
  public var keyword: Keyword
  /// The first byte.
  public var start: UInt32
  /// The byte after the last.
  public var end: UInt32
  /// The hash of a word; 0 for every other token.
  var hash: UInt64 = 0

  /// The bytes of the token.
  public var range: SourceRange { SourceRange(start, end) }
}

/// A kind of token.
public enum TokenKind: UInt8, Sendable, Hashable, CaseIterable {
  case word
  /// A text without escapes: its value is exactly the text between its quotes.
  case text
  /// A text with escapes, with interpolation, or of several lines.
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
  /// The end of a statement: a semicolon, or a line break after which the statement doesn't
  /// continue.
  case endOfStatement
  /// Input that begins no rule of the language.
  case unknown
  case endOfFile

  /// The name in messages.
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

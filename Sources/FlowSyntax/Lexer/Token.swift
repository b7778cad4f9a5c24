public import FlowDiagnostics

/// A token: its kind, and its range in the source.
///
/// The text itself stays in the source. Lines and columns are computed only when a problem is
/// shown.
public struct Token: Sendable, Hashable {
  /// The kind of the token.
  public var kind: TokenKind
  /// The keyword; `none` if the token isn't one.
  ///
  /// Keywords are reserved only in the contexts in which the grammar allows them.
  public var keyword: Keyword
  /// The position of the first byte.
  public var start: UInt32
  /// The position after the last byte.
  public var end: UInt32
  /// The hash of a word; 0 for every other token.
  var hash: UInt64 = 0

  /// The range of the token.
  public var range: SourceRange { SourceRange(start, end) }
}

/// A kind of token.
public enum TokenKind: UInt8, Sendable, Hashable, CaseIterable {
  case word
  /// A text without escapes.
  ///
  /// The text's value is exactly what is between the quotes.
  case text
  /// A text with escapes or interpolation, or a text of several lines.
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
  /// Input that isn't a part of the language.
  case unknown
  case endOfFile

  /// The name of the kind in messages.
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

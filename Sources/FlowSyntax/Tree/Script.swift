public import FlowDiagnostics

/// One parsed file.
///
/// The tree holds ranges, not texts: a node's words are read from `source`. A file with mistakes has
/// a tree too, of everything that could be read.
public struct Script: Sendable {
  /// The text.
  public let source: SourceFile
  /// The declarations and loose statements, in order.
  public var items: [Item]
  /// The comments, each from its `#` to the end of its line, in order.
  public var comments: [SourceRange]
  /// The names that the flows declare.
  package let flowNames: FlowNames

  /// The words of a name.
  public func text(_ name: Name) -> String { source.text(name.range) }
}

/// The names that the flows of a file declare; a name may be in a list several times.
package final class FlowNames: Sendable {
  /// Those that a `let` declares.
  package let lets: [Name]
  /// Those that rows give values to.
  package let rows: [Name]

  package init(lets: [Name] = [], rows: [Name] = []) {
    self.lets = lets
    self.rows = rows
  }
}

/// What can stand at the top of a file.
public enum Item: Sendable {
  case importing(Import)
  case profile(Profile)
  case org(Org)
  case flow(Flow)
  case claim(Claim)
  /// A statement outside every block: such a file is one flow, named for the file. A `let` here is
  /// the whole file's.
  case statement(Statement)
}

/// A word that stands for itself or names something.
public struct Name: Sendable, Hashable {
  /// Where it stands.
  public let range: SourceRange
  /// The hash of its bytes: names with different hashes differ, and a name is found by it.
  package let hash: UInt64

  /// The name that a word is.
  init(_ word: Token) {
    range = word.range
    hash = word.hash
  }

  /// The name that stands in a text.
  package init(_ bytes: [UInt8], _ range: SourceRange) {
    self.range = range
    hash = WordHash.exact(bytes, range)
  }
}

/// A text in quotes.
public struct Text: Sendable, Hashable {
  /// The literal with its quotes.
  public var range: SourceRange
  /// Whether the text is exactly what stands between one pair of quotes.
  ///
  /// No escape, no interpolation, one line; `TextLiteral` reads the others.
  public var isPlain: Bool

  package init(range: SourceRange, isPlain: Bool) {
    self.range = range
    self.isPlain = isPlain
  }
}

/// A word or a text, where either can name a thing: `email`, `"jane@example.com"`.
public enum Label: Sendable, Hashable {
  case word(Name)
  case text(Text)

  /// Where it stands.
  public var range: SourceRange {
    switch self {
    case .word(let name): name.range
    case .text(let text): text.range
    }
  }
}

/// `import "path.flow"`.
public struct Import: Sendable {
  /// The whole statement.
  public var range: SourceRange
  /// The path, relative to the file.
  public var path: Text
}

/// `profile name { … }`.
public struct Profile: Sendable {
  /// From the keyword to the closing brace.
  public var range: SourceRange
  /// The name.
  public var name: Name
  /// The statements between the braces.
  public var body: [Statement]
}

/// `flow "name" [tagged a, b] [for x in …] { … }`.
public struct Flow: Sendable {
  /// From the keyword to the closing brace.
  public var range: SourceRange
  /// The name.
  public var name: Text
  /// The words after `tagged`.
  public var tags: [Name]
  /// One flow a row; two clauses make every pair.
  public var rows: [ForClause]
  /// The statements between the braces.
  public var body: [Statement]
}

/// `for a in x, y` or `for a, b in (x, y), (z, w)`.
public struct ForClause: Sendable {
  /// The whole clause.
  public var range: SourceRange
  /// The names that each row gives values to.
  public var names: [Name]
  /// The rows; each has as many values as there are names, or the checker says so.
  ///
  /// A bare word in a row stands for itself.
  public var rows: [Row]

  /// One row.
  public struct Row: Sendable {
    /// The row with its parentheses.
    public var range: SourceRange
    /// Its values.
    public var values: [Expression]
  }
}

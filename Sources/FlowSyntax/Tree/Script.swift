public import FlowDiagnostics

/// One parsed file.
///
/// The tree stores ranges, not texts: the words of a node are read from `source`. A file with
/// mistakes also has a tree, of everything that could be read.
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

/// The names that the flows of a file declare.
///
/// A name may be in a list several times.
package final class FlowNames: Sendable {
  /// The names that a `let` declares.
  package let lets: [Name]
  /// The names that receive values from rows.
  package let rows: [Name]

  package init(lets: [Name] = [], rows: [Name] = []) {
    self.lets = lets
    self.rows = rows
  }
}

/// An element at the top level of a file.
public enum Item: Sendable {
  case importing(Import)
  case profile(Profile)
  case org(Org)
  case flow(Flow)
  case claim(Claim)
  /// A statement outside every block. Such a file is one flow, named for the file. A `let` here
  /// belongs to the whole file.
  case statement(Statement)
}

/// A word that has its own meaning or names something.
public struct Name: Sendable, Hashable {
  /// The range.
  public let range: SourceRange
  /// The hash of its bytes.
  ///
  /// Names with different hashes differ, and a table finds a name by its hash.
  package let hash: UInt64

  /// Makes the name of a word.
  init(_ word: Token) {
    range = word.range
    hash = word.hash
  }

  /// Makes the name of a range in a text.
  package init(_ bytes: [UInt8], _ range: SourceRange) {
    self.range = range
    hash = WordHash.exact(bytes, range)
  }
}

/// A text in quotes.
public struct Text: Sendable, Hashable {
  /// The literal with its quotes.
  public var range: SourceRange
  /// Whether the value is exactly the text between one pair of quotes.
  ///
  /// That is a text on one line without escapes and interpolation. `TextLiteral` reads the others.
  public var isPlain: Bool

  package init(range: SourceRange, isPlain: Bool) {
    self.range = range
    self.isPlain = isPlain
  }
}

/// A word or a text, if either can name the thing: `email`, `"jane@example.com"`.
public enum Label: Sendable, Hashable {
  case word(Name)
  case text(Text)

  /// The range.
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
  /// The rows.
  ///
  /// Each row makes one flow; two clauses make every pair.
  public var rows: [ForClause]
  /// The statements between the braces.
  public var body: [Statement]
}

/// `for a in x, y` or `for a, b in (x, y), (z, w)`.
public struct ForClause: Sendable {
  /// The whole clause.
  public var range: SourceRange
  /// The names that receive values from each row.
  public var names: [Name]
  /// The rows.
  ///
  /// Each has as many values as there are names, or the checker reports it.
  ///
  /// A bare word in a row is its own value.
  public var rows: [Row]

  /// One row.
  public struct Row: Sendable {
    /// The row with its parentheses.
    public var range: SourceRange
    /// Its values.
    public var values: [Expression]
  }
}

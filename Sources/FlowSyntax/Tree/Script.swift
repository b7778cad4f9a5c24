public import FlowDiagnostics

/// One parsed file.
///
/// The tree stores ranges in `source` instead of texts. If the file has errors, the tree contains
/// what could be read.
public struct Script: Sendable {
  /// The source of the file.
  public let source: SourceFile
  /// The declarations and loose statements, in order.
  public var items: [Item]
  /// The comments in order.
  ///
  /// Each range is from `#` to the end of the line.
  public var comments: [SourceRange]
  /// The names that the flows declare.
  package let flowNames: FlowNames

  /// Returns the text of a name.
  public func text(_ name: Name) -> String { source.text(name.range) }
}

/// The names that the flows of a file declare.
///
/// A list may contain the same name several times.
package final class FlowNames: Sendable {
  /// The names that a `let` declares.
  package let lets: [Name]
  /// The names that the rows of flows give values to.
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
  /// A statement outside of blocks.
  ///
  /// All such statements form one flow with the name of the file. But a `let` belongs to the whole
  /// file.
  case statement(Statement)
}

/// A word that isn't fixed by the grammar, such as the name of a step.
public struct Name: Sendable, Hashable {
  /// The range of the word.
  public let range: SourceRange
  /// The hash of the word's bytes.
  ///
  /// Names with different hashes are different. Tables use the hash to find names.
  package let hash: UInt64

  /// Makes the name of a word.
  init(_ word: Token) {
    range = word.range
    hash = word.hash
  }

  /// Makes the name for a range of bytes.
  package init(_ bytes: [UInt8], _ range: SourceRange) {
    self.range = range
    hash = WordHash.exact(bytes, range)
  }
}

/// A text in quotes.
public struct Text: Sendable, Hashable {
  /// The range of the text with its quotes.
  public var range: SourceRange
  /// Whether the text between the quotes is already the value.
  ///
  /// This is so for a text on one line without escapes and interpolation. `TextLiteral` reads all
  /// other texts.
  public var isPlain: Bool

  package init(range: SourceRange, isPlain: Bool) {
    self.range = range
    self.isPlain = isPlain
  }
}

/// A name that is written as a word or as a text, such as `email` or `"jane@example.com"`.
public enum Label: Sendable, Hashable {
  case word(Name)
  case text(Text)

  /// The range of the word or text.
  public var range: SourceRange {
    switch self {
    case .word(let name): name.range
    case .text(let text): text.range
    }
  }
}

/// The import of another file: `import "path.flow"`.
public struct Import: Sendable {
  /// The range of the whole statement.
  public var range: SourceRange
  /// The path, relative to the importing file.
  public var path: Text
}

/// A profile: `profile name { … }`.
public struct Profile: Sendable {
  /// The range from the keyword to the closing brace.
  public var range: SourceRange
  /// The name.
  public var name: Name
  /// The statements between the braces.
  public var body: [Statement]
}

/// A flow: `flow "name" [tagged a, b] [for x in …] { … }`.
public struct Flow: Sendable {
  /// The range from the keyword to the closing brace.
  public var range: SourceRange
  /// The name.
  public var name: Text
  /// The words after `tagged`.
  public var tags: [Name]
  /// The `for` clauses.
  ///
  /// Each row makes a flow. If there are several clauses, each combination of their rows makes a
  /// flow.
  public var rows: [ForClause]
  /// The statements between the braces.
  public var body: [Statement]
}

/// The rows of a flow: `for a in x, y` or `for a, b in (x, y), (z, w)`.
public struct ForClause: Sendable {
  /// The range of the whole clause.
  public var range: SourceRange
  /// The names that receive values from each row.
  public var names: [Name]
  /// The rows.
  ///
  /// Each row must have as many values as there are names. The checker reports it if it doesn't. A
  /// word in a row stands for itself.
  public var rows: [Row]

  /// One row.
  public struct Row: Sendable {
    /// The range of the row with its parentheses.
    public var range: SourceRange
    /// The values of the row.
    public var values: [Expression]
  }
}

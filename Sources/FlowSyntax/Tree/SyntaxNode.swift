public import FlowDiagnostics

/// A node of a script's tree in a form that is the same for every kind.
///
/// Tools can show, search or export a tree without the type of each node.
///
/// The parts of a node are its `children`, in the order of the text. Fixed words, such as a rule's
/// `then`, aren't nodes.
public struct SyntaxNode: Sendable, Hashable {
  /// The kind of the node: `rule`, `pattern`, `text`.
  ///
  /// All kinds are cases of `Kind`.
  public var kind: Kind
  /// The role of the node in its parent: `condition`, `subject`; `nil` if its kind determines it.
  public var role: String?
  /// The bytes of the node.
  public var range: SourceRange
  /// The value of a name or a literal; `nil` for a node that consists of other nodes.
  public var value: Value?
  /// The other properties by name: a rule's limit is `times`.
  public var attributes: [Attribute] = []
  /// The parts of the node.
  public var children: [SyntaxNode] = []

  /// The value of a name or a literal.
  public enum Value: Sendable, Hashable {
    /// A name, or a text without interpolation.
    case text(String)
    case number(Double)
    case milliseconds(Int64)
    case boolean(Bool)
    /// A text with interpolation: its literal parts and the names between them.
    case parts([TextLiteral.Segment])
    /// A text in the position of a secret. It is written in the script, and never shown.
    case secret
  }

  /// A property of a node.
  public struct Attribute: Sendable, Hashable {
    /// The name: `verb`, `operator`, `times`.
    public var name: String
    /// The written value.
    public var value: Value
  }

  /// The kind of a node.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    // Declarations.
    case script, `import`, profile, org, setting, mark, flow, rows, row, claim, scope, demand
    case remark, recommended
    // Statements.
    case engine, start, against, use, `let`, rule, expect, otherwise, known
    case fieldValue = "field-value"
    case preference, assignment
    // Rules.
    case pattern, limit, choose, option, answer, prompt, field, poll, wait, meanwhile, say, fail
    case verb
    // Values.
    case name, text, number, duration, boolean, lookup, call, totp, random
    // Conditions.
    case or, and, not, test, comparison
    case optionTest = "option-test"
    case fieldTest = "field-test"
    case pathTest = "path-test"
    case sentTest = "sent-test"
    case usedTest = "used-test"
  }

  init(
    _ kind: Kind, _ range: SourceRange, role: String? = nil, value: Value? = nil,
    attributes: [Attribute] = [], children: [SyntaxNode] = []
  ) {
    self.kind = kind
    self.range = range
    self.role = role
    self.value = value
    self.attributes = attributes
    self.children = children
  }

  /// Returns the node with a role in its parent.
  func playing(_ role: String) -> SyntaxNode {
    var node = self
    node.role = role
    return node
  }
}

/// The tree of a script as nodes of one type.
public struct SyntaxTree: Sendable {
  /// The whole script.
  public var root: SyntaxNode
  /// The problems of the script's grammar and texts, in the order of their locations.
  public var diagnostics: [Diagnostic]

  /// Reads a file.
  ///
  /// It never fails: a file with mistakes has a tree of everything that could be read.
  ///
  /// - Parameter source: The text.
  public init(_ source: SourceFile) {
    let (script, diagnostics) = Script.parse(source)
    var builder = SyntaxTreeBuilder(source)
    root = builder.script(script)
    let all = diagnostics + builder.diagnostics
    let byPlace = all.enumerated().sorted { left, right in
      let a = left.element.place?.range.start ?? 0
      let b = right.element.place?.range.start ?? 0
      return (a, left.offset) < (b, right.offset)
    }
    self.diagnostics = byPlace.map(\.element)
    comments = script.comments
  }

  /// The comments, each from its `#` to the end of its line, in order.
  public var comments: [SourceRange]
}

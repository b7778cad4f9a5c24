public import FlowDiagnostics

/// A node of a script's syntax tree.
///
/// All nodes have the same type.
///
/// So tools can show, search or export a tree without handling each type of node. The children of a
/// node are in the order of the text. Fixed words, such as `then`, aren't nodes.
public struct SyntaxNode: Sendable, Hashable {
  /// The kind of the node, such as `rule`, `pattern` or `text`.
  public var kind: Kind
  /// The role of the node in its parent, such as `condition` or `subject`; `nil` if the kind
  /// already determines the role.
  public var role: String?
  /// The range of the node in the script.
  public var range: SourceRange
  /// The value of a name or a literal; `nil` if the node consists of other nodes.
  public var value: Value?
  /// Other properties of the node.
  ///
  /// For example, the limit of a rule has `times`.
  public var attributes: [Attribute] = []
  /// The nodes that this node consists of.
  public var children: [SyntaxNode] = []

  /// The value of a name or a literal.
  public enum Value: Sendable, Hashable {
    /// A name, or a text without interpolation.
    case text(String)
    case number(Double)
    case milliseconds(Int64)
    case boolean(Bool)
    /// A text with interpolation: its literal parts, and the names between them.
    case parts([TextLiteral.Segment])
    /// A secret text.
    ///
    /// The text's value isn't stored, so that it can't be shown.
    case secret
  }

  /// A property of a node.
  public struct Attribute: Sendable, Hashable {
    /// The name of the property, such as `verb`, `operator` or `times`.
    public var name: String
    /// The value in the script.
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

  /// Returns a copy of the node with a role.
  func playing(_ role: String) -> SyntaxNode {
    var node = self
    node.role = role
    return node
  }
}

/// A script's syntax tree with nodes of one type.
public struct SyntaxTree: Sendable {
  /// The node of the whole script.
  public var root: SyntaxNode
  /// The problems of the script's grammar and texts, in the order of their locations.
  public var diagnostics: [Diagnostic]

  /// Reads a file.
  ///
  /// Reading never fails. If the file has errors, the tree contains what could be read.
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

  /// The comments in order.
  ///
  /// Each range is from `#` to the end of the line.
  public var comments: [SourceRange]
}

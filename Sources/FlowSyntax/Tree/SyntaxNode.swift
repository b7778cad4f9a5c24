public import FlowDiagnostics

/// A node of a script's tree in a form that is the same for every kind: for tools that show, search
/// or hand on a tree without knowing each type of it.
///
/// What a node is made of stands in its `children`, in the order of the text; words alone, such as a
/// rule's `then`, are no nodes.
public struct SyntaxNode: Sendable, Hashable {
  /// What it is: `rule`, `pattern`, `text`; each kind is listed in `kinds`.
  public var kind: Kind
  /// The part that it plays in the node above: `condition`, `subject`; `nil` where its kind says it.
  public var role: String?
  /// The bytes it covers.
  public var range: SourceRange
  /// What a name or a literal says; `nil` for a node that is made of others.
  public var value: Value?
  /// What else is written about it, by name: a rule's limit is `times`.
  public var attributes: [Attribute] = []
  /// What it is made of.
  public var children: [SyntaxNode] = []

  /// What a name or a literal says.
  public enum Value: Sendable, Hashable {
    /// A name, or a text without values in it.
    case text(String)
    case number(Double)
    case milliseconds(Int64)
    case boolean(Bool)
    /// A text with values in it: what it says, and the names that stand for the rest.
    case parts([TextLiteral.Segment])
    /// A text that stands where a secret does: it is written in the script, and shown nowhere.
    case secret
  }

  /// Something that is written about a node.
  public struct Attribute: Sendable, Hashable {
    /// Its name: `verb`, `operator`, `times`.
    public var name: String
    /// What is written.
    public var value: Value
  }

  /// What a node can be.
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

  /// The node in a part of the node above.
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
  /// What is wrong with the script's grammar and its texts, in the order of their places.
  public var diagnostics: [Diagnostic]

  /// Reads a file; it never fails: a file with mistakes has a tree of everything that could be read.
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

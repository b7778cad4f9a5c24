public import FlowDiagnostics

/// A script with everything that it imports: what is checked, and what is run.
///
/// All files share one set of names; a name that two files declare is a problem that shows both.
public struct Program: Sendable {
  /// The script that was asked for first, then the imported ones, each once, in the order of their
  /// first mention.
  public var scripts: [Script]
  /// The profiles by name.
  public var profiles: [String: Located<Profile>]
  /// The orgs by name.
  public var orgs: [String: Located<Org>]
  /// The values that stand outside every block, by name.
  public var constants: [String: Located<Let>]
  /// The flows of the first script; a file with loose statements has one that is named for the file.
  public var flows: [FlowUnit]

  /// A node and the script that its ranges point into.
  public struct Located<Node: Sendable>: Sendable {
    /// The script.
    public var script: Script
    /// The node.
    public var node: Node

    /// Makes a pair.
    public init(_ script: Script, _ node: Node) {
      self.script = script
      self.node = node
    }

    /// A place in the node's script.
    public func place(_ range: SourceRange) -> Place { Place(script.source, range) }
  }

  /// One flow as it is written, before its rows make several of it.
  public struct FlowUnit: Sendable {
    /// The script.
    public var script: Script
    /// The name: that of the block, or the file's without its folder and ending.
    public var name: String
    /// Where the name stands; the file's first statement for a loose one.
    public var nameRange: SourceRange
    /// The words after `tagged`.
    public var tags: [String]
    /// Its rows.
    public var rows: [ForClause]

    /// How many flows one flow's rows may make: more is a slip, and each costs memory.
    public static let rowsMax = 1000

    /// That a flow's rows make more than those.
    public static let tooManyRows = Problem.valueFailed(
      message: "these rows make more than \(rowsMax) flows")

    /// Its statements.
    public var body: [Statement]

    /// Makes a unit.
    public init(
      script: Script, name: String, nameRange: SourceRange, tags: [String], rows: [ForClause],
      body: [Statement]
    ) {
      self.script = script
      self.name = name
      self.nameRange = nameRange
      self.tags = tags
      self.rows = rows
      self.body = body
    }
  }

  /// Makes a program of its parts.
  public init(
    scripts: [Script], profiles: [String: Located<Profile>] = [:],
    orgs: [String: Located<Org>] = [:], constants: [String: Located<Let>] = [:],
    flows: [FlowUnit] = []
  ) {
    self.scripts = scripts
    self.profiles = profiles
    self.orgs = orgs
    self.constants = constants
    self.flows = flows
  }
}

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

  /// How many files one program may have: a project has a handful, and a chain of imports is
  /// followed on the stack.
  public static let filesMax = 256

  /// Reads a script and everything that it imports.
  ///
  /// - Parameters:
  ///   - name: The script's path, as problems show it.
  ///   - profiles: Further files whose profiles, orgs and values are added, as if imported.
  ///   - treeRoot: The folder that imports must lie in, absolute or relative as `name` is; `nil`
  ///     for anywhere.
  ///   - sameRoot: The same folder for files that are named the other way: relative where
  ///     `treeRoot`
  ///     is absolute.
  ///   - checksRoot: Whether the file itself is refused if it isn't a script; imports and profiles
  ///     are
  ///     in every case.
  ///   - read: Reads a file by the path that `name` and the imports make.
  /// - Returns: The program, and what is wrong: of reading, of every file's text, and of names that
  ///   two declarations share. A program with an error must not be run.
  public static func load(
    name: String, profiles: [String] = [], treeRoot: String? = nil,
    sameRoot: String? = nil, checksRoot: Bool = false, read: (String) throws(ReadFault) -> [UInt8]
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    withoutActuallyEscaping(read) { read in
      var loader = ProgramLoader(treeRoot: treeRoot, sameRoot: sameRoot, read: read)
      loader.loadRoot(name, isChecked: checksRoot)
      for path in profiles { loader.loadRoot(path, isChecked: true) }
      return loader.result()
    }
  }

  /// Reads a text that is in memory already, and everything that it imports.
  ///
  /// - Parameters:
  ///   - source: The script.
  ///   - profiles: Further files whose profiles, orgs and values are added, as if imported.
  ///   - treeRoot: The folder that imports must lie in; `nil` for anywhere.
  ///   - sameRoot: The same folder for files that are named the other way.
  ///   - read: Reads a file by the path that the source's name and the imports make.
  /// - Returns: The program, and what is wrong with it.
  public static func load(
    _ source: SourceFile, profiles: [String] = [], treeRoot: String? = nil,
    sameRoot: String? = nil,
    read: (String) throws(ReadFault) -> [UInt8] = { _ throws(ReadFault) in throw .missing }
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    withoutActuallyEscaping(read) { read in
      var loader = ProgramLoader(treeRoot: treeRoot, sameRoot: sameRoot, read: read)
      loader.loadRoot(source)
      for path in profiles { loader.loadRoot(path, isChecked: true) }
      return loader.result()
    }
  }

  /// Puts problems into the order of the files and of their places; those without one come first.
  ///
  /// - Parameter diagnostics: The problems; those at one place stay in their order.
  /// - Returns: The same problems.
  package func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.count > 1 else { return diagnostics }
    var order: [SourceFile: Int] = [:]
    for (index, script) in scripts.enumerated() { order[script.source] = index }
    func key(_ diagnostic: Diagnostic) -> (Int, UInt32) {
      guard let place = diagnostic.place else { return (-1, 0) }
      return (order[place.source] ?? 0, place.range.start)
    }
    let sorted = diagnostics.enumerated().sorted { left, right in
      let (a, b) = (key(left.element), key(right.element))
      return (a.0, a.1, left.offset) < (b.0, b.1, right.offset)
    }
    return sorted.map(\.element)
  }
}

public import FlowDiagnostics

/// A script with everything that it imports.
///
/// It is the unit that is checked and run.
///
/// All files share one namespace. If two files declare the same name, a problem shows both.
public struct Program: Sendable {
  /// The main script, then the imported ones, each once, in the order of their first import.
  public var scripts: [Script]
  /// The profiles by name.
  public var profiles: [String: Located<Profile>]
  /// The orgs by name.
  public var orgs: [String: Located<Org>]
  /// The values that are declared outside every block, by name.
  public var constants: [String: Located<Let>]
  /// The flows of the main script.
  ///
  /// A file with loose statements has one flow, which is named for the file.
  public var flows: [FlowUnit]

  /// A node and the script that its ranges refer to.
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

    /// A location in the node's script.
    public func place(_ range: SourceRange) -> Place { Place(script.source, range) }
  }

  /// One flow as written, before its rows multiply it.
  public struct FlowUnit: Sendable {
    /// The script.
    public var script: Script
    /// The name of the block, or the file's name without its folder and extension.
    public var name: String
    /// The range of the name.
    ///
    /// For a flow of loose statements, the range of the first statement.
    public var nameRange: SourceRange
    /// The words after `tagged`.
    public var tags: [String]
    /// Its rows.
    public var rows: [ForClause]

    /// The maximum number of flows that the rows of one flow may make.
    ///
    /// More is a mistake, and each flow costs memory.
    public static let rowsMax = 1000

    /// The problem if a flow's rows make more than that.
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

  /// Makes a program from its parts.
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

  /// The maximum number of files of one program.
  ///
  /// A project has a handful, and the loader follows a chain of imports on the stack.
  public static let filesMax = 256

  /// Reads a script and everything that it imports.
  ///
  /// - Parameters:
  ///   - name: The script's path, as problems show it.
  ///   - profiles: Further files whose profiles, orgs and values are added, as if imported.
  ///   - treeRoot: The folder that must contain all imports, absolute or relative like `name`;
  ///     `nil` allows every folder.
  ///   - sameRoot: The same folder for paths of the other form: relative if `treeRoot` is absolute.
  ///   - checksRoot: Whether the file itself is refused if it isn't a script. Imports and profiles
  ///     are always checked.
  ///   - read: Reads a file. Its path is resolved from `name` and the imports.
  /// - Returns: The program, and all problems: of reading, of every file's text, and of duplicate
  ///   names. A program with an error must not be run.
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

  /// Reads a text that is already in memory, and everything that it imports.
  ///
  /// - Parameters:
  ///   - source: The script.
  ///   - profiles: Further files whose profiles, orgs and values are added, as if imported.
  ///   - treeRoot: The folder that must contain all imports; `nil` allows every folder.
  ///   - sameRoot: The same folder for paths of the other form.
  ///   - read: Reads a file. Its path is resolved from the source's name and the imports.
  /// - Returns: The program and its problems.
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

  /// Sorts problems by file and location.
  ///
  /// Problems without a location come first.
  ///
  /// - Parameter diagnostics: The problems. Those with the same location keep their order.
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

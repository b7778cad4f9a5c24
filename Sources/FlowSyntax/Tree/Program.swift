public import FlowDiagnostics

/// A script with everything that it imports.
///
/// Programs are what is checked and run. All files of a program share one namespace. If two files
/// declare the same name, the problem shows both declarations.
public struct Program: Sendable {
  /// The main script, and then the imported scripts in the order of their first import, without
  /// duplicates.
  public var scripts: [Script]
  /// The profiles by name.
  public var profiles: [String: Located<Profile>]
  /// The orgs by name.
  public var orgs: [String: Located<Org>]
  /// The `let` values that are declared outside of blocks, by name.
  public var constants: [String: Located<Let>]
  /// The flows of the main script.
  ///
  /// If a file has statements outside of blocks, they form one flow with the name of the file.
  public var flows: [FlowUnit]

  /// A node of the syntax tree, and the script that contains it.
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

    /// Returns a location in the node's script.
    public func place(_ range: SourceRange) -> Place { Place(script.source, range) }
  }

  /// A flow as the script writes it.
  ///
  /// The rows of the flow aren't expanded yet.
  public struct FlowUnit: Sendable {
    /// The script that contains the flow.
    public var script: Script
    /// The name of the flow.
    ///
    /// For a flow of loose statements, it is the name of the file without folder and extension.
    public var name: String
    /// The range of the name.
    ///
    /// For a flow of loose statements, it is the range of the first statement.
    public var nameRange: SourceRange
    /// The words after `tagged`.
    public var tags: [String]
    /// The `for` clauses of the flow.
    public var rows: [ForClause]

    /// The maximum number of flows that the rows of one flow can make.
    ///
    /// More rows are a mistake, and each flow costs memory.
    public static let rowsMax = 1000

    /// The problem if the rows of a flow make more than `rowsMax` flows.
    public static let tooManyRows = Problem.valueFailed(
      message: "these rows make more than \(rowsMax) flows")

    /// The statements of the flow.
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

  /// The maximum number of files in one program.
  ///
  /// A project has only a few. The loader needs stack space for each import in a chain.
  public static let filesMax = 256

  /// Reads a script and everything that it imports.
  ///
  /// - Parameters:
  ///   - name: The path of the script, as messages show it.
  ///   - profiles: More files, whose profiles, orgs and values are added as if they were imported.
  ///   - treeRoot: The folder that must contain all imports. It is absolute or relative, like
  ///     `name`; `nil` allows every folder.
  ///   - sameRoot: The same folder in the other form: relative if `treeRoot` is absolute.
  ///   - checksRoot: Whether the script itself must look like a script. Imports and profiles always
  ///     must.
  ///   - read: Reads a file. The path is resolved against `name` and the imports.
  /// - Returns: The program, and all problems: unreadable files, errors in any file, and duplicate
  ///   names. A program with an error must not be run.
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

  /// Reads a script that is already in memory, and everything that it imports.
  ///
  /// - Parameters:
  ///   - source: The script.
  ///   - profiles: More files, whose profiles, orgs and values are added as if they were imported.
  ///   - treeRoot: The folder that must contain all imports; `nil` allows every folder.
  ///   - sameRoot: The same folder in the other form: relative if `treeRoot` is absolute.
  ///   - read: Reads a file. The path is resolved against the script's name and the imports.
  /// - Returns: The program and all problems.
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
  /// - Parameter diagnostics: The problems. If several have the same location, they keep their
  ///   order.
  /// - Returns: The sorted problems.
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

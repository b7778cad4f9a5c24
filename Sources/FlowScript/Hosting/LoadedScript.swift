import FlowChecker
package import FlowDiagnostics
package import FlowInterpreter
package import FlowSyntax

/// A script that was read and checked, with its imports.
package struct LoadedScript: Sendable {
  /// The program.
  package var program: Program
  /// The problems of the program, in the order of files and locations.
  package var diagnostics: [Diagnostic]
  /// The results of reading the program's orgs, by their names.
  ///
  /// So runs don't read the orgs again.
  package private(set) var orgs: [String: OrgReader.Reading] = [:]

  /// Whether the script has errors, so that it must not be run.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The options for loading a script.
  package struct Options: Sendable {
    /// More files, whose profiles can be used.
    package var profileFiles: [String] = []
    /// The names of the profiles that every flow uses in addition to its own.
    package var profiles: [String] = []
    /// The names of the values from outside the script.
    package var variables: [String] = []
    /// Whether the file is refused if it doesn't look like a script.
    ///
    /// Messages must not show lines of an unknown file.
    package var requiresScript = false
    /// The folders that were searched when the file was found; `nil` if the user named the file.
    ///
    /// A file that was found may be a link to any other file. So it is refused if it is outside of
    /// its own tree and outside of these folders.
    package var foundBelow: [String]? { didSet { requiresScript = foundBelow != nil } }
    /// The folder that must contain all imports; `nil` for the tree of the script.
    package var treeRoot: String? {
      didSet {
        // One program can have relative and absolute paths: for example, a relative script and an
        // absolute profile.
        sameRoot = treeRoot.map { ScriptTree.root($0, seenFrom: $0.hasPrefix("/") ? "." : "/") }
      }
    }
    fileprivate var sameRoot: String?
    /// The sources of the values in the settings of orgs.
    package var sources = ValueSources()
    /// Whether `file` can read files in the script's tree.
    package var readsFiles = false
    /// Another tree that `file` can read; `nil` for none.
    package var otherRoot: String?
    /// Whether a failed look-up of a value in an org's settings is reported, as it would be in a
    /// run.
    package var checksValues = true

    /// Checks the settings of the program's orgs, and reads the names that flows can use.
    fileprivate let orgs: OrgReader

    /// Makes the default options.
    ///
    /// - Parameter orgs: Checks the settings of the program's orgs.
    package init(orgs: OrgReader) {
      self.orgs = orgs
    }
  }

  /// Reads a file with everything that it imports, and checks it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options for loading.
  ///   - read: Reads the file and its imports.
  /// - Returns: The script. If it has errors, it contains what could be read.
  package static func load(
    _ path: String, options: Options,
    read: (String) throws(ReadFault) -> [UInt8] = ScriptFiles.read
  ) -> LoadedScript {
    let (program, diagnostics) = unchecked(path, options, read)
    return LoadedScript(program, diagnostics, options, of: path)
  }

  /// Reads a file with everything that it imports, without checking it.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The program. If it has errors, it contains what could be read.
  package static func program(of path: String) -> Program {
    unchecked(path, Options(orgs: .issuers), ScriptFiles.read).program
  }

  private static func unchecked(
    _ path: String, _ options: Options, _ read: (String) throws(ReadFault) -> [UInt8]
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    let root = options.treeRoot ?? ScriptTree.root(of: path)
    let found = options.foundBelow.map { [ScriptTree.root(of: path)] + $0 }
    let named = Set((found == nil ? [path] : []) + options.profileFiles)
    return Program.load(
      name: path, profiles: options.profileFiles, treeRoot: root,
      sameRoot: options.sameRoot, checksRoot: options.requiresScript || ScriptTree.isLinked(path)
    ) { file throws(ReadFault) in
      if !named.contains(file) {
        try confine(file, to: file == path ? found ?? [root] : [root])
      }
      return try read(file)
    }
  }

  /// Throws if a file must not be read: a link that leads out of the trees, a file of Git, a pipe
  /// or a device.
  private static func confine(_ file: String, to roots: [String]) throws(ReadFault) {
    if let refusal = ScriptTree.refusal(of: file, roots: roots) {
      throw .unreadable("it is \(refusal)")
    }
    // A pipe or a device is read only if the user names it.
    guard !FileReader.isSpecial(file) else { throw .unreadable("it is a pipe or a device") }
  }

  /// Checks a text that is already in memory, with everything that it imports.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - options: The options for loading.
  ///   - read: Reads the imports.
  /// - Returns: The script. If it has errors, it contains what could be read.
  package static func load(
    _ source: SourceFile, options: Options,
    read: (String) throws(ReadFault) -> [UInt8] = ScriptFiles.read
  ) -> LoadedScript {
    let profiles = Set(options.profileFiles)
    let (program, diagnostics) = Program.load(
      source, profiles: options.profileFiles, treeRoot: options.treeRoot,
      sameRoot: options.sameRoot
    ) { file throws(ReadFault) in
      if let root = options.treeRoot, !profiles.contains(file) { try confine(file, to: [root]) }
      return try read(file)
    }
    return LoadedScript(program, diagnostics, options, of: source.name)
  }

  private init(
    _ program: Program, _ diagnostics: [Diagnostic], _ options: Options, of path: String
  ) {
    self.program = program
    self.diagnostics = diagnostics
    // Names in unreadable text are unknown, so other problems might be wrong.
    guard let broken = BrokenText(diagnostics, lexicon: options.orgs.engines.lexicon) else {
      return
    }
    // Each org is read only once, for its problems and its names.
    let isClaimed = program.scripts.first.map { !$0.claims.isEmpty } ?? false
    let sources = LoadedScript.sources(options, of: path)
    let orgs = program.orgs.mapValues { org in
      options.orgs.read(
        org, in: program, sources: sources, variables: options.variables, isClaimed: isClaimed)
    }
    self.orgs = orgs
    let checksValues = options.checksValues
    let found = program.check(
      CheckOptions(
        lexicon: options.orgs.engines.lexicon, defaultEngine: EngineCatalog.usual,
        variables: options.variables, profiles: options.profiles,
        settings: { org in
          // The values of an issuer are looked up when a flow uses it. It may stay unused, and a
          // script may lack permission for some values.
          let found = orgs[org.script.text(org.node.name)]?.diagnostics ?? []
          let isChecked = checksValues && org.node.address == nil
          return found.filter { isChecked || $0.kind != .missingValues }
        },
        orgWords: { orgs[$0.script.text($0.node.name)]?.words }))
    self.diagnostics += found.filter { !broken.mayCause($0) }
    // The checker's problems are sorted into the problems of reading.
    if !broken.isEmpty { self.diagnostics = program.sorted(self.diagnostics) }
  }

  private static func sources(_ options: Options, of path: String) -> ValueSources {
    guard options.readsFiles else { return options.sources }
    let (root, other) = (options.treeRoot, options.otherRoot)
    return options.sources.reading {
      [root ?? ScriptTree.root(of: path)] + (other.map { [$0] } ?? [])
    }
  }
}

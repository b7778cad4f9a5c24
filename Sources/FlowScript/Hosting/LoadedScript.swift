import FlowChecker
package import FlowDiagnostics
package import FlowInterpreter
package import FlowSyntax

/// A script with its imports, read and checked.
package struct LoadedScript: Sendable {
  /// The program.
  package var program: Program
  /// The problems of the program, in the order of files and locations.
  package var diagnostics: [Diagnostic]
  /// The results of reading its orgs, by name, so that runs don't have to read them again.
  package private(set) var orgs: [String: OrgReader.Reading] = [:]

  /// Whether it must not be run.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The options of loading a script.
  package struct Options: Sendable {
    /// Further files with profiles.
    package var profileFiles: [String] = []
    /// The profiles that every flow uses in addition to its own.
    package var profiles: [String] = []
    /// The names of the values that come from outside.
    package var variables: [String] = []
    /// Whether the file itself is refused if it isn't a script, because its lines may contain
    /// anything.
    package var requiresScript = false
    /// The folders in which the file was found; `nil` if the user named it.
    ///
    /// A found file may be a link to any other file. So it is refused if it is outside of its tree
    /// and these folders.
    package var foundBelow: [String]? { didSet { requiresScript = foundBelow != nil } }
    /// The folder that must contain all imports; `nil` for the tree of the script.
    package var treeRoot: String? {
      didSet {
        // Files may be named both ways: a script by a relative path, and a profile by an absolute
        // one.
        sameRoot = treeRoot.map { ScriptTree.root($0, seenFrom: $0.hasPrefix("/") ? "." : "/") }
      }
    }
    fileprivate var sameRoot: String?
    /// The sources of the values in an org's settings.
    package var sources = ValueSources()
    /// Whether `file` reads files of the script's tree.
    package var readsFiles = false
    /// A further tree that may contain files.
    package var otherRoot: String?
    /// Whether a value of an org's settings that can't be looked up is a problem, as in a run.
    package var checksValues = true

    /// Validates the settings of the program's orgs and reads the names that flows may use.
    fileprivate let orgs: OrgReader

    /// Makes the default options of a script.
    ///
    /// - Parameter orgs: Validates the settings of the program's orgs.
    package init(orgs: OrgReader) {
      self.orgs = orgs
    }
  }

  /// Reads and checks a file and everything that it imports.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options of loading.
  ///   - read: Reads the file and its imports.
  /// - Returns: The script, even if it has problems.
  package static func load(
    _ path: String, options: Options,
    read: (String) throws(ReadFault) -> [UInt8] = ScriptFiles.read
  ) -> LoadedScript {
    let (program, diagnostics) = unchecked(path, options, read)
    return LoadedScript(program, diagnostics, options, of: path)
  }

  /// Reads a file and everything that it imports, without checking.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: Everything that could be read.
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

  /// Refuses a link that leads out of a script's trees, a file of Git, and everything that isn't a
  /// file.
  private static func confine(_ file: String, to roots: [String]) throws(ReadFault) {
    if let refusal = ScriptTree.refusal(of: file, roots: roots) {
      throw .unreadable("it is \(refusal)")
    }
    // A pipe is acceptable only if the user names it.
    guard !FileReader.isSpecial(file) else { throw .unreadable("it is a pipe or a device") }
  }

  /// Reads and checks a text and everything that it imports.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - options: The options of loading.
  ///   - read: Reads the imports.
  /// - Returns: The script, even if it has problems.
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
    // The names in unreadable text are unknown, so further problems could be false.
    guard let broken = BrokenText(diagnostics, lexicon: options.orgs.engines.lexicon) else {
      return
    }
    // An org is read only once, to find its problems and its names.
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
          // The values of an issuer are looked up when it is used. It may stay unused, and a script
          // may not have permission to read all values.
          let found = orgs[org.script.text(org.node.name)]?.diagnostics ?? []
          let isChecked = checksValues && org.node.address == nil
          return found.filter { isChecked || $0.kind != .missingValues }
        },
        orgWords: { orgs[$0.script.text($0.node.name)]?.words }))
    self.diagnostics += found.filter { !broken.mayCause($0) }
    // The problems of the checker are sorted among the problems of reading.
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

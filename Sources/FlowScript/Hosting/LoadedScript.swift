import FlowChecker
package import FlowDiagnostics
package import FlowInterpreter
package import FlowSyntax

/// A script with its imports, read and checked.
package struct LoadedScript: Sendable {
  /// The program.
  package var program: Program
  /// What is wrong with it, in the order of files and places.
  package var diagnostics: [Diagnostic]
  /// What was read of its orgs, by their names, so that runs needn't read them again.
  package private(set) var orgs: [String: OrgReader.Reading] = [:]

  /// Whether it must not be run.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// What a script is loaded with.
  package struct Options: Sendable {
    /// Further files of profiles.
    package var profileFiles: [String] = []
    /// The profiles that every flow uses besides its own.
    package var profiles: [String] = []
    /// The named values that come from outside.
    package var variables: [String] = []
    /// Whether the file itself is refused if it isn't a script: its lines may be anything.
    package var requiresScript = false
    /// The folders in which the file was found; `nil` if the user named it.
    ///
    /// A file that was found may
    /// be a link to any other file, so it is refused if it leads out of its tree and these folders.
    package var foundBelow: [String]? { didSet { requiresScript = foundBelow != nil } }
    /// The folder that imports must lie in; `nil` for the tree that the script is in.
    package var treeRoot: String? {
      didSet {
        // Files may be named both ways: a script from here, and a profile by its whole path.
        sameRoot = treeRoot.map { ScriptTree.root($0, seenFrom: $0.hasPrefix("/") ? "." : "/") }
      }
    }
    fileprivate var sameRoot: String?
    /// Where the values in an org's settings come from.
    package var sources = ValueSources()
    /// Whether `file` is looked up in the script's tree.
    package var readsFiles = false
    /// A further tree that files may lie in.
    package var otherRoot: String?
    /// Whether a value of an org's settings that can't be looked up is a problem: it is in a run.
    package var checksValues = true

    /// Validates the settings of the program's orgs and reads what flows may name of them.
    fileprivate let orgs: OrgReader

    /// Makes the options of a script that is read as it is written.
    ///
    /// - Parameter orgs: Validates the settings of the program's orgs.
    package init(orgs: OrgReader) {
      self.orgs = orgs
    }
  }

  /// Reads a file and everything that it imports, and checks it.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - options: what it is loaded with.
  ///   - read: reads it, and what it imports.
  /// - Returns: the script, whatever is wrong with it.
  package static func load(
    _ path: String, options: Options,
    read: (String) throws(ReadFault) -> [UInt8] = ScriptFiles.read
  ) -> LoadedScript {
    let (program, diagnostics) = unchecked(path, options, read)
    return LoadedScript(program, diagnostics, options, of: path)
  }

  /// Reads a file and everything that it imports, unchecked.
  ///
  /// - Parameter path: the file's path.
  /// - Returns: what could be read of it.
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

  /// Refuses a link that leads out of a script's trees, a file of Git, and what isn't a file.
  private static func confine(_ file: String, to roots: [String]) throws(ReadFault) {
    if let refusal = ScriptTree.refusal(of: file, roots: roots) {
      throw .unreadable("it is \(refusal)")
    }
    // Only a user who names a pipe means to wait for it.
    guard !FileReader.isSpecial(file) else { throw .unreadable("it is a pipe or a device") }
  }

  /// Reads a text and everything that it imports, and checks it.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - options: what it is loaded with.
  ///   - read: reads what it imports.
  /// - Returns: the script, whatever is wrong with it.
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
    // What could not be read has names that are not known: what comes of that would only be noise.
    guard let broken = BrokenText(diagnostics, lexicon: options.orgs.engines.lexicon) else {
      return
    }
    // An org is read once, for what is wrong with it and for what it has.
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
          // The values of an issuer are looked up when it is used: it may not be, and a script may
          // not read everything there.
          let found = orgs[org.script.text(org.node.name)]?.diagnostics ?? []
          let isChecked = checksValues && org.node.address == nil
          return found.filter { isChecked || $0.kind != .missingValues }
        },
        orgWords: { orgs[$0.script.text($0.node.name)]?.words }))
    self.diagnostics += found.filter { !broken.mayCause($0) }
    // What the checker found stands beside what could not be read.
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

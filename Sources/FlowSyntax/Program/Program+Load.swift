public import FlowDiagnostics

extension Program {
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
}
